use mcp_runtime::tool;

/// Some orders.
#[tool]
struct Orders;

fn main() {
    let _ = Orders;
}
