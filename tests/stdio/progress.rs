//! Progress and log messages.

use serde_json::{Value, json};

use crate::peer::{Peer, modern};

fn counting(token: Option<&Value>) -> Value {
    let mut params = json!({ "name": "count_slowly", "arguments": { "steps": 4, "delay_ms": 5 } });
    if let Some(token) = token {
        params["_meta"] = json!({ "progressToken": token });
    }
    params
}

#[test]
fn progress_carries_the_callers_token_rises_and_ends_before_the_answer() {
    for version in [
        "2024-11-05",
        "2025-03-26",
        "2025-06-18",
        "2025-11-25",
        "2026-07-28",
    ] {
        for token in [json!("a token"), json!(7), json!("7"), json!(0), json!(-1)] {
            let mut peer = Peer::start();
            let params = if version == "2026-07-28" {
                modern(counting(Some(&token)))
            } else {
                peer.initialize(version);
                counting(Some(&token))
            };
            peer.seen.clear();
            let id = peer.start_request("tools/call", params);
            peer.answer(&json!(id));
            let before = peer.seen.len() - 1;
            assert!(peer.end().rest.is_empty(), "progress after the answer");
            assert_eq!(before, 4, "{version} {token}");
        }
    }
}

#[test]
fn progress_rises_with_each_notification() {
    let mut peer = Peer::session("2025-11-25");
    peer.seen.clear();
    let id = peer.start_request("tools/call", counting(Some(&json!("t"))));
    peer.answer(&json!(id));
    let seen: Vec<_> = peer.seen[..4]
        .iter()
        .map(|message| {
            assert_eq!(message["method"], "notifications/progress");
            assert_eq!(message["params"]["progressToken"], "t");
            assert_eq!(message["params"]["total"].as_f64(), Some(4.0));
            message["params"]["progress"].as_f64().unwrap()
        })
        .collect();
    assert_eq!(seen, [1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn without_a_token_there_is_no_progress() {
    let mut peer = Peer::session("2025-11-25");
    peer.seen.clear();
    let id = peer.start_request("tools/call", counting(None));
    peer.answer(&json!(id));
    assert_eq!(peer.seen.len(), 1);
}
