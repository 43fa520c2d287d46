use mcp_runtime::tool;

struct Orders;

trait Count {
    fn count(&self) -> u32;
}

#[tool]
impl Count for Orders {
    /// Count the orders.
    #[tool]
    fn count(&self) -> u32 {
        0
    }
}

fn main() {
    let _ = Orders.count();
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![Orders]);
}
