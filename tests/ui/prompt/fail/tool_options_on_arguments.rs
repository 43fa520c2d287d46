use mcp_runtime::tool;

/// Finds a city.
#[tool]
fn find(#[arg(title = "City", complete = cities)] city: &str) -> String {
    city.to_owned()
}

fn main() {}
