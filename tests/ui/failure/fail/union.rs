//! A union is no failure.
use mcp_runtime::ToolFailure;

#[derive(ToolFailure)]
union Failure {
    city: u8,
    map: i8,
}

fn main() {}
