//! What a message says must be known where it is written.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("{0}")]
    #[failure(rejected)]
    Bare(String),
    #[error("{0:?}")]
    #[failure(unavailable)]
    Debug(Vec<u8>),
    #[error("{source}")]
    #[failure(unavailable)]
    Foreign { source: std::io::Error },
    #[error("{}", .reason)]
    #[failure(invalid_input)]
    Argument { reason: String },
}

fn main() {}
