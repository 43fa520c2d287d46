//! The shop in SQLite, which is part of the program.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};

use super::failure::OrderFailure;
use super::shop::{Money, Order, Product, Receipt, User, Wish};
use super::statements as sql;

/// How long to wait for another program that writes the file.
const PATIENCE: Duration = Duration::from_secs(3);

/// One connection: SQLite writes one thing at a time anyway.
pub(super) struct Sqlite(Arc<Mutex<Connection>>);

impl Sqlite {
    pub(super) fn in_memory() -> rusqlite::Result<Self> {
        Self::set_up(Connection::open_in_memory()?)
    }

    pub(super) fn file(path: impl AsRef<Path>) -> rusqlite::Result<Self> {
        Self::set_up(Connection::open(path)?)
    }

    fn set_up(connection: Connection) -> rusqlite::Result<Self> {
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // This is what makes SQLite count the rows of a table up.
        let tables = sql::TABLES.replace("BIGSERIAL PRIMARY KEY", "INTEGER PRIMARY KEY");
        connection.execute_batch(&tables)?;
        Ok(Self(Arc::new(Mutex::new(connection))))
    }

    pub(super) async fn find_users(&self, text: &str) -> Result<Vec<User>, OrderFailure> {
        let pattern = sql::containing(text);
        self.run(move |connection| {
            let mut statement = connection.prepare(sql::FIND_USERS)?;
            let users = statement.query_map([pattern], user)?;
            Ok(users.collect::<Result<_, _>>()?)
        })
        .await
    }

    pub(super) async fn search_orders(
        &self,
        id: i64,
        status: Option<&'static str>,
        limit: i64,
    ) -> Result<Vec<Order>, OrderFailure> {
        self.run(move |connection| {
            let found = connection.query_row(sql::USER, [id], user).optional()?;
            found.ok_or(OrderFailure::NoSuchUser { id })?;
            let mut statement = connection.prepare(sql::SEARCH_ORDERS)?;
            let orders = statement.query_map(params![id, status, limit], order)?;
            Ok(orders.collect::<Result<_, _>>()?)
        })
        .await
    }

    pub(super) async fn place(&self, wish: Wish) -> Result<Receipt, OrderFailure> {
        self.run(move |connection| {
            // From the first look on, nobody else writes. Dropped without a commit, it changes nothing.
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let Wish {
                user: id,
                sku,
                quantity,
            } = &wish;
            let user = transaction.query_row(sql::USER, [id], user).optional()?;
            let user = user.ok_or(OrderFailure::NoSuchUser { id: *id })?;
            let found = transaction
                .query_row(sql::PRODUCT, [sku], product)
                .optional()?;
            let Some(product) = found else {
                let mut statement = transaction.prepare(sql::SKUS)?;
                let skus = statement.query_map([], |row| row.get(0))?;
                return Err(OrderFailure::NoSuchProduct {
                    sku: sku.clone(),
                    skus: skus.collect::<Result<_, _>>()?,
                });
            };
            let total = wish.cost(&user, &product)?;
            transaction.execute(sql::TAKE_FROM_STOCK, params![quantity, sku])?;
            transaction.execute(sql::OWE, params![total.0, id])?;
            let order = params![id, sku, quantity, total.0];
            let order = transaction.query_row(sql::INSERT_ORDER, order, |row| row.get(0))?;
            transaction.commit()?;
            Ok(wish.receipt(order, total, &user, &product))
        })
        .await
    }

    /// Runs work on a thread that may wait, for a lock or for the disk.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, OrderFailure> + Send + 'static,
    ) -> Result<T, OrderFailure> {
        let connection = Arc::clone(&self.0);
        let work = move || {
            // A panic left no transaction behind: it was rolled back on the way out.
            let mut connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut connection)
        };
        let done = tokio::task::spawn_blocking(work).await;
        done.map_err(|error| OrderFailure::Database(error.into()))?
    }
}

fn user(row: &Row<'_>) -> rusqlite::Result<User> {
    Ok(User {
        id: row.get(0)?,
        name: row.get(1)?,
        email: row.get(2)?,
        credit_left: Money(row.get::<_, i64>(3)? - row.get::<_, i64>(4)?),
    })
}

fn product(row: &Row<'_>) -> rusqlite::Result<Product> {
    Ok(Product {
        sku: row.get(0)?,
        name: row.get(1)?,
        price: Money(row.get(2)?),
        stock: row.get(3)?,
    })
}

fn order(row: &Row<'_>) -> rusqlite::Result<Order> {
    Ok(Order {
        id: row.get(0)?,
        sku: row.get(1)?,
        quantity: row.get(2)?,
        total: Money(row.get(3)?),
        status: row.get(4)?,
    })
}

impl fmt::Debug for Sqlite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sqlite")
    }
}
