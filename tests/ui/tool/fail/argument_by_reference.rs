use mcp_runtime::{Server, tool, tools};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Filter {}

/// Find a city.
#[tool]
async fn find(filter: &Filter) {
    let _ = filter;
}

fn main() {
    let _ = Server::builder("cities", "1.0.0").tools(tools![find]);
}
