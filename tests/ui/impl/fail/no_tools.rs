use mcp_runtime::tool;

struct Orders;

#[tool]
impl Orders {
    /// Count the orders.
    fn count(&self) -> u32 {
        0
    }
}

fn main() {
    let _ = Orders.count();
}
