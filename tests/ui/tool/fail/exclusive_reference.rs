use mcp_runtime::tool;

struct Orders;

/// Cancel an order.
#[tool]
fn cancel(orders: &mut Orders, reason: Option<&mut String>) {
    let _ = (orders, reason);
}

fn main() {}
