//! Tools that are switched on and off.

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{ProtocolVersion, Server, tools};
use serde_json::{Value, json};

use super::{house, lamp, names, rock, stove};

#[tokio::test]
async fn a_tool_that_is_off_is_not_listed_and_not_known() {
    let (server, switch, _) = house();
    for version in ProtocolVersion::ALL {
        let client = Client::new(&server).with_version(version);
        switch.disable("lamp").unwrap();
        assert_eq!(names(&client).await, ["stove"], "{version}");
        let Outcome::ProtocolError { code, message, .. } = client.call("lamp", Value::Null).await
        else {
            panic!("it was called");
        };
        assert_eq!(code, -32602);
        assert_eq!(message, "Unknown tool 'lamp': 'tools/list' has the names");
        switch.enable("lamp").unwrap();
        assert_eq!(names(&client).await, ["lamp", "stove"], "the order stays");
        assert_eq!(client.call("lamp", Value::Null).await.text(), "light");
    }
}

#[tokio::test]
async fn a_call_that_runs_goes_on_when_its_tool_is_switched_off() {
    use std::sync::Arc;
    use tokio::sync::Notify;

    /// Wait for the end.
    #[mcp_runtime::tool]
    async fn wait(end: &Arc<Notify>) -> &'static str {
        end.notified().await;
        "the end"
    }

    let end = Arc::new(Notify::new());
    let server = Server::builder("s", "1")
        .state(Arc::clone(&end))
        .tools(tools![wait]);
    let server = server.build().unwrap();
    let client = Client::new(&server);
    let mut call = std::pin::pin!(client.call("wait", Value::Null));
    let begun = std::future::poll_fn(|cx| std::task::Poll::Ready(call.as_mut().poll(cx))).await;
    assert!(begun.is_pending());
    server.tool_switch().disable("wait").unwrap();
    end.notify_one();
    assert_eq!(call.await.text(), "the end");
    assert!(
        client
            .call("wait", Value::Null)
            .await
            .text()
            .starts_with("Unknown tool")
    );
}

#[tokio::test]
async fn what_is_not_there_cannot_be_switched() {
    let (_, switch, _) = house();
    let error = switch.disable("lampe").unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no tool 'lampe', did you mean 'lamp'?"
    );
    let error = switch.enable("telephone").unwrap_err();
    assert_eq!(error.to_string(), "there is no tool 'telephone'");
    assert!(!switch.is_enabled("telephone"));
    assert!(switch.is_enabled("lamp"));
    assert_eq!(switch.names().collect::<Vec<_>>(), ["lamp", "stove"]);
}

#[tokio::test]
async fn a_server_may_start_with_tools_switched_off() {
    let builder = Server::builder("s", "1").tools(tools![lamp, stove]);
    let switch = builder.tool_switch();
    switch.disable("lamp").unwrap();
    switch.disable("stove").unwrap();
    switch.enable("stove").unwrap();
    assert!(!switch.is_enabled("lamp"));
    let server = builder.build().unwrap();
    assert_eq!(names(&Client::new(&server)).await, ["stove"]);
    switch.enable("lamp").unwrap();
    assert_eq!(names(&Client::new(&server)).await, ["lamp", "stove"]);
}

#[test]
fn a_server_is_not_built_when_what_is_switched_off_is_not_there() {
    let builder = Server::builder("s", "1").tools(tools![lamp, stove]);
    builder.tool_switch().disable("stoves").unwrap();
    assert_eq!(
        builder.build().unwrap_err().to_string(),
        "the server cannot be built: a tool is switched off: \
         there is no tool 'stoves', did you mean 'stove'?"
    );
}

#[tokio::test]
async fn pages_go_on_after_a_tool_that_was_switched_off_meanwhile() {
    let server = Server::builder("s", "1")
        .tools(tools![lamp, stove])
        .page_size(1);
    let server = server.build().unwrap();
    let client = Client::new(&server);
    let first = client.request("tools/list", json!({})).await.unwrap();
    server.tool_switch().disable("lamp").unwrap();
    let params = json!({ "cursor": first["nextCursor"] });
    let second = client.request("tools/list", params).await.unwrap();
    assert_eq!(second["tools"][0]["name"], "stove");
    let only = client.request("tools/list", json!({})).await.unwrap();
    assert_eq!(only["tools"][0]["name"], "stove");
    assert_eq!(only.get("nextCursor"), None);
}

#[tokio::test]
async fn only_what_can_change_is_declared() {
    let declared = |server: &Server, version: ProtocolVersion| {
        let client = Client::new(server);
        let method = if version.to_string() == "2026-07-28" {
            format!(
                r#""server/discover","params":{{"_meta":{{"io.modelcontextprotocol/protocolVersion":"{version}","io.modelcontextprotocol/clientCapabilities":{{}}}}}}"#
            )
        } else {
            format!(
                r#""initialize","params":{{"protocolVersion":"{version}","capabilities":{{}},"clientInfo":{{"name":"t","version":"1"}}}}"#
            )
        };
        let message = format!(r#"{{"jsonrpc":"2.0","id":1,"method":{method}}}"#);
        async move {
            let answer: Value =
                serde_json::from_str(&client.send(&message).await.unwrap()).unwrap();
            answer["result"]["capabilities"].clone()
        }
    };
    let fixed = rock();
    let switched = rock();
    let _ = switched.tool_switch();
    let watched = rock();
    let _ = watched.resource_updates();
    for version in ProtocolVersion::ALL {
        assert_eq!(declared(&fixed, version).await["tools"], json!({}));
        let capabilities = declared(&switched, version).await;
        assert_eq!(capabilities["tools"], json!({ "listChanged": true }));
        assert_eq!(capabilities.get("resources"), None);
        let capabilities = declared(&watched, version).await;
        assert_eq!(capabilities["tools"], json!({}));
        assert_eq!(capabilities["resources"], json!({ "subscribe": true }));
    }
}
