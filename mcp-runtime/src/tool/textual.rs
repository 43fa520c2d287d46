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

/// Those of what was listed, one after the other.
pub(crate) fn listed<Info, State>(
    listed: &[&'static [&'static [TextEntry<Info, State>]]],
) -> Vec<&'static TextEntry<Info, State>> {
    let groups = listed.iter().copied().flatten().copied();
    groups.flatten().collect()
}
