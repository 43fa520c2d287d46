//! Why a server cannot serve.

use std::error::Error;
use std::{fmt, io};

use crate::server::BuildError;
use crate::tool::failure::causes;

/// Why a server cannot start to serve. What happens to single requests and calls afterwards is
/// answered to the peer, and ends nothing.
///
/// What `main` returns is printed with `Debug`, so `Debug` writes what a person should read: the
/// message and its causes.
#[derive(thiserror::Error)]
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
    /// The address cannot be served.
    #[cfg(feature = "http")]
    #[error("the address cannot be served")]
    Http(#[source] io::Error),
    /// What a command prints cannot be written.
    #[error("the output cannot be written")]
    Output(#[source] io::Error),
}

impl fmt::Debug for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")?;
        let causes = self.source().map(causes::texts).unwrap_or_default();
        causes.iter().try_for_each(|cause| write!(f, ": {cause}"))
    }
}

#[cfg(test)]
mod tests {
    use super::ServeError;

    #[test]
    fn main_prints_a_sentence_with_its_cause() {
        let error = ServeError::Output(std::io::Error::other("disk full"));
        assert_eq!(
            format!("{error:?}"),
            "the output cannot be written: disk full"
        );
    }
}
