use mcp_runtime::{Server, tool, tools};

struct Orders;
struct Stations;

/// Cancel an order.
#[tool]
async fn cancel(orders: &Orders, id: u64) {
    let _ = (orders, id);
}

fn main() {
    let _ = Server::builder("shop", "1.0.0").state(Stations).tools(tools![cancel]);
}
