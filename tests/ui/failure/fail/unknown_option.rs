//! Unknown options name the nearest one.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
#[failure(dispaly)]
enum Failure {
    #[error("no city named '{city}'")]
    #[failure(notfound, try_nxt = "Check the spelling.")]
    UnknownCity {
        #[failure(untrusted_text)]
        city: String,
    },
    #[error("the atlas is closed today")]
    #[failure(unavailable, retry = onec)]
    Closed,
    #[error("the atlas is lent out")]
    #[failure(unavailable, retry = after("soon"), allow(weak))]
    Lent,
}

fn main() {}
