//! A wait has a length.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("too many maps were asked for")]
    #[failure(rate_limited)]
    Unsaid,
    #[error("too many maps of {city} were asked for")]
    #[failure(rate_limited, after = wait)]
    Missing { city: String },
    #[error("too many pages were asked for")]
    #[failure(rate_limited, after = wait, retry = never)]
    Never { wait: std::time::Duration },
    #[error("too many books were asked for")]
    #[failure(rate_limited, after = "30s")]
    Text,
}

fn main() {}
