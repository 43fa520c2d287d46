use mcp_runtime::tool;

struct Filter;

/// Find a city.
#[tool]
async fn find(filter: Option<&Filter>) {
    let _ = filter;
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![find]);
}
