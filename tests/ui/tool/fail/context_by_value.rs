use mcp_runtime::{Context, Server, tool, tools};

/// Cancel an order.
#[tool]
async fn cancel(context: Context) {
    let _ = context;
}

fn main() {
    let _ = Server::builder("shop", "1.0.0").tools(tools![cancel]);
}
