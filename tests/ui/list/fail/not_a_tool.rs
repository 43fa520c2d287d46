use mcp_runtime::{Server, tools};

struct Orders;

fn main() {
    let _ = Server::builder("shop", "1.0.0").tools(tools![Orders]);
}
