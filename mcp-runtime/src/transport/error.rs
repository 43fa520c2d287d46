//! Why a server cannot serve.

use std::io;

use crate::server::BuildError;

/// Why a server cannot start to serve. What happens to single requests and calls afterwards is
/// answered to the peer, and ends nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The server cannot be built: a schema that hosts would refuse, or two tools of one name.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The standard streams cannot be set up.
    #[error("standard input and output cannot be served")]
    Stdio(#[source] io::Error),
    /// Standard input and output are served already, or have been.
    #[error("standard input and output can be served once in a process")]
    AlreadyServing,
}
