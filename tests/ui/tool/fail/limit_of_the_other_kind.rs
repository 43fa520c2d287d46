use mcp_runtime::tool;

/// Find a city.
#[tool]
fn find(#[arg(range(1..=16))] name: String, #[arg(length(1..=16))] days: u32) {
    let _ = (name, days);
}

fn main() {}
