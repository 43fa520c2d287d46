//! One call, as the expansion of `#[tool]` sees it.

use std::ops::Range;
use std::sync::Arc;

use super::arguments::{Arguments, Rules};
use super::context::Context;

/// One call: it owns what the tool's future borrows from.
#[derive(Debug)]
pub struct Call<State> {
    pub(crate) state: Arc<State>,
    pub(crate) message: Arc<str>,
    /// Where in the message `arguments` stand, when they do and are not `null`.
    pub(crate) range: Option<Range<usize>>,
    pub(crate) rules: Arc<Rules>,
    pub(crate) context: Context,
}

impl<State> Call<State> {
    /// The server's state.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The call's context.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// The call's arguments, to be decoded.
    #[must_use]
    pub fn arguments(&self) -> Arguments<'_> {
        let text = self.range.clone().and_then(|range| self.message.get(range));
        Arguments::read(&self.rules, text)
    }
}
