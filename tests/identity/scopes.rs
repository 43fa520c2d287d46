//! What a caller may call, and what it is told of what it may not.

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{Context, DynamicTool, Principal, RawArguments};
use serde_json::{Value, json};
use tower_service::Service;

use crate::world::{METADATA, bearer, builder, call, modern, send, service};

#[tokio::test]
async fn a_call_without_the_scope_names_all_that_the_call_needs() {
    let came = send(
        &mut service(),
        call("ada.orders-write", "delete_order", json!({"id": 1})),
    )
    .await;
    assert_eq!(came.status, 403);
    assert_eq!(
        came.challenge(),
        format!(
            r#"Bearer error="insufficient_scope", scope="orders:write orders:delete", resource_metadata="{METADATA}""#
        )
    );
    let error = &came.json()["error"];
    assert_eq!(error["code"], -32600);
    assert_eq!(
        error["message"],
        "'delete_order' needs a token with the scopes 'orders:write', 'orders:delete', and this one lacks some of it"
    );
    assert_eq!(
        error["data"],
        json!({"scopes": ["orders:write", "orders:delete"]})
    );
}

#[tokio::test]
async fn a_call_with_every_scope_is_a_call() {
    let token = "ada.orders-write.orders-delete";
    let came = send(
        &mut service(),
        call(token, "delete_order", json!({"id": 1})),
    )
    .await;
    assert_eq!((came.status, &*came.text()), (200, "deleted 1"));
}

#[tokio::test]
async fn a_broad_scope_has_the_narrow_ones_in_it() {
    for tool in ["delete_order", "read_order"] {
        let came = send(
            &mut service(),
            call("ada.orders-admin", tool, json!({"id": 1})),
        )
        .await;
        assert_eq!(came.status, 200, "{tool}");
    }
}

#[tokio::test]
async fn scopes_are_asked_for_before_arguments_are_looked_at() {
    let came = send(
        &mut service(),
        call("ada", "read_order", json!({"id": "x"})),
    )
    .await;
    assert_eq!(came.status, 403);
}

#[tokio::test]
async fn prompts_and_resources_ask_for_their_scopes_too() {
    let asked = [
        (
            "prompts/get",
            json!({"name": "explain", "arguments": {"state": "open"}}),
        ),
        ("resources/read", json!({"uri": "orders://open"})),
        ("resources/read", json!({"uri": "orders://by-id/1"})),
        (
            "completion/complete",
            json!({
                "ref": {"type": "ref/prompt", "name": "explain"},
                "argument": {"name": "state", "value": "o"},
            }),
        ),
    ];
    for (method, params) in asked {
        let came = send(&mut service(), modern("ada", method, params.clone())).await;
        assert_eq!(came.status, 403, "{method}");
        assert!(came.challenge().contains(r#"scope="orders:read""#));
        let came = send(&mut service(), modern("ada.orders-read", method, params)).await;
        assert_eq!(came.status, 200, "{method}: {came:?}");
    }
}

#[tokio::test]
async fn a_subscription_to_a_resource_asks_for_what_reading_it_does() {
    let listen = |token: &str| {
        let filter = json!({"resourceSubscriptions": ["orders://help", "orders://by-id/7"]});
        let mut request = modern(
            token,
            "subscriptions/listen",
            json!({"notifications": filter}),
        );
        let events = "application/json, text/event-stream".parse().unwrap();
        request.headers_mut().insert("Accept", events);
        request
    };
    let came = send(&mut service(), listen("ada")).await;
    assert_eq!(came.status, 403);
    assert!(came.challenge().contains(r#"scope="orders:read""#));
    let listening = service().call(listen("ada.orders-read")).await.unwrap();
    assert_eq!(listening.status(), 200);
    assert_eq!(listening.headers()["content-type"], "text/event-stream");
}

#[tokio::test]
async fn what_is_hidden_is_unknown_to_whom_it_is_hidden_from() {
    let server = builder()
        .bearer(bearer())
        .hide_unauthorized()
        .build()
        .unwrap();
    let mut service = server.into_service();
    let came = send(&mut service, call("ada", "delete_order", json!({"id": 1}))).await;
    let nobody = send(&mut service, call("ada", "nothing", json!({"id": 1}))).await;
    assert_eq!((came.status, nobody.status), (200, 200));
    let error = &came.json()["error"];
    assert_eq!(error["code"], -32602);
    assert_eq!(
        error["message"],
        "Unknown tool 'delete_order': 'tools/list' has the names"
    );
    // Nor is it what somebody may have meant.
    let near = send(&mut service, call("ada", "delete_orde", json!({}))).await;
    assert_eq!(
        near.json()["error"]["message"],
        "Unknown tool 'delete_orde': 'tools/list' has the names"
    );
    for (method, params) in [
        ("prompts/get", json!({"name": "explain"})),
        ("resources/read", json!({"uri": "orders://open"})),
        ("resources/read", json!({"uri": "orders://by-id/1"})),
    ] {
        let came = send(&mut service, modern("ada", method, params)).await;
        assert_eq!(came.json()["error"]["code"], -32602, "{method}");
        assert!(!came.headers.contains_key("www-authenticate"));
    }
}

#[tokio::test]
async fn what_only_the_name_of_is_near_is_not_suggested_to_who_may_not_call_it() {
    let near = send(&mut service(), call("ada", "delete_orde", json!({}))).await;
    assert!(!near.body.contains("delete_order"), "{near:?}");
}

#[tokio::test]
async fn in_its_own_process_the_user_may_call_everything() {
    let client = Client::new(&builder().build().unwrap());
    let outcome = client.call("delete_order", json!({"id": 1})).await;
    assert_eq!(outcome.text(), "deleted 1");
}

#[tokio::test]
async fn a_principal_is_held_to_its_scopes_wherever_it_calls() {
    let client = Client::new(&builder().build().unwrap());
    let client = client.with_principal(Principal::new("ada"));
    let outcome = client.call("delete_order", json!({"id": 1})).await;
    assert!(
        matches!(outcome, Outcome::ProtocolError { .. }),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn tools_of_run_time_have_scopes_as_well() {
    let echo = |arguments: RawArguments, _: Context| async move { arguments.get().to_owned() };
    let schema = json!({"type": "object", "properties": {}});
    let tool = DynamicTool::new("echo", "Echoes.", &schema, echo).scope("echo");
    let server = mcp_runtime::Server::builder("proxy", "1.0.0").tools(tool.into());
    let mut service = server.bearer(bearer()).build().unwrap().into_service();
    assert_eq!(
        send(&mut service, call("ada", "echo", json!({})))
            .await
            .status,
        403
    );
    assert_eq!(
        send(&mut service, call("ada.echo", "echo", json!({})))
            .await
            .status,
        200
    );
}

#[test]
fn a_scope_that_is_none_keeps_the_server_from_being_built() {
    let echo = |_: RawArguments, _: Context| async move { "" };
    let schema: Value = json!({"type": "object", "properties": {}});
    let tool = DynamicTool::new("echo", "Echoes.", &schema, echo)
        .scope("a b")
        .scope("");
    let server = mcp_runtime::Server::builder("proxy", "1.0.0").tools(tool.into());
    let error = server.build().unwrap_err().to_string();
    assert!(
        error.contains("the tool 'echo': the scope \"a b\" is none: "),
        "{error}"
    );
    assert!(
        error.contains("the tool 'echo': the scope \"\" is none: "),
        "{error}"
    );
}
