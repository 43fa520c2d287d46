use mcp_runtime::tool;

/// Find a city.
#[tool]
fn find(#[arg(default = "Oslo")] name: &str, #[arg(default = "x")] page: Option<&str>) {
    let _ = (name, page);
}

fn main() {}
