//! A message says what failed; what to do is advice.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("the atlas is being printed, wait a moment")]
    #[failure(unavailable)]
    Printing,
    #[error("the card of the library has expired, log in once more")]
    #[failure(unauthenticated)]
    Expired,
    #[error("the reader has no card yet: sign in first")]
    #[failure(unauthenticated)]
    NoCard,
    #[error("no city named '{0}', please check the spelling")]
    #[failure(not_found)]
    UnknownCity(String),
}

fn main() {}
