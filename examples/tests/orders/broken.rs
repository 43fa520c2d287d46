//! What a model reads when the database is broken, which is nothing about the database.

use std::path::PathBuf;

use examples::orders::Store;
use rusqlite::Connection;
use serde_json::json;

use super::proxy::Proxy;
use super::shop::{Shop, postgres_address};

const UNAVAILABLE: &str = "The order database cannot be reached or is busy. \
    This is usually temporary; retry once. \
    If it fails again, tell the user that the shop is out of order; nothing was changed.";

/// A database file, removed at the end.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        let name = format!("orders-example-{}-{name}.db", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn address(&self) -> String {
        format!("sqlite:{}", self.0.display())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // What is left over lies in the system's folder for such things.
        let _ = std::fs::remove_file(&self.0);
    }
}

#[tokio::test]
async fn an_order_in_a_file_is_there_for_the_next_process() {
    let file = File::new("kept");
    Shop::open(&file.address()).await.order(2, "LIGHT", 1).await;
    let orders = Shop::open(&file.address()).await.orders(2).await;
    assert_eq!(orders.as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_file_that_another_program_writes_is_worth_one_retry() {
    let file = File::new("busy");
    let shop = Shop::open(&file.address()).await;
    let other = Connection::open(&file.0).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(shop.refused(1, "PUMP", 1).await, UNAVAILABLE);
    other.execute_batch("ROLLBACK").unwrap();
    shop.order(1, "PUMP", 1).await;
}

#[tokio::test]
async fn what_the_database_says_of_its_tables_stays_in_the_log() {
    let file = File::new("broken");
    let shop = Shop::open(&file.address()).await;
    let other = Connection::open(&file.0).unwrap();
    other
        .execute_batch("ALTER TABLE products RENAME TO stolen_products")
        .unwrap();
    let text = shop.refused(1, "PUMP", 1).await;
    let (told, reference) = text.split_once("reference ").unwrap();
    assert_eq!(
        told,
        "This tool failed because of a fault of its own. \
         Do not retry; tell the user that it failed. Quote the "
    );
    let (id, rest) = reference.split_at(8);
    assert!(id.chars().all(char::is_alphanumeric), "{text}");
    assert_eq!(rest, ", under which the fault is logged.");
}

#[tokio::test]
async fn an_address_that_cannot_be_used_is_refused_without_repeating_it() {
    for address in [
        "mysql://admin:hunter2@localhost/shop",
        "postgres://admin:hunter2@127.0.0.1:none/shop",
        "postgres://admin:hunter2@127.0.0.1:1/shop",
    ] {
        let error = Store::open(address).await.unwrap_err().to_string();
        assert!(!error.contains("hunter2"), "{error}");
    }
}

#[tokio::test]
async fn a_server_that_is_down_is_worth_one_retry() {
    let Some(address) = postgres_address().await else {
        return;
    };
    let proxy = Proxy::of(&address);
    let shop = Shop::open(&proxy.address).await;
    shop.order(1, "PUMP", 1).await;
    proxy.break_down();
    assert_eq!(shop.refused(1, "PUMP", 1).await, UNAVAILABLE);
    assert_eq!(
        shop.failure("find_user", json!({ "text": "kari" })).await,
        UNAVAILABLE
    );
}

#[tokio::test]
async fn an_order_that_nobody_confirmed_is_looked_for_and_not_placed_twice() {
    let Some(address) = postgres_address().await else {
        return;
    };
    let proxy = Proxy::of(&address);
    let shop = Shop::open(&proxy.address).await;
    proxy.cut_commits();
    assert_eq!(
        shop.refused(2, "LIGHT", 1).await,
        "The connection to the order database broke while the order was written, \
         so it may or may not be placed. Do not retry. \
         Call search_orders to see whether it is there, and place it again only if it is not. \
         If that does not help, tell the user that the order is unconfirmed."
    );
    assert_eq!(
        shop.orders(2).await,
        json!([{ "id": 4, "sku": "LIGHT", "quantity": 1, "total": "39.00 EUR", "status": "open" }])
    );
}
