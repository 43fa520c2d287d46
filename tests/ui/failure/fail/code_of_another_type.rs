//! A code is a number.
use mcp_runtime::ToolFailure;

const SOLD_OUT: &str = "E_SOLD_OUT";

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("the atlas is sold out")]
    #[failure(rejected, code = SOLD_OUT)]
    SoldOut,
}

fn main() {}
