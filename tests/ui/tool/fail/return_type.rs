use mcp_runtime::tool;

struct Receipt;

/// Cancel an order.
#[tool]
async fn cancel() -> Receipt {
    Receipt
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![cancel]);
}
