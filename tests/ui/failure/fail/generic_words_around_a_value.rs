//! Words that any message may have do not say what failed, however many there are.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("{0}{1}")]
    #[failure(rejected)]
    Two(String, String),
    #[error("{0:?}: {1:?}")]
    #[failure(rejected)]
    Debug(String, Option<u8>),
    #[error("Something went wrong: {0}")]
    #[failure(unavailable)]
    Something(String),
    #[error("failed ({code})")]
    #[failure(unsupported)]
    Code { code: u16 },
    #[error("ERR_ATLAS: {0}")]
    #[failure(rejected)]
    Shouted(String),
    #[error("permission denied")]
    #[failure(forbidden)]
    Denied,
}

fn main() {}
