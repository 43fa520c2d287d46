use mcp_runtime::tool;

#[derive(Clone, Copy)]
struct Orders;

#[tool]
impl Orders {
    /// Count the orders.
    #[tool]
    fn by_value(self) {}

    /// Count the orders.
    #[tool]
    fn exclusive(&mut self) {}

    /// Count the orders.
    #[tool]
    fn in_a_box(self: Box<Self>) {}

    /// Count the orders.
    #[tool]
    fn with_an_option(#[arg(secret)] &self) {}
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![Orders]);
}
