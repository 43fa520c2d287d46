//! What a tool does to its process stays away from the wire and from other calls.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::peer::{Peer, text};

#[test]
fn what_a_tool_prints_is_on_standard_error_and_never_on_the_wire() {
    let mut peer = Peer::session("2025-11-25");
    let result = peer.call("get_weather", json!({ "city": "Printville" }));
    assert_eq!(result["structuredContent"]["city"], "Printville");
    let ended = peer.end();
    assert!(ended.rest.is_empty());
    for printed in [
        "printed with println",
        "printed through the descriptor",
        "printed by a child",
    ] {
        assert!(
            ended.stderr.contains(printed),
            "{printed}: {}",
            ended.stderr
        );
    }
}

#[test]
fn a_child_process_finds_an_empty_input() {
    // `cat` would swallow the next request if it had the wire.
    let mut peer = Peer::session("2025-11-25");
    for _ in 0..5 {
        peer.call("get_weather", json!({ "city": "Printville" }));
    }
    assert_eq!(text(&peer.call("add", json!({ "a": 20, "b": 22 }))), "42");
}

#[test]
fn a_tool_that_holds_its_thread_holds_up_nothing_else() {
    for flavor in ["current_thread", "multi_thread"] {
        holds_up_nothing(Peer::unruly(|command| {
            command.env("FLAVOR", flavor);
        }));
    }
}

fn holds_up_nothing(mut peer: Peer) {
    let start = Instant::now();
    let held: Vec<_> = (0..4)
        .map(|_| peer.start_call("hold", json!({ "ms": 3000 })))
        .collect();
    let later: Vec<_> = (0..4)
        .map(|_| peer.start_call("hold_later", json!({ "ms": 3000 })))
        .collect();
    assert_eq!(peer.request("ping", json!({}))["result"], json!({}));
    assert_eq!(text(&peer.call("wait", json!({ "ms": 10 }))), "waited");
    peer.send(&json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": held[0] },
    }));
    assert_eq!(text(&peer.call("wait", json!({ "ms": 0 }))), "waited");
    assert!(
        start.elapsed() < Duration::from_millis(2500),
        "the held calls were waited for: {:?}",
        start.elapsed()
    );
    let ended = peer.end();
    assert!(ended.status.success());
    let mut answered: Vec<_> = ended
        .rest
        .iter()
        .map(|answer| answer["id"].as_u64().unwrap())
        .collect();
    answered.sort_unstable();
    let expected: Vec<_> = held[1..].iter().chain(&later).copied().collect();
    assert_eq!(
        answered, expected,
        "each but the cancelled one has its answer"
    );
    assert!(
        ended.stderr.contains("`hold` holds its thread"),
        "{}",
        ended.stderr
    );
    assert!(
        ended.stderr.contains("`hold_later` holds its thread"),
        "{}",
        ended.stderr
    );
}
