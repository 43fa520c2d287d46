use mcp_runtime::tool;

async fn later() {}

/// Cancel an order.
#[tool]
async fn cancel() -> String {
    let shared = std::rc::Rc::new(1);
    later().await;
    shared.to_string()
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![cancel]);
}
