use mcp_runtime::tool;

type Name = String;
type Ratio = Option<f64>;

/// Find a city.
#[tool]
fn find(
    #[arg(range(1..=16))] a: Name,
    #[arg(range(1..=16))] b: Option<Vec<u8>>,
    #[arg(length(1..=16))] c: Ratio,
    #[arg(pattern = "^a")] d: Vec<String>,
    #[arg(items(length(1..)))] e: &str,
    #[arg(header = "Ratio")] f: Ratio,
    #[arg(header = "Names")] g: &[Name],
) {
    let _ = (a, b, c, d, e, f, g);
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![find]);
}
