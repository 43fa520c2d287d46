//! A kind is an option by itself.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("no city named '{city}'")]
    #[failure(kind = not_found, try_next = "Check the spelling.")]
    UnknownCity { city: String },
    #[error("the atlas is closed today")]
    #[failure(kind = "Unavailable")]
    Closed,
}

fn main() {}
