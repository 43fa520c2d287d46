use mcp_runtime::tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
enum Units {
    Metric,
}

/// Find a city.
#[tool]
fn find(
    #[arg(default = Units::Metric)] a: Units,
    #[arg(default = vec![Units::Metric])] b: Vec<Units>,
    #[arg(example = Units::Metric)] c: Option<Units>,
) {
    let _ = (a, b, c);
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![find]);
}
