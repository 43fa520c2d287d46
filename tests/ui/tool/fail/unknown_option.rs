use mcp_runtime::tool;

/// Find a city.
#[tool(readonly, speed = 3)]
fn find(#[arg(defualt = 3)] limit: u32) -> u32 {
    limit
}

fn main() {}
