use mcp_runtime::State;
use std::sync::Arc;

struct Orders;
struct Stations;
type Shared = Arc<Orders>;

#[derive(State)]
#[state(root = mcp_runtime)]
struct App {
    #[state(skipped)]
    orders: Orders,
    #[state(deref)]
    shared: Shared,
    #[state(skip, deref)]
    stations: Arc<Stations>,
}

fn main() {}
