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
    /// What callers have to be allowed is said, and nothing says who they are.
    #[cfg(feature = "http")]
    #[error(
        "{what} has a scope, and over HTTP nothing would say who calls: give the server a `bearer(..)`, or mount it with `into_service` behind a layer that puts a `Principal` into requests"
    )]
    NobodyIdentifies {
        /// The first that has one, such as `the tool 'delete_order'`.
        what: String,
    },
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
