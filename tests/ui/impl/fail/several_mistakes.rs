use mcp_runtime::tool;

struct Orders;

#[tool]
impl Orders {
    #[tool]
    fn count(&self) -> u32 {
        0
    }

    /// Cancel an order.
    #[tool(speed = 3)]
    fn cancel<T>(&self, id: T) {
        let _ = id;
    }
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![Orders]);
}
