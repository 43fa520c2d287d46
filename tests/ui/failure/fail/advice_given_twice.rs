//! The kind brings advice along.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("the atlas is closed, please try again later")]
    #[failure(unavailable)]
    Closed,
    #[error("the atlas is being printed")]
    #[failure(unavailable, try_next = "Retry in a minute.")]
    Printing,
    #[error("no city named '{0}', check the spelling")]
    #[failure(not_found, try_next = "Check the spelling.")]
    UnknownCity(String),
    #[error("the map of {0} is private")]
    #[failure(forbidden, try_next = "Ask the user.", otherwise = "ask the user")]
    Private(String),
    #[error("the map of {0} is a secret")]
    #[failure(forbidden, try_next = "Ask the user.", try_next = "Give up.")]
    Secret(String),
}

fn main() {}
