//! Lists show what the caller's scopes permit.

use mcp_runtime::Server;
use mcp_runtime::{tool, tools};
use serde_json::json;

use crate::world::{bearer, builder, modern, send, service};

#[tokio::test]
async fn a_list_shows_what_the_caller_may_call() {
    let mut service = service();
    let mut names = async |token: &str, method: &str, list: &str, member: &str| {
        send(&mut service, modern(token, method, json!({})))
            .await
            .names(list, member)
    };
    assert_eq!(names("ada", "tools/list", "tools", "name").await, ["who"]);
    let read = "ada.orders-read";
    assert_eq!(
        names(read, "tools/list", "tools", "name").await,
        ["who", "read_order"]
    );
    let all = "ada.orders-admin";
    assert_eq!(
        names(all, "tools/list", "tools", "name").await,
        ["who", "read_order", "delete_order"]
    );
    assert_eq!(
        names("ada", "prompts/list", "prompts", "name").await,
        ["greet"]
    );
    assert_eq!(
        names(read, "prompts/list", "prompts", "name").await,
        ["greet", "explain"]
    );
    assert_eq!(
        names("ada", "resources/list", "resources", "uri").await,
        ["orders://help"]
    );
    assert_eq!(
        names(read, "resources/list", "resources", "uri").await,
        ["orders://help", "orders://open"]
    );
    let templates = (
        "resources/templates/list",
        "resourceTemplates",
        "uriTemplate",
    );
    assert_eq!(
        names("ada", templates.0, templates.1, templates.2).await,
        [""; 0]
    );
    assert_eq!(
        names(read, templates.0, templates.1, templates.2).await,
        ["orders://by-id/{id}"]
    );
}

#[tokio::test]
async fn a_list_with_scopes_in_it_is_its_readers_own() {
    for method in [
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
    ] {
        let came = send(&mut service(), modern("ada", method, json!({}))).await;
        assert_eq!(came.json()["result"]["cacheScope"], "private", "{method}");
    }
}

/// Says hello.
#[tool]
fn hello() {}

#[tokio::test]
async fn a_list_without_scopes_is_anybodys() {
    let server = Server::builder("open", "1.0.0")
        .tools(tools![hello])
        .bearer(bearer());
    let mut service = server.build().unwrap().into_service();
    let came = send(&mut service, modern("ada", "tools/list", json!({}))).await;
    assert_eq!(came.json()["result"]["cacheScope"], "public");
}

#[tokio::test]
async fn a_cursor_says_nothing_of_what_its_bearer_may_not_see() {
    let server = builder().bearer(bearer()).page_size(1).build().unwrap();
    let mut service = server.into_service();
    let all = "ada.orders-admin";
    let mut cursor = json!(null);
    let mut cursors = Vec::new();
    for _ in 0..2 {
        let page = send(
            &mut service,
            modern(all, "tools/list", json!({"cursor": cursor})),
        )
        .await;
        cursor = page.json()["result"]["nextCursor"].clone();
        cursors.push(cursor.clone());
    }
    // Behind `read_order`, which is nothing to one without its scope.
    let params = json!({"cursor": cursors[1]});
    let came = send(&mut service, modern("eve", "tools/list", params)).await;
    assert_eq!(came.json()["error"]["code"], -32602);
}
