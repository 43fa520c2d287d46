//! The model knows already that something failed.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("")]
    #[failure(rejected)]
    Empty,
    #[error("error")]
    #[failure(unavailable)]
    Error,
    #[error("Something went wrong.")]
    #[failure(unsupported)]
    Something,
    #[error("failed: {0}")]
    #[failure(forbidden)]
    Label(String),
}

fn main() {}
