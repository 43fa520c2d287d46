//! `tools/list`: pages, cursors, and what may be kept.

use std::time::Duration;

use mcp_runtime::testing::Client;
use mcp_runtime::{CacheScope, ProtocolVersion, Server, ServerBuilder, tool, tools};
use serde_json::{Value, json};

/// One.
#[tool]
async fn one() {}

/// Two.
#[tool]
async fn two() {}

/// Three.
#[tool]
async fn three() {}

/// Four.
#[tool]
async fn four() {}

/// Five.
#[tool]
async fn five() {}

fn builder() -> ServerBuilder<()> {
    Server::builder("s", "1").tools(tools![one, two, three, four, five])
}

fn names(page: &Value) -> Vec<&str> {
    let tools = page["tools"].as_array().unwrap().iter();
    tools.map(|tool| tool["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn there_is_one_page_in_the_order_written_unless_a_size_is_set() {
    let client = Client::new(&builder().build().unwrap());
    let page = client.request("tools/list", json!({})).await.unwrap();
    assert_eq!(names(&page), ["one", "two", "three", "four", "five"]);
    assert!(page.get("nextCursor").is_none());
    let same = client
        .request("tools/list", json!({ "cursor": null }))
        .await
        .unwrap();
    assert_eq!(page, same);
}

#[tokio::test]
async fn pages_follow_each_other_by_cursors_that_stay_the_same() {
    let client = Client::new(&builder().page_size(2).build().unwrap());
    let replica = Client::new(&builder().page_size(2).build().unwrap());
    for version in ProtocolVersion::ALL {
        let client = client.clone().with_version(version);
        let first = client.request("tools/list", json!({})).await.unwrap();
        assert_eq!(names(&first), ["one", "two"]);
        let next = json!({ "cursor": first["nextCursor"] });
        let second = replica.request("tools/list", next.clone()).await.unwrap();
        assert_eq!(names(&second), ["three", "four"]);
        let again = client.request("tools/list", next).await.unwrap();
        assert_eq!(names(&again), ["three", "four"]);
        let last = json!({ "cursor": second["nextCursor"] });
        let third = client.request("tools/list", last).await.unwrap();
        assert_eq!(names(&third), ["five"]);
        assert!(third.get("nextCursor").is_none());
    }
    assert_eq!(client.list_tools().await.unwrap().len(), 5);
}

#[tokio::test]
async fn cursors_that_were_not_given_out_are_refused() {
    let client = Client::new(&builder().page_size(2).build().unwrap());
    for cursor in [json!("x"), json!(""), json!(2), json!({})] {
        let error = client
            .request("tools/list", json!({ "cursor": cursor }))
            .await
            .unwrap_err();
        assert_eq!(error.code, -32602);
        assert!(error.message.starts_with("Invalid cursor"), "{error}");
    }
}

#[tokio::test]
async fn a_server_without_tools_has_an_empty_page() {
    let client = Client::new(&Server::builder("s", "1").build().unwrap());
    assert_eq!(client.list_tools().await.unwrap(), Vec::<Value>::new());
}

#[tokio::test]
async fn what_may_be_kept_is_said_where_the_revision_can() {
    let server = builder()
        .cache_for(Duration::from_secs(60))
        .cache_scope(CacheScope::Private)
        .build()
        .unwrap();
    for version in ProtocolVersion::ALL {
        let client = Client::new(&server).with_version(version);
        let page = client.request("tools/list", json!({})).await.unwrap();
        let said = version.is_stateless();
        assert_eq!(page.get("ttlMs"), said.then(|| json!(60_000)).as_ref());
        assert_eq!(
            page.get("cacheScope"),
            said.then(|| json!("private")).as_ref()
        );
    }
}
