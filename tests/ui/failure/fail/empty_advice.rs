//! Advice says what to do.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("no city named '{0}'")]
    #[failure(not_found, try_next = " ")]
    Blank(String),
    #[error("no country named '{0}'")]
    #[failure(not_found, try_next = "Check your input and try again.")]
    Idle(String),
    #[error("the atlas is closed today")]
    #[failure(unavailable, otherwise = "do something else")]
    Closed,
}

fn main() {}
