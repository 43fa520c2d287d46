//! One call, as the expansion of `#[tool]` sees it.

use std::sync::Arc;

use crate::protocol::text::Slice;

use super::arguments::{Arguments, Rules};
use super::context::Context;
use super::entry::{CallFuture, Run};
use super::permit::Permit;

/// One call: it owns what the tool's future borrows from.
#[derive(Debug)]
pub struct Call<State> {
    pub(crate) state: Arc<State>,
    pub(crate) parts: Parts,
}

/// What the server hands to a call.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) rules: Arc<Rules>,
    pub(crate) context: Context,
    /// The JSON object as it came; `None` where it was left out or `null`.
    pub(crate) arguments: Option<Slice>,
    /// Leave to run, from the server and from the tool, given back when the call is dropped.
    pub(crate) _permits: [Option<Permit>; 2],
}

/// What runs a function with the state that it shares, so that the state's type does not show any
/// more.
pub(crate) fn bind<State: Send + Sync + 'static>(
    state: &Arc<State>,
    run: fn(Call<State>) -> CallFuture,
) -> Run {
    let shared = Arc::clone(state);
    Box::new(move |parts| {
        let state = Arc::clone(&shared);
        run(Call { state, parts })
    })
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
        &self.parts.context
    }

    /// The call's arguments, to be decoded.
    #[must_use]
    pub fn arguments(&self) -> Arguments<'_> {
        let text = self.parts.arguments.as_ref().map(Slice::as_str);
        Arguments::read(&self.parts.rules, text)
    }
}
