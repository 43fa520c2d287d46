use mcp_runtime::tool;

/// Find a city.
#[tool]
fn find(name: String, #[arg(rename = "name")] city: String, #[arg(rename = "")] region: String) {
    let _ = (name, city, region);
}

fn main() {}
