//! A shop's server: `find_user`, `search_orders` and `place_order`.
//!
//! Its data are in SQLite, or in PostgreSQL where `DATABASE_URL` says so. An order is placed whole or
//! not at all, and only within the customer's credit and the stock; a refusal says what would do.

mod failure;
mod postgres;
mod shop;
mod sqlite;
mod statements;
mod store;
mod tools;

pub use store::Store;

use mcp_runtime::{Server, ServerBuilder, tools};
use tools::{find_user, place_order, search_orders};

/// The server of a shop.
#[must_use]
pub fn server(store: Store) -> ServerBuilder<Store> {
    Server::builder("orders", env!("CARGO_PKG_VERSION"))
        .state(store)
        .tools(tools![find_user, search_orders, place_order])
}
