//! A server that lets a model query a SQLite database: `query` and `list_tables`.
//!
//! A model writes SQL well and not always right, so what the database says about a query goes back
//! to it, as a quotation. Reading is all that it can do: SQLite refuses the rest, not a look at the
//! text of the query.

mod database;
mod failure;
mod tools;

pub use database::Database;

use mcp_runtime::{Server, ServerBuilder, tools};
use tools::{list_tables, query};

/// The server of a database.
#[must_use]
pub fn server(database: Database) -> ServerBuilder<Database> {
    Server::builder("sql", env!("CARGO_PKG_VERSION"))
        .instructions("Call list_tables once before the first query.")
        .state(database)
        .tools(tools![query, list_tables])
}
