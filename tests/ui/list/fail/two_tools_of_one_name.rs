use mcp_runtime::{Server, tool, tools};

mod math {
    /// Add two numbers.
    #[mcp_runtime::tool]
    pub fn add(a: i64, b: i64) -> i64 {
        a + b
    }
}

/// Add an order.
#[tool]
fn add() {}

fn main() {
    let _ = Server::builder("shop", "1.0.0").tools(tools![add, math::add]);
}
