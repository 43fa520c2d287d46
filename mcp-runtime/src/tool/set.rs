//! The tools of a server, in the order written.

use super::entry::ToolEntry;

/// Tools listed by [`tools!`](crate::tools).
#[derive(Debug)]
pub struct ToolSet<State: 'static> {
    pub(crate) entries: Vec<&'static ToolEntry<State>>,
}

impl<State: 'static> ToolSet<State> {
    /// The tools of what was listed, one after the other.
    #[doc(hidden)]
    #[must_use]
    pub fn from_groups(listed: &[&'static [&'static [ToolEntry<State>]]]) -> Self {
        let groups = listed.iter().copied().flatten().copied();
        Self {
            entries: groups.flatten().collect(),
        }
    }
}

/// Fails the build when two of the names are the same, and says which.
///
/// # Panics
///
/// Two names are the same; in const evaluation this is a compile error.
#[allow(
    clippy::indexing_slicing,
    reason = "each index is below its length, and `get` is not for constants yet"
)]
pub const fn assert_distinct(listed: &[&[&str]]) {
    let mut group = 0;
    while group < listed.len() {
        let mut name = 0;
        while name < listed[group].len() {
            if is_repeated(listed, group, name) {
                refuse(listed[group][name]);
            }
            name += 1;
        }
        group += 1;
    }
}

/// Whether a name stands again behind a place in the list.
#[allow(
    clippy::indexing_slicing,
    reason = "each index is below its length, and `get` is not for constants yet"
)]
const fn is_repeated(listed: &[&[&str]], group: usize, name: usize) -> bool {
    let mut other_group = group;
    let mut other = name + 1;
    while other_group < listed.len() {
        while other < listed[other_group].len() {
            if are_equal(
                listed[group][name].as_bytes(),
                listed[other_group][other].as_bytes(),
            ) {
                return true;
            }
            other += 1;
        }
        other = 0;
        other_group += 1;
    }
    false
}

#[allow(
    clippy::indexing_slicing,
    reason = "each index is below its length, and `get` is not for constants yet"
)]
const fn are_equal(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut index = 0;
    while index < left.len() {
        if left[index] != right[index] {
            return false;
        }
        index += 1;
    }
    true
}

#[allow(
    clippy::panic,
    reason = "in a constant this is the message of a compile error"
)]
const fn refuse(name: &str) -> ! {
    let (text, length) = message(&[
        "two tools are named `",
        name,
        "`\n\nhelp: give one of them another name with `#[tool(name = \"..\")]`, or list it once",
    ]);
    match std::str::from_utf8(text.split_at(length).0) {
        Ok(text) => panic!("{}", text),
        Err(_) => panic!("two tools have the same name"),
    }
}

/// Some texts as one. A name has at most 128 letters.
#[allow(
    clippy::indexing_slicing,
    reason = "each index is below its length, and `get` is not for constants yet"
)]
const fn message(parts: &[&str]) -> ([u8; 512], usize) {
    let mut text = [0; 512];
    let mut length = 0;
    let mut part = 0;
    while part < parts.len() {
        let bytes = parts[part].as_bytes();
        let mut index = 0;
        while index < bytes.len() && length < text.len() {
            text[length] = bytes[index];
            length += 1;
            index += 1;
        }
        part += 1;
    }
    (text, length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_names_pass() {
        assert_distinct(&[&["a", "b"], &[], &["ab"]]);
    }

    #[test]
    #[should_panic(expected = "two tools are named `add`\n\nhelp: give one of them another name")]
    fn a_name_in_two_groups_is_refused() {
        assert_distinct(&[&["add", "b"], &["c", "add"]]);
    }

    #[test]
    #[should_panic(expected = "two tools are named `add`")]
    fn a_name_twice_in_one_group_is_refused() {
        assert_distinct(&[&["add", "add"]]);
    }
}
