//! Where the shop keeps its data: one of two databases.

use std::error::Error;

use super::failure::OrderFailure;
use super::postgres::Postgres;
use super::shop::{Order, Receipt, Status, User, Wish};
use super::sqlite::Sqlite;

/// A shop's database.
#[derive(Debug)]
pub struct Store(Kind);

#[derive(Debug)]
enum Kind {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

impl Store {
    /// SQLite in memory, with some data to begin with: it ends with the process.
    ///
    /// # Errors
    ///
    /// SQLite cannot be used.
    pub fn in_memory() -> Result<Self, Box<dyn Error>> {
        Ok(Self(Kind::Sqlite(Sqlite::in_memory()?)))
    }

    /// The database at an address: `postgres://user:password@host/database`, or `sqlite:shop.db` for
    /// a file. The tables are made where they are missing.
    ///
    /// # Errors
    ///
    /// The address is of another kind, or the database cannot be opened.
    pub async fn open(address: &str) -> Result<Self, Box<dyn Error>> {
        if let Some(file) = address.strip_prefix("sqlite:") {
            let sqlite = Sqlite::file(file);
            return Ok(Self(Kind::Sqlite(sqlite.map_err(told)?)));
        }
        if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            let postgres = Postgres::open(address).await;
            return Ok(Self(Kind::Postgres(postgres.map_err(told)?)));
        }
        // What it is stays unsaid: it may hold a password.
        Err("the database's address must begin with postgres:// or sqlite:".into())
    }

    /// The database that `DATABASE_URL` names, or the one in memory.
    ///
    /// # Errors
    ///
    /// As [`Store::open`].
    pub async fn from_environment() -> Result<Self, Box<dyn Error>> {
        match std::env::var("DATABASE_URL") {
            Ok(address) => Self::open(&address).await,
            Err(_) => Self::in_memory(),
        }
    }

    /// At most 20 users whose name or e-mail contains a text.
    pub(super) async fn find_users(&self, text: &str) -> Result<Vec<User>, OrderFailure> {
        match &self.0 {
            Kind::Sqlite(sqlite) => sqlite.find_users(text).await,
            Kind::Postgres(postgres) => postgres.find_users(text).await,
        }
    }

    /// The newest orders of a user.
    pub(super) async fn search_orders(
        &self,
        user: i64,
        status: Option<Status>,
        limit: i64,
    ) -> Result<Vec<Order>, OrderFailure> {
        let status = status.map(Status::as_str);
        match &self.0 {
            Kind::Sqlite(sqlite) => sqlite.search_orders(user, status, limit).await,
            Kind::Postgres(postgres) => postgres.search_orders(user, status, limit).await,
        }
    }

    /// Places an order, whole or not at all.
    pub(super) async fn place(&self, wish: Wish) -> Result<Receipt, OrderFailure> {
        match &self.0 {
            Kind::Sqlite(sqlite) => sqlite.place(wish).await,
            Kind::Postgres(postgres) => postgres.place(&wish).await,
        }
    }
}

/// An error and what caused it, for whoever starts the server.
fn told(error: impl Into<OrderFailure>) -> String {
    let error = error.into();
    let mut text = error.to_string();
    let mut next = error.source();
    // No error says how many causes it has.
    for _ in 0..8 {
        let Some(cause) = next else { break };
        text.push_str(": ");
        text.push_str(&cause.to_string());
        next = cause.source();
    }
    text
}
