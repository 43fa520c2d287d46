use mcp_runtime::tool;

/// Add two numbers.
#[tool]
fn add((a, b): (i64, i64), _: i64) -> i64 {
    a + b
}

fn main() {}
