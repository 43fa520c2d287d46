//! Every failure takes exactly one path.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("no city named '{0}'")]
    UnknownCity(String),
    #[error("the atlas is closed today")]
    #[failure(retry = never)]
    Closed,
}

#[derive(Debug, ToolFailure)]
#[failure(message = "the atlas is closed today")]
struct Closed;

fn main() {
    // What uses the type is not to blame.
    let _: ToolFailure = Failure::Closed.into();
    let _: ToolFailure = Closed.into();
}
