//! What is handed on is a failure itself.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error(transparent)]
    #[failure(transparent)]
    Read(#[from] std::io::Error),
}

fn main() {}
