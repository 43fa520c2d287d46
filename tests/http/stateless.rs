//! Requests of 2026-07-28, each of which stands alone.

use serde_json::{Value, json};

use crate::peer::{call, modern, serve};
use crate::tools::{World, server};

#[test]
fn a_call_that_says_nothing_is_answered_with_json() {
    let served = serve(server(&World::default()));
    let response = call("add", json!({"a": 1, "b": 2})).send(&served);
    assert_eq!(response.status, 200);
    assert_eq!(response.header("mcp-session-id"), None);
    let answer = response.json();
    assert_eq!(answer["id"], 1);
    assert_eq!(answer["result"]["content"][0]["text"], "3");
    assert_eq!(answer["result"]["resultType"], "complete");
}

#[test]
fn a_call_that_tells_progress_is_answered_with_a_stream() {
    let served = serve(server(&World::default()));
    let response = call("chat", json!({})).send(&served);
    assert_eq!(response.status, 200);
    assert_eq!(response.header("cache-control"), Some("no-cache"));
    assert_eq!(response.header("x-accel-buffering"), Some("no"));
    let events = response.events();
    let [progress, answer] = events.as_slice() else {
        panic!("{events:?}")
    };
    assert_eq!(progress.json()["method"], "notifications/progress");
    assert_eq!(progress.json()["params"]["progressToken"], "t");
    assert_eq!(answer.json()["result"]["content"][0]["text"], "chatted");
    // Nothing can be resumed in this revision.
    assert!(events.iter().all(|event| event.id.is_none()));
}

#[test]
fn what_happened_decides_the_status() {
    let served = serve(server(&World::default()));
    let status = |method: &str, params: Value| {
        let response = modern(7, method, params).send(&served);
        let answer = response.json();
        assert_eq!(answer["id"], 7, "{answer}");
        (response.status, answer["error"]["code"].as_i64())
    };
    assert_eq!(status("server/discover", json!({})), (200, None));
    assert_eq!(status("tools/list", json!({})), (200, None));
    assert_eq!(
        status("tools/list", json!({"cursor": "x"})),
        (200, Some(-32602))
    );
    assert_eq!(status("tools/call", json!({"name": "fail"})), (200, None));
    assert_eq!(
        status("tools/call", json!({"name": "none"})),
        (200, Some(-32602))
    );
    assert_eq!(
        status("tools/call", json!({"name": "add"})),
        (200, Some(-32602))
    );
    assert_eq!(
        status("tools/call", json!({"name": "add", "arguments": [1]})),
        (400, Some(-32602))
    );
    for method in [
        "unknown/method",
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
    ] {
        assert_eq!(status(method, json!({})), (404, Some(-32601)), "{method}");
    }
}
