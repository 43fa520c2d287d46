use mcp_runtime::tool;

struct Orders;

#[tool]
impl Orders {
    /// Count the orders.
    #[tool]
    fn count(&self) -> u32 {
        0
    }

    /// Count them again.
    #[tool(name = "count")]
    fn recount(&self) -> u32 {
        0
    }
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![Orders]);
}
