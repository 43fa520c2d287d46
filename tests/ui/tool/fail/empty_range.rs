use mcp_runtime::tool;

/// Find a city.
#[tool]
fn find(
    #[arg(range(16..=1))] days: u32,
    #[arg(range(1..1))] hours: u32,
    #[arg(range(0.5..=0.25))] share: f64,
    #[arg(length(..0))] name: String,
) {
    let _ = (days, hours, share, name);
}

fn main() {}
