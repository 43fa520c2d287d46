//! Words that say nothing are found behind placeholders, in capitals and in front of a value.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("{}", "error")]
    #[failure(rejected)]
    Literal,
    #[error("{e}", e = concat!("some", "thing", " ", "failed"))]
    #[failure(unavailable)]
    Joined,
    #[error("ERR DB CONN FAIL")]
    #[failure(unavailable)]
    Shouted,
    #[error("Database error: {0}")]
    #[failure(unavailable)]
    Announced(String),
    #[error("check the logs")]
    #[failure(unsupported)]
    Elsewhere,
    #[error("error")]
    #[failure(not_found)]
    Once,
    #[error("the printer is out of ink")]
    #[failure(unavailable, retry = after("1m"), try_next = "Wait a minute first.")]
    Wait,
    #[error("the printer is out of paper")]
    #[failure(unavailable, try_next = "Contact support")]
    Support,
}

fn main() {}
