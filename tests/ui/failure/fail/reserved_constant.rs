//! A constant is refused where it is used.
use mcp_runtime::{ErrorCode, ToolFailure};

const NOT_FOUND: i64 = -32002;
const CLOSED: i32 = -32050;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure<T: std::fmt::Debug + Send + Sync + 'static> {
    #[error("no city is called {0:?}")]
    #[failure(not_found, code = NOT_FOUND)]
    UnknownCity(T),
    #[error("the atlas is closed today")]
    #[failure(rejected, code = CLOSED)]
    Closed,
    #[error("the atlas is torn")]
    #[failure(rejected, code = ErrorCode::INTERNAL_ERROR)]
    Torn,
}

fn main() {}
