use mcp_runtime::tool;

/// Find a city.
#[tool]
fn find(#[arg(default = "x")] page: Option<&str>) {
    let _ = page;
}

fn main() {}
