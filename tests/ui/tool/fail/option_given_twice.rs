use mcp_runtime::tool;

/// Find a city.
#[tool(read_only, read_only = false)]
fn find(
    #[arg(range(1..))]
    #[arg(range(..=3))]
    limit: u32,
) -> u32 {
    limit
}

fn main() {}
