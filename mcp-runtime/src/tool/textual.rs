//! What a macro says about a function whose arguments come as texts: a prompt, or a resource.

use super::call::Call;
use super::completing::Completers;
use super::entry::CallFuture;
use super::schema::InputSchema;

/// One of them: what it says of itself, its arguments, and how it runs.
#[derive(Debug)]
pub struct TextEntry<Info, State: 'static> {
    pub(crate) info: Info,
    pub(crate) input: fn(InputSchema) -> InputSchema,
    pub(crate) run: fn(Call<State>) -> CallFuture,
    pub(crate) completers: Completers<State>,
}

impl<Info: Copy, State: 'static> TextEntry<Info, State> {
    pub(crate) const fn of(
        info: Info,
        input: fn(InputSchema) -> InputSchema,
        run: fn(Call<State>) -> CallFuture,
    ) -> Self {
        Self {
            info,
            input,
            run,
            completers: &[],
        }
    }

    /// The functions that complete its arguments, by the arguments' names.
    #[must_use]
    pub const fn completing(mut self, completers: Completers<State>) -> Self {
        self.completers = completers;
        self
    }
}

/// Those that were listed, in the order written.
#[derive(Debug)]
pub struct TextSet<Info: 'static, State: 'static> {
    pub(crate) entries: Vec<&'static TextEntry<Info, State>>,
}

impl<Info, State: 'static> TextSet<Info, State> {
    /// Those of what was listed, one after the other.
    #[doc(hidden)]
    #[must_use]
    pub fn from_groups(listed: &[&'static [&'static [TextEntry<Info, State>]]]) -> Self {
        let groups = listed.iter().copied().flatten().copied();
        Self {
            entries: groups.flatten().collect(),
        }
    }
}
