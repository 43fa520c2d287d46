use std::sync::Arc;

use mcp_runtime::{Server, State, tool, tools};

trait Clock: Send + Sync {
    fn now(&self) -> u64;
}

struct Fixed;

impl Clock for Fixed {
    fn now(&self) -> u64 {
        0
    }
}

struct Orders;
struct Stations;

#[derive(State)]
struct App<T> {
    orders: Orders,
    #[state(deref)]
    stations: Arc<Stations>,
    #[state(deref)]
    clock: Box<dyn Clock>,
    #[state(skip)]
    archive: Orders,
    #[state(skip)]
    extra: T,
    #[cfg(any())]
    missing: Missing,
}

#[derive(State)]
struct Pair(Orders, Stations);

/// Say the time.
#[tool]
fn time(clock: &dyn Clock, orders: &Orders, stations: &Stations, app: &App<u8>) -> u64 {
    let _ = (orders, stations, &app.archive, app.extra);
    clock.now()
}

/// Count.
#[tool]
fn count(orders: &Orders, stations: &Stations) {
    let _ = (orders, stations);
}

fn main() {
    let app = App {
        orders: Orders,
        stations: Arc::new(Stations),
        clock: Box::new(Fixed),
        archive: Orders,
        extra: 0_u8,
    };
    let _ = Server::builder("shop", "1.0.0").state(app).tools(tools![time, count]);
    let _ = Server::builder("shop", "1.0.0").state(Pair(Orders, Stations)).tools(tools![count]);
}
