//! One answer per call, whatever a tool does.

use serde_json::{Value, json};

use crate::peer::{Ended, Peer, text};

fn assert_internal(result: &Value) -> String {
    assert_eq!(result["isError"], true, "{result}");
    assert!(result.get("structuredContent").is_none(), "{result}");
    let reference = result["_meta"]["rs.mcp-runtime/failure"]["referenceId"]
        .as_str()
        .unwrap_or_else(|| panic!("no reference id: {result}"));
    assert!(text(result).contains(reference), "{result}");
    let whole = result.to_string();
    for leaked in [
        "hunter2",
        "unruly-server.rs",
        "panicked",
        "unwrap",
        "index out of bounds",
        "postgres",
    ] {
        assert!(!whole.contains(leaked), "{leaked} leaked: {result}");
    }
    reference.to_owned()
}

fn assert_logged(ended: &Ended, reference: &str, detail: &str) {
    assert!(
        ended.stderr.contains(reference),
        "no {reference}: {}",
        ended.stderr
    );
    assert!(
        ended.stderr.contains(detail),
        "no {detail:?}: {}",
        ended.stderr
    );
}

#[test]
fn a_panic_is_answered_once_safely_and_logged_with_its_location() {
    let tools = [
        ("panic_at_once", json!({}), "the password is hunter2"),
        (
            "panic_after_waiting",
            json!({}),
            "called `Option::unwrap()` on a `None` value",
        ),
        (
            "panic_with_an_index",
            json!({ "index": 7 }),
            "index out of bounds",
        ),
        ("panic_with_a_payload_that_panics", json!({}), "panic"),
        (
            "panic_in_the_drop_of_a_local",
            json!({}),
            "the password is hunter2",
        ),
        (
            "panic_in_a_blocking_thread",
            json!({}),
            "the password is hunter2",
        ),
    ];
    for (tool, arguments, detail) in tools {
        let mut peer = Peer::unruly(|_| {});
        let result = peer.call(tool, arguments);
        let reference = assert_internal(&result);
        assert_eq!(
            text(&peer.call("wait", json!({ "ms": 0 }))),
            "waited",
            "{tool}"
        );
        let ended = peer.end();
        assert!(ended.status.success(), "{tool}: {}", ended.stderr);
        assert!(
            !ended.stderr.contains("was ended"),
            "{tool}: {}",
            ended.stderr
        );
        assert!(ended.rest.is_empty(), "{tool}: answered twice");
        assert_logged(&ended, &reference, detail);
        assert_logged(&ended, &reference, "unruly-server.rs");
    }
}

#[test]
fn a_panic_in_the_drop_of_a_cancelled_call_ends_nothing() {
    let mut peer = Peer::unruly(|_| {});
    let id = peer.start_call("panic_in_the_drop_of_a_cancelled_call", json!({}));
    peer.request("ping", json!({}));
    peer.send(&json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id },
    }));
    assert_eq!(text(&peer.call("wait", json!({ "ms": 1 }))), "waited");
    let ended = peer.end();
    assert!(ended.status.success(), "{}", ended.stderr);
    assert!(ended.rest.is_empty(), "a cancelled call has no answer");
}

#[test]
fn an_internal_failure_shows_a_reference_and_logs_the_chain() {
    let mut peer = Peer::unruly(|_| {});
    let reference = assert_internal(&peer.call("fail_with_secrets", json!({})));
    assert_logged(
        &peer.end(),
        &reference,
        "postgres://admin:hunter2@db.internal",
    );
}

#[test]
fn a_call_past_its_timeout_is_answered_as_temporary() {
    let mut peer = Peer::unruly(|_| {});
    let result = peer.call("short", json!({ "ms": 60_000 }));
    assert_eq!(result["isError"], true);
    assert_eq!(
        result["_meta"]["rs.mcp-runtime/failure"]["class"], "timeout",
        "{result}"
    );
    assert_eq!(text(&peer.call("short", json!({ "ms": 1 }))), "waited");
    assert!(peer.end().rest.is_empty());
}

#[test]
fn a_tool_that_ends_the_process_is_named_in_the_log() {
    let mut peer = Peer::unruly(|_| {});
    peer.start_call("exit", json!({}));
    let ended = peer.wait();
    assert_eq!(ended.status.code(), Some(3));
    assert!(
        ended.stderr.contains("while `exit` ran"),
        "{}",
        ended.stderr
    );
}

#[test]
fn a_failing_tool_with_an_output_schema_gives_text_only() {
    let mut peer = Peer::session("2025-11-25");
    let result = peer.call("get_weather", json!({ "city": "Atlantpis" }));
    assert_eq!(result["isError"], true);
    assert!(result.get("structuredContent").is_none());
    assert!(text(&result).contains("Atlantpis"));
    let result = peer.call("get_weather", json!({ "city": "Timeoutville" }));
    assert_eq!(
        result["_meta"]["rs.mcp-runtime/failure"]["class"],
        "unavailable"
    );
    assert!(text(&result).contains("once"), "{result}");
}

#[test]
fn calls_that_outlast_the_grace_period_are_answered_as_stopping() {
    let mut peer = Peer::unruly(|command| {
        command.env("GRACE_MS", "200");
    });
    let ids = [
        peer.start_call("hold", json!({ "ms": 60_000 })),
        peer.start_call("hold_later", json!({ "ms": 60_000 })),
        peer.start_call("hold_a_blocking_thread", json!({ "ms": 60_000 })),
        peer.start_call("wait", json!({ "ms": 60_000 })),
    ];
    peer.request("ping", json!({}));
    let ended = peer.end();
    assert!(ended.status.success());
    let mut answered: Vec<_> = ended
        .rest
        .iter()
        .map(|answer| answer["id"].as_u64().unwrap())
        .collect();
    answered.sort_unstable();
    assert_eq!(answered, ids);
    for answer in &ended.rest {
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        assert!(text(&answer["result"]).contains("stopping"), "{answer}");
    }
}
