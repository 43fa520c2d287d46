//! What stands for a borrowed argument is made from a text, an array, or the owned value.
use mcp_runtime::tool;

struct Atlas;

/// Find a city.
#[tool]
fn find(#[arg(default = 3)] name: &str, #[arg(default = Atlas)] atlas: &Atlas) {
    let _ = (name, atlas);
}

fn main() {}
