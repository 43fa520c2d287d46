//! A wait has a unit.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("too many maps were asked for")]
    #[failure(rate_limited, after = seconds)]
    Maps { seconds: u64 },
}

fn main() {}
