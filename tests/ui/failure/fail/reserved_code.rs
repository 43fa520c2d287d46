//! Codes of the protocol are not an application's.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("the atlas of {0} is closed")]
    #[failure(rejected, code = -32050)]
    Specification(String),
    #[error("the atlas of {0} is closed")]
    #[failure(rejected, code = -32_050)]
    Separated(String),
    #[error("the atlas of {0} is closed")]
    #[failure(rejected, code = -0x7d32)]
    Hexadecimal(String),
    #[error("the atlas of {0} is closed")]
    #[failure(rejected, code = -32002)]
    ResourceNotFound(String),
    #[error("the atlas of {0} is closed")]
    #[failure(rejected, code = -32042)]
    UrlElicitation(String),
    #[error("the atlas of {0} is closed")]
    #[failure(rejected, code = -32010)]
    Legacy(String),
    #[error("the atlas of {0} is closed")]
    #[failure(rejected, code = -32603)]
    JsonRpc(String),
    #[error("the atlas of {0} is closed")]
    #[failure(rejected, code = 9_007_199_254_740_993)]
    OutOfRange(String),
    #[error("the atlas of {0} is closed")]
    #[failure(rejected, code = "closed")]
    Text(String),
}

fn main() {}
