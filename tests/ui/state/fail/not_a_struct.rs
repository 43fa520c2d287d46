use mcp_runtime::State;

#[derive(State)]
enum App {
    Orders,
}

fn main() {
    let _ = App::Orders;
}
