#[derive(State)]
struct App<T: Clock> {
    orders: Orders,
    #[state(deref)]
    stations: Arc<Stations>,
    #[state(deref)]
    clock: Box<dyn Clock>,
    #[state(skip)]
    extra: T,
    #[cfg(feature = "archive")]
    archive: Archive,
}

#[derive(State)]
struct Pair(Orders, Stations);
