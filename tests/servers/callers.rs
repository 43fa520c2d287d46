//! Tools chosen for each caller.

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{CacheScope, Principal, ProtocolVersion, Server, ServerBuilder, tool, tools};
use serde_json::{Value, json};

/// Read an order.
#[tool(read_only)]
async fn read_order() {}

/// Send an order.
#[tool]
async fn send_order() {}

/// Delete an order.
#[tool(destructive, meta = json!({ "team": "back office" }))]
async fn delete_order() {}

fn builder() -> ServerBuilder<()> {
    Server::builder("orders", "1")
        .tools(tools![read_order, send_order, delete_order])
        .cache_scope(CacheScope::Public)
        .tools_for(|caller, tool| {
            let may = |scope| caller.is_some_and(|caller| caller.has_scope(scope));
            if tool.meta("team").is_some() {
                return may("admin");
            }
            tool.read_only() == Some(true) || may("write")
        })
}

fn client(scopes: &[&str]) -> Client {
    let client = Client::new(&builder().build().unwrap());
    let caller = scopes
        .iter()
        .fold(Principal::new("u"), |caller, scope| caller.scope(*scope));
    client.with_principal(caller)
}

async fn names(client: &Client) -> Vec<String> {
    let listed = client.list_tools().await.unwrap();
    listed
        .iter()
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn a_caller_sees_its_tools_and_no_others() {
    let server = builder().build().unwrap();
    let nobody = Client::new(&server);
    assert_eq!(names(&nobody).await, ["read_order"]);
    assert_eq!(
        names(&client(&["write"])).await,
        ["read_order", "send_order"]
    );
    assert_eq!(
        names(&client(&["admin"])).await,
        ["read_order", "delete_order"]
    );
    for version in ProtocolVersion::ALL {
        let client = client(&["write"]).with_version(version);
        assert_eq!(
            names(&client).await,
            ["read_order", "send_order"],
            "{version}"
        );
    }
}

#[tokio::test]
async fn a_tool_that_a_caller_does_not_see_is_unknown_to_it() {
    let client = client(&["write"]);
    let hidden = client.call("delete_order", Value::Null).await;
    let missing = client.call("delete_orders", Value::Null).await;
    for outcome in [hidden, missing] {
        let Outcome::ProtocolError { code, message, .. } = outcome else {
            panic!("{outcome:?}");
        };
        assert_eq!(code, -32602);
        assert!(
            message.starts_with("Unknown tool 'delete_order"),
            "{message}"
        );
        assert!(
            !message.contains("did you mean 'delete_order'"),
            "{message}"
        );
    }
    assert_eq!(client.call("send_order", Value::Null).await.text(), "Done.");
}

#[tokio::test]
async fn a_list_that_depends_on_the_caller_is_private() {
    let list = |server: Server| async move {
        let client = Client::new(&server);
        let page = client.request("tools/list", json!({})).await.unwrap();
        page["cacheScope"].clone()
    };
    assert_eq!(list(builder().build().unwrap()).await, "private");
    let same = Server::builder("orders", "1").tools(tools![read_order]);
    assert_eq!(list(same.build().unwrap()).await, "public");
}

#[tokio::test]
async fn pages_are_full_of_what_the_caller_sees_and_their_cursors_are_its_own() {
    let server = builder().page_size(1).build().unwrap();
    let caller =
        |scope: &str| Client::new(&server).with_principal(Principal::new("u").scope(scope));
    let page = caller("admin")
        .request("tools/list", json!({}))
        .await
        .unwrap();
    let cursor = json!({ "cursor": page["nextCursor"] });
    let page = caller("admin").request("tools/list", cursor).await.unwrap();
    assert_eq!(page["tools"][0]["name"], "delete_order");
    assert_eq!(page.get("nextCursor"), None);

    let page = caller("write")
        .request("tools/list", json!({}))
        .await
        .unwrap();
    let page = caller("write")
        .request("tools/list", json!({ "cursor": page["nextCursor"] }))
        .await
        .unwrap();
    assert_eq!(page["tools"][0]["name"], "send_order");
    assert_eq!(
        page.get("nextCursor"),
        None,
        "the last tool is not this caller's"
    );
}

#[tokio::test]
async fn a_choice_that_panics_shows_nothing() {
    let server = Server::builder("orders", "1")
        .tools(tools![read_order])
        .tools_for(|_, _| panic!("no database"))
        .build()
        .unwrap();
    let client = Client::new(&server);
    let error = client.request("tools/list", json!({})).await.unwrap_err();
    assert_eq!(error.code, -32603);
    assert!(!error.message.contains("no database"), "{error}");
    let outcome = client.call("read_order", Value::Null).await;
    assert!(
        matches!(outcome, Outcome::ProtocolError { code: -32603, .. }),
        "{outcome:?}"
    );
}
