//! `anyhow`: errors that nobody sorted.

use crate::ToolFailure;

/// With the feature `anyhow`.
///
/// | error | kind |
/// |---|---|
/// | a [`ToolFailure`](struct@crate::ToolFailure), with or without context | that failure |
/// | any other | `internal`: the chain is logged, context included, and never sent |
impl From<::anyhow::Error> for ToolFailure {
    fn from(error: ::anyhow::Error) -> Self {
        match error.downcast_ref::<Self>() {
            // What was added on the way is for the log.
            Some(failure) => failure.clone().source(error),
            None => Self::internal(error),
        }
    }
}
