//! Cancellation drops the call, and no answer follows.

use serde_json::{Value, json};

use crate::peer::{Peer, modern, text};

fn cancel(peer: &mut Peer, id: &Value) {
    peer.send(&json!({
        "jsonrpc": "2.0",
        "method": "notifications/cancelled",
        "params": { "requestId": id, "reason": "test" },
    }));
}

#[test]
fn a_cancelled_call_is_dropped_and_has_no_answer() {
    let mut peer = Peer::session("2025-11-25");
    let id = peer.start_call("count_slowly", json!({ "steps": 1000, "delay_ms": 1000 }));
    peer.request("ping", json!({}));
    cancel(&mut peer, &json!(id));
    let counted = peer.call("count_slowly", json!({ "steps": 1, "delay_ms": 50 }));
    assert_eq!(
        counted["structuredContent"],
        json!({ "counted": 1, "cancelled_calls": 1 })
    );
    let ended = peer.end();
    assert!(ended.rest.is_empty(), "{:?}", ended.rest);
}

#[test]
fn cancelling_what_is_unknown_or_answered_or_of_the_other_type_does_nothing() {
    let mut peer = Peer::session("2025-11-25");
    let id = peer.start_call("sleep", json!({ "ms": 200 }));
    cancel(&mut peer, &json!(4711));
    cancel(&mut peer, &json!(id.to_string()));
    cancel(&mut peer, &json!(null));
    cancel(&mut peer, &json!([id]));
    assert_eq!(text(&peer.answer(&json!(id))["result"]), "slept");
    cancel(&mut peer, &json!(id));
    peer.assert_silence();
}

#[test]
fn a_cancelled_id_can_be_used_again() {
    let mut peer = Peer::session("2025-11-25");
    let id = peer.start_call("sleep", json!({ "ms": 600_000 }));
    peer.request("ping", json!({}));
    cancel(&mut peer, &json!(id));
    peer.send(&json!({
        "jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": { "name": "echo", "arguments": { "text": "again" } },
    }));
    assert_eq!(text(&peer.answer(&json!(id))["result"]), "again");
}

#[test]
fn stateless_calls_are_cancelled_as_well() {
    let mut peer = Peer::start();
    let slow = json!({ "name": "count_slowly", "arguments": { "steps": 1000, "delay_ms": 1000 } });
    let id = peer.start_request("tools/call", modern(slow));
    let discover = peer.request("server/discover", modern(json!({})));
    assert!(discover.get("result").is_some());
    cancel(&mut peer, &json!(id));
    let quick = json!({ "name": "count_slowly", "arguments": { "steps": 1, "delay_ms": 50 } });
    let counted = peer.request("tools/call", modern(quick));
    assert_eq!(counted["result"]["structuredContent"]["cancelled_calls"], 1);
    assert!(peer.end().rest.is_empty());
}
