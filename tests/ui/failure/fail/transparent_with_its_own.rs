//! A failure that is handed on brings its own retry, wait and code.
use std::time::Duration;

use mcp_runtime::ToolFailure;

#[derive(Debug, ToolFailure)]
enum Nested {
    #[failure(transparent, retry = once)]
    Retried(ToolFailure),
    #[failure(transparent, code = 4009)]
    Coded(ToolFailure),
    #[failure(transparent, after = wait)]
    Waiting {
        inner: ToolFailure,
        wait: Duration,
    },
}

fn main() {}
