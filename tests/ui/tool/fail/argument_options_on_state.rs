use mcp_runtime::tool;

struct Orders;

/// Find an order.
#[tool]
fn find(#[arg(secret)] orders: &Orders) {
    let _ = orders;
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0")
        .state(Orders)
        .tools(mcp_runtime::tools![find]);
}
