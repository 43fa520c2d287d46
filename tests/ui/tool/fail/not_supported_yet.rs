use mcp_runtime::tool;

/// Find a city.
#[tool]
fn find(
    #[arg(pattern = "^[a-z]+$")] name: String,
    #[arg(items(length(1..)))] tags: Vec<String>,
) {
    let _ = (name, tags);
}

fn main() {}
