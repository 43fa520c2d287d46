//! Changes on standard output, where all messages share one channel.

use std::process::Command;

use serde_json::{Value, json};

use super::peer::{Peer, modern};

fn start() -> Peer {
    Peer::start_command(Command::new(env!("CARGO_BIN_EXE_changing-server")), |_| {})
}

fn listen(peer: &mut Peer, notifications: &Value) -> u64 {
    let id = peer.start_request(
        "subscriptions/listen",
        modern(json!({ "notifications": notifications })),
    );
    let acknowledged = peer.next();
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );
    assert_eq!(subscription(&acknowledged), &json!(id));
    id
}

fn subscription(message: &Value) -> &Value {
    &message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"]
}

fn call(peer: &mut Peer, tool: &str, arguments: Value) -> u64 {
    peer.start_request(
        "tools/call",
        modern(json!({ "name": tool, "arguments": arguments })),
    )
}

fn cancel(peer: &mut Peer, id: u64) {
    peer.send(&json!({
        "jsonrpc": "2.0",
        "method": "notifications/cancelled",
        "params": { "requestId": id },
    }));
}

/// The next message but answers.
fn notification(peer: &mut Peer) -> Value {
    loop {
        let message = peer.next();
        if message.get("method").is_some() {
            return message;
        }
    }
}

#[test]
fn each_subscription_is_told_what_it_asked_for_under_its_id() {
    let mut peer = start();
    let tools = listen(&mut peer, &json!({ "toolsListChanged": true }));
    let one = listen(&mut peer, &json!({ "resourceSubscriptions": ["a:1"] }));
    call(&mut peer, "touch", json!({ "uri": "a:2" }));
    call(&mut peer, "touch", json!({ "uri": "a:1" }));
    let updated = notification(&mut peer);
    assert_eq!(updated["params"]["uri"], "a:1");
    assert_eq!(subscription(&updated), &json!(one));
    cancel(&mut peer, one);
    call(&mut peer, "touch", json!({ "uri": "a:1" }));
    call(&mut peer, "turn", json!({ "on": false }));
    let changed = notification(&mut peer);
    assert_eq!(changed["method"], "notifications/tools/list_changed");
    assert_eq!(subscription(&changed), &json!(tools));
    let off = call(&mut peer, "lamp", json!({}));
    assert_eq!(peer.answer(&json!(off))["error"]["code"], -32602);
    let ended = peer.end();
    assert!(ended.status.success(), "{}", ended.stderr);
    let closing: Vec<_> = ended.rest.iter().collect();
    assert_eq!(
        closing[0]["method"], "notifications/cancelled",
        "{closing:?}"
    );
    assert_eq!(closing[0]["params"]["requestId"], json!(tools));
    assert_eq!(closing[1]["id"], json!(tools));
    assert_eq!(closing[1]["result"]["resultType"], "complete");
    assert_eq!(closing.len(), 2, "the cancelled one gets no answer");
}

#[test]
fn the_end_of_input_does_not_wait_for_those_that_listen() {
    let mut peer = start();
    let id = listen(&mut peer, &json!({ "toolsListChanged": true }));
    // The grace period is longer than what a test waits.
    let ended = peer.end();
    assert!(ended.status.success());
    let ids: Vec<_> = ended
        .rest
        .iter()
        .filter_map(|message| message.get("id"))
        .collect();
    assert_eq!(ids, [&json!(id)]);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_subscriptions_before_the_calls_that_still_run() {
    let mut peer = start();
    let id = listen(&mut peer, &json!({ "toolsListChanged": true }));
    let running = peer.start_request(
        "tools/call",
        modern(json!({ "name": "wait_for_ever", "_meta": { "progressToken": 1 } })),
    );
    assert_eq!(notification(&mut peer)["method"], "notifications/progress");
    peer.signal("TERM");
    assert_eq!(notification(&mut peer)["method"], "notifications/cancelled");
    assert_eq!(peer.next()["id"], json!(id));
    peer.signal("TERM");
    let ended = peer.wait();
    assert!(ended.status.success());
    assert_eq!(ended.rest[0]["id"], json!(running));
    assert_eq!(ended.rest[0]["result"]["isError"], true);
}

#[test]
fn a_session_is_told_without_asking() {
    let mut peer = start();
    peer.initialize("2025-06-18");
    peer.request("resources/subscribe", json!({ "uri": "a:1" }));
    peer.call("touch", json!({ "uri": "a:1" }));
    peer.call("turn", json!({ "on": false }));
    let told: Vec<_> = peer
        .seen
        .iter()
        .filter(|message| message.get("id").is_none())
        .collect();
    assert_eq!(told[0]["method"], "notifications/resources/updated");
    assert_eq!(told[0]["params"], json!({ "uri": "a:1" }));
    assert_eq!(
        told[1],
        &json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed" })
    );
    assert_eq!(told.len(), 2);
}

#[test]
fn thousands_of_changes_do_not_drown_a_client() {
    let mut peer = start();
    peer.initialize("2025-11-25");
    let id = listen(&mut peer, &json!({ "toolsListChanged": true }));
    peer.call("turn", json!({ "on": true, "times": 20_000 }));
    peer.call("turn", json!({ "on": false }));
    cancel(&mut peer, id);
    peer.request("ping", json!({}));
    let told = peer
        .seen
        .iter()
        .filter(|message| message.get("id").is_none())
        .count();
    assert!(told >= 2, "{told}");
}
