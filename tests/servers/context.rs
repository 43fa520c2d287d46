//! What a call knows of itself and of its client.

use mcp_runtime::testing::Client;
use mcp_runtime::{Context, Json, Principal, ProtocolVersion, Server, ToolFailure, tool, tools};
use serde_json::{Value, json};

/// Say everything.
#[tool]
async fn who(cx: &Context) -> Json<Value> {
    let client = cx.client();
    let trace = cx.trace();
    Json(json!({
        "id": cx.request_id(),
        "tool": cx.tool(),
        "version": cx.protocol_version().as_str(),
        "client": [client.name(), client.version()],
        "roots": client.capability("roots"),
        "trace": [trace.parent, trace.state, trace.baggage],
        "cancelled": cx.is_cancelled(),
    }))
}

async fn said(client: &Client, message: &str) -> Value {
    let answer = client.send(message).await.unwrap();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    let said: Value = serde_json::from_str(text).unwrap();
    said.get("result").cloned().unwrap_or(said)
}

#[tokio::test]
async fn a_session_remembers_what_the_handshake_said() {
    let client = Client::new(
        &Server::builder("s", "1")
            .tools(tools![who])
            .build()
            .unwrap(),
    );
    client
        .send(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"roots":{"listChanged":true}},"clientInfo":{"name":"host","version":"7"}}}"#)
        .await;
    let said = said(
        &client,
        r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"who","_meta":{"traceparent":"00-1-2-01"}}}"#,
    )
    .await;
    assert_eq!(
        said,
        json!({
            "id": "\"a\"",
            "tool": "who",
            "version": "2025-06-18",
            "client": ["host", "7"],
            "roots": { "listChanged": true },
            "trace": ["00-1-2-01", null, null],
            "cancelled": false,
        })
    );
}

#[tokio::test]
async fn a_stateless_request_says_it_itself_and_nothing_is_taken_from_the_session() {
    let server = Server::builder("s", "1")
        .tools(tools![who])
        .build()
        .unwrap();
    let client = Client::new(&server).with_version(ProtocolVersion::V2025_11_25);
    let said = said(
        &client,
        r#"{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"name":"who","_meta":{
            "io.modelcontextprotocol/protocolVersion":"2026-07-28",
            "io.modelcontextprotocol/clientCapabilities":{},
            "tracestate":"a=b","baggage":"c=d"}}}"#,
    )
    .await;
    assert_eq!(
        said,
        json!({
            "id": "9007199254740993",
            "tool": "who",
            "version": "2026-07-28",
            "client": [null, null],
            "roots": null,
            "trace": [null, "a=b", "c=d"],
            "cancelled": false,
        })
    );
}

#[tokio::test]
async fn a_client_that_says_nothing_or_nonsense_is_served() {
    let client = Client::new(
        &Server::builder("s", "1")
            .tools(tools![who])
            .build()
            .unwrap(),
    );
    let message = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"who"}}"#;
    assert_eq!(said(&client, message).await["client"], json!([null, null]));
    client
        .send(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":7,"clientInfo":[{"name":1}]}}"#)
        .await;
    assert_eq!(said(&client, message).await["client"], json!([null, null]));
}

/// Cancel every order.
#[tool]
fn cancel_all(cx: &Context) -> Result<String, ToolFailure> {
    let Some(principal) = cx.principal() else {
        return Err(ToolFailure::unauthenticated("orders belong to an account"));
    };
    if !principal.has_scope("orders:write") {
        return Err(ToolFailure::forbidden("this account may not change orders"));
    }
    let scopes: Vec<_> = principal.scopes().collect();
    Ok(format!("{} {}", principal.subject(), scopes.join(" ")))
}

#[tokio::test]
async fn a_call_knows_who_makes_it() {
    let server = Server::builder("s", "1")
        .tools(tools![cancel_all])
        .build()
        .unwrap();
    let call = async |client: Client| client.call("cancel_all", json!({})).await.text();
    let anonymous = Client::new(&server);
    assert!(
        call(anonymous.clone())
            .await
            .contains("belong to an account")
    );
    let reader = Principal::new("ada").scope("orders:read");
    let writer = reader.clone().scope("orders:write");
    assert!(
        call(anonymous.clone().with_principal(reader))
            .await
            .contains("may not")
    );
    let version = ProtocolVersion::V2025_06_18;
    let client = anonymous.with_principal(writer).with_version(version);
    assert_eq!(call(client).await, "ada orders:read orders:write");
}
