//! The shop in PostgreSQL.

use std::fmt;
use std::time::Duration;

use tokio_postgres::{Client, Config, NoTls, Row};

use super::failure::OrderFailure;
use super::shop::{Money, Order, Product, Receipt, User, Wish};
use super::statements as sql;

/// How long to wait for the server.
const PATIENCE: Duration = Duration::from_secs(3);

/// Said to the server with each connection: how long to wait for a row that another order holds, and
/// for one statement.
const LIMITS: &str = "SET lock_timeout = '3s'; SET statement_timeout = '10s'";

/// Where the server is. Each call has a connection of its own, which outlives no trouble; a shop with
/// many customers would keep some open in a pool. It is not encrypted: for a server on another machine
/// put a TLS connector in the place of `NoTls`.
pub(super) struct Postgres(Box<Config>);

impl Postgres {
    pub(super) async fn open(address: &str) -> Result<Self, OrderFailure> {
        let mut config: Config = address.parse()?;
        config.connect_timeout(PATIENCE);
        config.tcp_user_timeout(PATIENCE);
        let postgres = Self(Box::new(config));
        let client = postgres.connect().await?;
        // One server at a time makes the tables.
        let tables = format!("SELECT pg_advisory_xact_lock(1017); {}", sql::TABLES);
        client.batch_execute(&tables).await?;
        Ok(postgres)
    }

    pub(super) async fn find_users(&self, text: &str) -> Result<Vec<User>, OrderFailure> {
        let client = self.connect().await?;
        let pattern = sql::containing(text);
        let rows = client.query(sql::FIND_USERS, &[&pattern]).await?;
        Ok(rows.iter().map(user).collect::<Result<_, _>>()?)
    }

    pub(super) async fn search_orders(
        &self,
        id: i64,
        status: Option<&'static str>,
        limit: i64,
    ) -> Result<Vec<Order>, OrderFailure> {
        let client = self.connect().await?;
        let found = client.query_opt(sql::USER, &[&id]).await?;
        found.ok_or(OrderFailure::NoSuchUser { id })?;
        let rows = client
            .query(sql::SEARCH_ORDERS, &[&id, &status, &limit])
            .await?;
        Ok(rows.iter().map(order).collect::<Result<_, _>>()?)
    }

    pub(super) async fn place(&self, wish: &Wish) -> Result<Receipt, OrderFailure> {
        let Wish {
            user: id,
            sku,
            quantity,
        } = wish;
        let mut client = self.connect().await?;
        // Dropped without a commit, it changes nothing.
        let transaction = client.transaction().await?;
        // The rows are locked, always in this order, so that nobody spends the same credit or stock.
        let locked = |statement| format!("{statement} FOR UPDATE");
        let row = transaction.query_opt(&locked(sql::USER), &[id]).await?;
        let user = user(&row.ok_or(OrderFailure::NoSuchUser { id: *id })?)?;
        let row = transaction.query_opt(&locked(sql::PRODUCT), &[sku]).await?;
        let Some(row) = row else {
            let skus = transaction.query(sql::SKUS, &[]).await?;
            return Err(OrderFailure::NoSuchProduct {
                sku: sku.clone(),
                skus: skus
                    .iter()
                    .map(|row| row.try_get(0))
                    .collect::<Result<_, _>>()?,
            });
        };
        let product = product(&row)?;
        let total = wish.cost(&user, &product)?;
        transaction
            .execute(sql::TAKE_FROM_STOCK, &[quantity, sku])
            .await?;
        transaction.execute(sql::OWE, &[&total.0, id]).await?;
        let row = transaction
            .query_one(sql::INSERT_ORDER, &[id, sku, quantity, &total.0])
            .await?;
        let order = row.try_get(0)?;
        transaction
            .commit()
            .await
            .map_err(OrderFailure::Unconfirmed)?;
        Ok(wish.receipt(order, total, &user, &product))
    }

    async fn connect(&self) -> Result<Client, OrderFailure> {
        let connecting = self.0.connect(NoTls);
        let (client, connection) = connecting
            .await
            .map_err(|error| OrderFailure::Unavailable(error.into()))?;
        // It ends with the client. When it ends before, whoever waits for an answer is told.
        tokio::spawn(connection);
        client.batch_execute(LIMITS).await?;
        Ok(client)
    }
}

fn user(row: &Row) -> Result<User, tokio_postgres::Error> {
    Ok(User {
        id: row.try_get(0)?,
        name: row.try_get(1)?,
        email: row.try_get(2)?,
        credit_left: Money(row.try_get::<_, i64>(3)? - row.try_get::<_, i64>(4)?),
    })
}

fn product(row: &Row) -> Result<Product, tokio_postgres::Error> {
    Ok(Product {
        sku: row.try_get(0)?,
        name: row.try_get(1)?,
        price: Money(row.try_get(2)?),
        stock: row.try_get(3)?,
    })
}

fn order(row: &Row) -> Result<Order, tokio_postgres::Error> {
    Ok(Order {
        id: row.try_get(0)?,
        sku: row.try_get(1)?,
        quantity: row.try_get(2)?,
        total: Money(row.try_get(3)?),
        status: row.try_get(4)?,
    })
}

impl fmt::Debug for Postgres {
    /// Without the address, which may hold a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Postgres")
    }
}
