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
#[automatically_derived]
impl<T: Clock> ::mcp_runtime::__private::HasPart<Orders> for App<T> {
    fn part(&self) -> &Orders {
        &self.orders
    }
}
#[automatically_derived]
impl<T: Clock> ::mcp_runtime::__private::HasPart<Stations> for App<T> {
    fn part(&self) -> &<Arc<Stations> as ::mcp_runtime::__private::Deref>::Target {
        ::mcp_runtime::__private::Deref::deref(&self.stations)
    }
}
#[automatically_derived]
impl<T: Clock> ::mcp_runtime::__private::HasPart<dyn Clock> for App<T> {
    fn part(&self) -> &<Box<dyn Clock> as ::mcp_runtime::__private::Deref>::Target {
        ::mcp_runtime::__private::Deref::deref(&self.clock)
    }
}
#[cfg(feature = "archive")]
#[automatically_derived]
impl<T: Clock> ::mcp_runtime::__private::HasPart<Archive> for App<T> {
    fn part(&self) -> &Archive {
        &self.archive
    }
}
struct Pair(Orders, Stations);
#[automatically_derived]
impl ::mcp_runtime::__private::HasPart<Orders> for Pair {
    fn part(&self) -> &Orders {
        &self.0
    }
}
#[automatically_derived]
impl ::mcp_runtime::__private::HasPart<Stations> for Pair {
    fn part(&self) -> &Stations {
        &self.1
    }
}
