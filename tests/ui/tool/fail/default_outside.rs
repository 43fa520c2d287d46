use mcp_runtime::tool;

/// Find a city.
#[tool]
fn find(
    #[arg(default = 0, range(1..=16))] a: u8,
    #[arg(default = -0.5, range(0.0..=1.0))] b: f64,
    #[arg(default = "", length(1..))] c: String,
    #[arg(example = 17, range(1..=16))] d: u8,
    #[arg(example = "Oslo", length(..=3))] e: String,
) {
    let _ = (a, b, c, d, e);
}

fn main() {}
