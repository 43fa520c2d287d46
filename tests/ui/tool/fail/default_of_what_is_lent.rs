//! What stands for a borrowed argument is made from a text, an array, or the owned value.
use mcp_runtime::tool;

/// Find a city.
#[tool]
fn find(#[arg(default = 3)] name: &str, #[arg(default = "x")] ids: &[u8]) {
    let _ = (name, ids);
}

fn main() {}
