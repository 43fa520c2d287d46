use mcp_runtime::tool;

type Maybe<T> = Option<T>;

/// Find a city.
#[tool]
fn find(limit: Option<Option<u32>>, page: Option<Maybe<u32>>) {
    let _ = (limit, page);
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![find]);
}
