//! One call, as the expansion of `#[tool]` sees it.

use std::marker::PhantomData;
use std::sync::Arc;

use super::arguments::Arguments;
use super::context::Context;

/// One call: it owns what the tool's future borrows from.
#[derive(Debug)]
pub struct Call<State> {
    pub(crate) state: Arc<State>,
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
        Arguments {
            marker: PhantomData,
        }
    }
}
