use mcp_runtime::tool;

struct Orders;

impl Orders {
    /// Count the orders.
    #[tool]
    async fn count(&self) -> u32 {
        0
    }
}

fn main() {
    let _ = Orders.count();
}
