//! `transparent` hands on a failure, or is internal.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error(transparent)]
    #[failure(unavailable)]
    Read(#[from] std::io::Error),
}

#[derive(Debug, ToolFailure)]
enum Nested {
    #[failure(transparent)]
    Two(ToolFailure, u8),
    #[failure(transparent, message = "the atlas is closed")]
    Worded(ToolFailure),
}

fn main() {}
