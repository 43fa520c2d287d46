//! The shop as a model meets it, on both databases.
//!
//! `ORDERS_TEST_POSTGRES` is the address of a PostgreSQL server whose database these tests may make
//! schemas in; without it the tests on PostgreSQL say that they were skipped. `.ci/postgres` starts
//! one.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod broken;
mod proxy;
mod shop;

use serde_json::{Value, json};
use shop::Shop;

/// Runs each test on SQLite, and on PostgreSQL where it is.
macro_rules! on_both {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $test() {
                super::$test(super::Shop::sqlite().await).await;
            })*
        }
        mod postgres {
            $(#[tokio::test]
            async fn $test() {
                if let Some(shop) = super::Shop::postgres().await {
                    super::$test(shop).await;
                }
            })*
        }
    };
}

on_both![
    a_model_finds_a_user_from_the_text_about_the_wrong_name,
    a_model_corrects_a_user_and_a_product_that_are_not_there,
    an_order_beyond_the_stock_is_refused_with_what_is_there,
    an_order_beyond_the_credit_is_refused_with_what_it_is_enough_for,
    a_refused_order_changes_nothing,
    the_last_ones_are_sold_once,
    the_same_credit_is_spent_once,
    orders_are_found_by_how_far_they_are,
    what_is_looked_for_is_text_and_no_pattern,
];

async fn a_model_finds_a_user_from_the_text_about_the_wrong_name(shop: Shop) {
    assert_eq!(
        shop.failure("find_user", json!({ "text": "Nordman, Kari" }))
            .await,
        "No user's name or e-mail contains 'Nordman, Kari'. The same call will fail again. \
         Try a shorter part of the name. If that does not help, ask the user how the name is spelled."
    );
    assert_eq!(
        shop.success("find_user", json!({ "text": "NORD" })).await,
        json!([{
            "id": 1,
            "name": "Kari Nordmann",
            "email": "kari@example.com",
            "credit_left": "435.00 EUR",
        }])
    );
}

async fn a_model_corrects_a_user_and_a_product_that_are_not_there(shop: Shop) {
    for (tool, arguments) in [
        ("search_orders", json!({ "user": 17 })),
        (
            "place_order",
            json!({ "user": 17, "sku": "PUMP", "quantity": 1 }),
        ),
    ] {
        assert_eq!(
            shop.failure(tool, arguments).await,
            "There is no user with the number 17. The same call will fail again. \
             Call find_user with a part of the name or e-mail to learn the number. \
             If that does not help, ask the user for the name."
        );
    }
    assert_eq!(
        shop.refused(1, "TIRE", 2).await,
        "There is no product 'TIRE'. The same call will fail again. \
         Call again with one of BELL, LIGHT, PUMP, TYRE-28, if the user means that. \
         If that does not help, ask the user which product is meant."
    );
    assert_eq!(
        shop.order(1, "TYRE-28", 2).await,
        json!({
            "order": 4,
            "customer": "Kari Nordmann",
            "product": "2 of TYRE-28, Tyre, 28 inch",
            "total": "54.00 EUR",
            "credit_left": "381.00 EUR",
        })
    );
    assert_eq!(
        shop.orders(1).await[0],
        json!({ "id": 4, "sku": "TYRE-28", "quantity": 2, "total": "54.00 EUR", "status": "open" })
    );
}

async fn an_order_beyond_the_stock_is_refused_with_what_is_there(shop: Shop) {
    assert_eq!(
        shop.refused(1, "PUMP", 6).await,
        "The order is for 6 of 'Floor pump', and only 5 are in stock. The same call will fail again. \
         Ask the user whether to order 5."
    );
    shop.order(1, "PUMP", 5).await;
    assert_eq!(
        shop.refused(1, "PUMP", 1).await,
        "The order is for 1 of 'Floor pump', and none is in stock. The same call will fail again. \
         Offer the user another product."
    );
}

async fn an_order_beyond_the_credit_is_refused_with_what_it_is_enough_for(shop: Shop) {
    assert_eq!(
        shop.refused(2, "LIGHT", 3).await,
        "The order is 117.00 EUR, and Jean Dupont has 100.00 EUR of credit left, \
         enough for 2. The same call will fail again. Ask the user whether to order 2. \
         If that does not help, tell the user that an open order has to be paid first."
    );
    let receipt = shop.order(2, "LIGHT", 2).await;
    assert_eq!(receipt["credit_left"], "22.00 EUR");
    let text = shop.refused(2, "LIGHT", 1).await;
    assert!(
        text.contains("of credit left, enough for 0. The same call will fail again. Offer the user another product."),
        "{text}"
    );
}

async fn a_refused_order_changes_nothing(shop: Shop) {
    for (sku, quantity) in [("PUMP", 6), ("LIGHT", 3), ("NONE", 1)] {
        shop.refused(2, sku, quantity).await;
    }
    let users = shop.success("find_user", json!({ "text": "jean" })).await;
    assert_eq!(users[0]["credit_left"], "100.00 EUR");
    assert_eq!(shop.orders(2).await, json!([]));
}

async fn the_last_ones_are_sold_once(shop: Shop) {
    let placed = shop.at_once(8, 3, "PUMP").await;
    assert_eq!(placed.iter().filter(|placed| placed.is_ok()).count(), 5);
    for refused in placed.into_iter().filter_map(Result::err) {
        assert!(
            refused.starts_with("The order is for 1 of 'Floor pump', and none is in stock."),
            "{refused}"
        );
    }
}

async fn the_same_credit_is_spent_once(shop: Shop) {
    let placed = shop.at_once(4, 2, "LIGHT").await;
    assert_eq!(placed.iter().filter(|placed| placed.is_ok()).count(), 2);
    assert_eq!(shop.orders(2).await.as_array().map(Vec::len), Some(2));
}

async fn orders_are_found_by_how_far_they_are(shop: Shop) {
    let find = |arguments| shop.success("search_orders", arguments);
    let all = find(json!({ "user": 3 })).await;
    let ids: Vec<&Value> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|order| &order["id"])
        .collect();
    assert_eq!(ids, [3, 2], "the newest first");
    let shipped = find(json!({ "user": 3, "status": "shipped" })).await;
    assert_eq!(
        shipped,
        json!([{ "id": 2, "sku": "LIGHT", "quantity": 2, "total": "78.00 EUR", "status": "shipped" }])
    );
    let one = find(json!({ "user": 3, "limit": 1 })).await;
    assert_eq!(one.as_array().map(Vec::len), Some(1));
    assert_eq!(
        find(json!({ "user": 3, "status": "open" })).await,
        json!([])
    );
}

async fn what_is_looked_for_is_text_and_no_pattern(shop: Shop) {
    for text in ["%", "_", "\\", "' OR 1=1 --"] {
        let told = shop.failure("find_user", json!({ "text": text })).await;
        assert!(
            told.starts_with("No user's name or e-mail contains"),
            "{told}"
        );
    }
    let all = shop
        .success("find_user", json!({ "text": "@example." }))
        .await;
    assert_eq!(all.as_array().map(Vec::len), Some(4));
}
