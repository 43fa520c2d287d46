//! A shop of its own for each test.

use std::io::Write;
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

use examples::orders::{Store, server};
use mcp_runtime::testing::{Client, Outcome};
use serde_json::{Value, json};
use tokio_postgres::NoTls;

pub(crate) struct Shop {
    pub(crate) client: Client,
}

impl Shop {
    pub(crate) fn of(store: Store) -> Self {
        let client = Client::new(&server(store).build().unwrap());
        Self { client }
    }

    pub(crate) async fn open(address: &str) -> Self {
        Self::of(Store::open(address).await.unwrap())
    }

    pub(crate) async fn sqlite() -> Self {
        Self::open("sqlite::memory:").await
    }

    /// A shop in a schema of its own, where there is a server.
    pub(crate) async fn postgres() -> Option<Self> {
        Some(Self::open(&postgres_address().await?).await)
    }

    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Result<Value, String> {
        match self.client.call(tool, arguments).await {
            Outcome::Success { structured, .. } => Ok(structured.unwrap()),
            Outcome::ToolFailure { text, .. } => Err(text),
            other => panic!("{other:?}"),
        }
    }

    pub(crate) async fn success(&self, tool: &str, arguments: Value) -> Value {
        self.call(tool, arguments).await.unwrap()
    }

    /// The text of the failure.
    pub(crate) async fn failure(&self, tool: &str, arguments: Value) -> String {
        self.call(tool, arguments).await.unwrap_err()
    }

    pub(crate) async fn order(&self, user: i64, sku: &str, quantity: i64) -> Value {
        self.success("place_order", wish(user, sku, quantity)).await
    }

    pub(crate) async fn refused(&self, user: i64, sku: &str, quantity: i64) -> String {
        self.failure("place_order", wish(user, sku, quantity)).await
    }

    pub(crate) async fn orders(&self, user: i64) -> Value {
        self.success("search_orders", json!({ "user": user })).await
    }

    /// Places the same order for one piece several times at once.
    pub(crate) async fn at_once(
        &self,
        times: usize,
        user: i64,
        sku: &str,
    ) -> Vec<Result<Value, String>> {
        let calls: Vec<_> = (0..times)
            .map(|_| {
                let shop = Self {
                    client: self.client.clone(),
                };
                let wish = wish(user, sku, 1);
                tokio::spawn(async move { shop.call("place_order", wish).await })
            })
            .collect();
        let mut placed = Vec::new();
        for call in calls {
            placed.push(call.await.unwrap());
        }
        placed
    }
}

fn wish(user: i64, sku: &str, quantity: i64) -> Value {
    json!({ "user": user, "sku": sku, "quantity": quantity })
}

/// The address of a new schema, where there is a server.
pub(crate) async fn postgres_address() -> Option<String> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    static SAID: Once = Once::new();

    let Ok(server) = std::env::var("ORDERS_TEST_POSTGRES") else {
        SAID.call_once(|| {
            // Not with `eprintln!`, which is not shown for a test that passes.
            let note = "skipped on PostgreSQL: ORDERS_TEST_POSTGRES is not set\n";
            std::io::stderr().write_all(note.as_bytes()).unwrap();
        });
        return None;
    };
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let schema = format!("orders_test_{}_{count}", std::process::id());
    let (client, connection) = tokio_postgres::connect(&server, NoTls).await.unwrap();
    tokio::spawn(connection);
    let fresh = format!("DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema}");
    client.batch_execute(&fresh).await.unwrap();
    let separator = if server.contains('?') { '&' } else { '?' };
    Some(format!(
        "{server}{separator}options=-csearch_path%3D{schema}"
    ))
}
