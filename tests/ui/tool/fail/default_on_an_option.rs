use mcp_runtime::tool;

type Maybe<T> = Option<T>;

/// Find a city.
#[tool]
fn find(#[arg(default = Some(3))] limit: Option<u32>, #[arg(default = None)] page: Maybe<u32>) {
    let _ = (limit, page);
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![find]);
}
