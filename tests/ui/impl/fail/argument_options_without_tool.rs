use mcp_runtime::tool;

struct Orders;

#[tool]
impl Orders {
    /// Count the orders.
    #[tool]
    fn count(&self) -> u32 {
        self.some(1)
    }

    fn some(&self, #[arg(range(1..))] count: u32) -> u32 {
        count
    }
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0")
        .state(Orders)
        .tools(mcp_runtime::tools![Orders]);
}
