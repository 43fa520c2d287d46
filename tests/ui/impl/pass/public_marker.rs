#![deny(warnings)]

use mcp_runtime::{Server, tool, tools};

struct Orders;

#[tool(marker = OrderQueries)]
impl Orders {
    /// Count the orders.
    #[tool]
    pub fn count(&self) -> u32 {
        0
    }
}

fn main() {
    let _ = Server::builder("shop", "1.0.0")
        .state(Orders)
        .tools(tools![OrderQueries]);
}
