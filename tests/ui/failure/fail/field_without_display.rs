//! What a message shows can be shown.
use mcp_runtime::ToolFailure;

#[derive(Debug, ToolFailure)]
enum Failure {
    #[failure(rejected, message = "the maps {pages} are lent out")]
    Lent { pages: Vec<u16> },
    #[failure(rejected, message = "the maps {pages:>8} are torn")]
    Torn { pages: Vec<u16> },
}

fn main() {}
