use mcp_runtime::State;
use std::sync::Arc;

struct Orders;

#[derive(State)]
struct App {
    orders: Orders,
    archive: Orders,
    #[state(deref)]
    shared: Arc<Orders>,
}

fn main() {}
