//! Slips of the pen: each is found where it is.
use mcp_runtime::ToolFailure;

#[derive(Debug, ToolFailure)]
enum Failure {
    #[failure(rejected, message = "the map} is torn")]
    Brace,
    #[failure(rejected, message = "the map {a b} is torn")]
    Placeholder,
    #[failure(rejected, message = "the map {1} is torn")]
    Number(u8),
    #[failure(unavailable, message = "the atlas cannot be read")]
    From(#[from] std::fmt::Error, u8),
    #[failure(rate_limited, message = "too many maps were asked for", after = wait)]
    NoField,
    #[failure(transparent, code = 7, retry = once)]
    Nested(ToolFailure),
    #[failure(rejected, message = torn)]
    Unquoted,
}

#[derive(Debug, ToolFailure)]
#[failure(rejected, message = "it failed")]
struct Whole;

fn main() {}
