use mcp_runtime::{Server, tool, tools};

struct Orders;

#[tool]
impl Orders {
    /// Count the orders.
    #[tool]
    fn count(&self) -> u32 {
        0
    }
}

fn main() {
    let _ = Server::builder("shop", "1.0.0").tools(tools![Orders]);
}
