use mcp_runtime::tool;

/// Find a city.
#[tool]
fn find(#[arg(rename = "name")] city: String, name: String) {
    let _ = (name, city);
}

fn main() {}
