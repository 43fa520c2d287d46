use mcp_runtime::tool;

struct Filter;

/// Find a city.
#[tool]
async fn find(filter: Filter, filters: Option<Vec<Filter>>) {
    let _ = (filter, filters);
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![find]);
}
