//! Questions to the client, over the wire.

use serde_json::{Value, json};

use crate::peer::{Peer, text};

const REVISIONS: [&str; 2] = ["2025-06-18", "2025-11-25"];

/// Opens a session of a client that shows forms.
fn session(version: &str) -> Peer {
    let mut peer = Peer::asking(|_| {});
    peer.request(
        "initialize",
        json!({
            "protocolVersion": version,
            "capabilities": { "elicitation": {} },
            "clientInfo": { "name": "test", "version": "1" },
        }),
    );
    peer.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    peer
}

fn reply(peer: &mut Peer, request: &Value, name: &str) {
    peer.send(&json!({
        "jsonrpc": "2.0", "id": request["id"],
        "result": { "action": "accept", "content": { "name": name } },
    }));
}

#[test]
fn a_session_is_asked_with_a_request_while_others_are_served() {
    for version in REVISIONS {
        let mut peer = session(version);
        let id = peer.start_call("introduce", json!({}));
        let request = peer.next();
        assert_eq!(request["method"], "elicitation/create", "{request}");
        assert_eq!(
            text(&peer.call("echo", json!({ "text": "meanwhile" }))),
            "meanwhile"
        );
        // Not what was asked, and never answered.
        peer.send(&json!({ "jsonrpc": "2.0", "id": 4711, "result": {} }));
        peer.send(&json!({ "jsonrpc": "2.0", "id": request["id"].to_string(), "error": {} }));
        reply(&mut peer, &request, "Ada");
        assert_eq!(text(&peer.answer(&json!(id))["result"]), "Hello, Ada!");
        reply(&mut peer, &request, "Eve");
        peer.assert_silence();
    }
}

#[test]
fn a_cancelled_call_cancels_its_question() {
    let mut peer = session("2025-11-25");
    let id = peer.start_call("introduce", json!({}));
    let request = peer.next();
    peer.send(&json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id },
    }));
    let cancelled = peer.next();
    assert_eq!(cancelled["method"], "notifications/cancelled");
    assert_eq!(cancelled["params"]["requestId"], request["id"]);
    reply(&mut peer, &request, "Ada");
    peer.assert_silence();
}

#[test]
fn the_end_of_input_ends_the_wait_and_the_call_is_answered() {
    let mut peer = session("2025-11-25");
    let id = peer.start_call("introduce", json!({}));
    peer.next();
    let ended = peer.end();
    assert!(ended.status.success());
    assert_eq!(ended.rest.len(), 1, "{:?}", ended.rest);
    assert_eq!(ended.rest[0]["id"], id);
    assert_eq!(ended.rest[0]["result"]["isError"], true);
}

#[test]
fn rounds_go_on_in_another_process_that_has_the_key() {
    let key = "0123456789abcdef".repeat(4);
    let call = json!({
        "name": "introduce",
        "arguments": {},
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
        },
    });
    let mut first = Peer::asking(|command| {
        command.env("MCP_STATE_KEY", &key);
    });
    let result = first.request("tools/call", call.clone())["result"].take();
    assert_eq!(result["resultType"], "input_required", "{result}");
    let mut next = call;
    next["requestState"] = result["requestState"].clone();
    next["inputResponses"] =
        json!({ "person": { "action": "accept", "content": { "name": "Ada" } } });
    let rotated = format!("{},{key}", "f".repeat(64));
    let mut second = Peer::asking(|command| {
        command.env("MCP_STATE_KEY", rotated);
    });
    let answer = second.request("tools/call", next.clone());
    assert_eq!(text(&answer["result"]), "Hello, Ada!");
    let mut stranger = Peer::asking(|command| {
        command.env_remove("MCP_STATE_KEY");
    });
    let answer = stranger.request("tools/call", next);
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
}

#[test]
fn a_key_that_is_none_keeps_the_server_from_starting() {
    let peer = Peer::asking(|command| {
        command.env("MCP_STATE_KEY", "secret");
    });
    let ended = peer.wait();
    assert!(!ended.status.success());
    assert!(ended.stderr.contains("MCP_STATE_KEY"), "{}", ended.stderr);
    assert!(!ended.stderr.contains("\"secret\""), "{}", ended.stderr);
}
