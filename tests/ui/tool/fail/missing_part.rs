use mcp_runtime::{Server, State, tool, tools};

struct Orders;
struct Stations;

#[derive(State)]
struct App {
    stations: Stations,
}

/// Cancel an order.
#[tool]
async fn cancel(orders: &Orders, stations: &Stations) {
    let _ = (orders, stations);
}

fn main() {
    let app = App { stations: Stations };
    let _ = Server::builder("shop", "1.0.0").state(app).tools(tools![cancel]);
}
