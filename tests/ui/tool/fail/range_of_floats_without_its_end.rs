use mcp_runtime::tool;

type Share = f64;

/// Mixes paint.
#[tool]
fn mix(
    #[arg(range(0..10))] plain: f64,
    #[arg(range(..1))] optional: Option<f32>,
    #[arg(items(range(0..2)))] each: Vec<f64>,
    #[arg(range(0..10))] whole: u8,
) {
    let _ = (plain, optional, each, whole);
}

/// Pours paint.
#[tool]
fn pour(#[arg(range(0..10))] behind_an_alias: Share) {
    let _ = behind_an_alias;
}

fn main() {}
