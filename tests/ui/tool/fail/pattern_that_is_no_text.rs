use mcp_runtime::tool;

/// Find a city.
#[tool]
fn find(#[arg(pattern = 5)] a: String, #[arg(items(pattern = true))] b: Vec<String>) {}

/// Find a street.
#[tool]
fn find_street(#[arg(pattern = -5)] a: &str) {}

fn main() {}
