use mcp_runtime::tool;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
enum Units {
    Metric,
}

/// Find a city.
#[tool]
fn find(
    #[arg(default = "ten")] a: u8,
    #[arg(default = "metric")] b: Units,
    #[arg(default = 3)] c: String,
    #[arg(default = 1)] d: f64,
    #[arg(default = true)] e: u8,
    #[arg(default = Units::Metric)] f: Vec<Units>,
    #[arg(default = 300)] g: u8,
) {
    let _ = (a, b, c, d, e, f, g);
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![find]);
}
