use mcp_runtime::tool;

/// Find a city.
#[tool]
fn find(
    #[arg(range(16))] days: u32,
    #[arg(range = 1..3)] hours: u32,
    #[arg(range(0.0..1.0))] share: f64,
    #[arg(range(..))] any: u32,
    #[arg(length(-1..))] name: String,
    #[arg(range("a"..="z"))] letter: u32,
) {
    let _ = (days, hours, share, any, name, letter);
}

fn main() {}
