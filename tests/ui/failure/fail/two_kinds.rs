//! Every failure takes exactly one path.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("no city named '{0}'")]
    #[failure(not_found, rejected)]
    UnknownCity(String),
    #[error("the atlas is closed today")]
    #[failure(unavailable)]
    #[failure(internal)]
    Closed,
    #[error(transparent)]
    #[failure(transparent, forbidden)]
    Inner(ToolFailure),
}

fn main() {}
