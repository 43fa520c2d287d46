//! Time and numbers: what takes too long, and what is too much at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{Context, Retry, Server, ToolFailure, tool, tools};
use serde_json::Value;

use crate::call;

/// Sleep for an hour.
#[tool(read_only, timeout = "20ms")]
async fn sleep() -> &'static str {
    tokio::time::sleep(Duration::from_secs(3600)).await;
    "slept"
}

/// Sleep for an hour, in the way of nobody.
#[tool(idempotent)]
async fn sleep_as_long_as_the_server_lets() -> &'static str {
    tokio::time::sleep(Duration::from_secs(3600)).await;
    "slept"
}

/// Take money for a parcel and never hear of it again.
#[tool(timeout = "20ms")]
async fn pay() {
    std::future::pending::<()>().await;
}

/// Ask a service to send a parcel, with a time limit of its own.
#[tool]
async fn send() -> Result<(), ToolFailure> {
    tokio::time::timeout(Duration::from_millis(20), std::future::pending()).await?
}

/// As `send`, by an author who knows that a parcel is sent once.
#[tool]
async fn send_once() -> Result<(), ToolFailure> {
    send().await.map_err(|failure| failure.retry(Retry::Once))
}

/// Block until nobody waits any more.
#[tool(read_only, blocking, timeout = "20ms", max_running = 1)]
fn block(cx: &Context) -> &'static str {
    while !cx.is_cancelled() {
        std::thread::sleep(Duration::from_millis(2));
    }
    std::thread::sleep(Duration::from_millis(100));
    "blocked"
}

/// One at a time.
#[tool(max_running = 1)]
async fn one_at_a_time() -> &'static str {
    tokio::time::sleep(Duration::from_millis(50)).await;
    "done"
}

#[track_caller]
fn failure(outcome: Outcome) -> (String, Value) {
    match outcome {
        Outcome::ToolFailure { text, details, .. } => (text, details),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn what_runs_past_its_timeout_and_may_be_repeated_is_answered_as_temporary() {
    let server = Server::builder("limits", "1.0.0")
        .timeout(Duration::from_millis(10))
        .tools(tools![sleep, sleep_as_long_as_the_server_lets, block])
        .build()
        .unwrap();
    let client = Client::new(&server);
    for (tool, limit) in [
        ("sleep", "20 milliseconds"),
        ("sleep_as_long_as_the_server_lets", "10 milliseconds"),
        ("block", "20 milliseconds"),
    ] {
        let (text, details) = failure(call(&client, tool).await);
        assert_eq!(
            text,
            format!(
                "'{tool}' was stopped because it took longer than {limit}. \
                 This is usually temporary; retry once. \
                 If it fails again, tell the user instead of answering from memory."
            )
        );
        assert_eq!(details["class"], "timeout");
        assert_eq!(details["retry"], "once");
    }
    // The thread of the blocking tool cannot be stopped, so its place is still taken.
    let (text, _) = failure(call(&client, "block").await);
    assert!(text.contains("at its limit of 1 running call"), "{text}");
}

#[tokio::test]
async fn what_may_have_taken_effect_is_checked_before_it_is_repeated() {
    let server = Server::builder("limits", "1.0.0")
        .tools(tools![pay, send, send_once])
        .build()
        .unwrap();
    let client = Client::new(&server);
    for (tool, message) in [
        (
            "pay",
            "'pay' was stopped because it took longer than 20 milliseconds.",
        ),
        ("send", "The work took longer than the time it was given."),
    ] {
        let (text, details) = failure(call(&client, tool).await);
        let advice = "Do not retry. The call may have taken effect all the same: check that first, \
                      with another tool or by asking the user, and call again only if it has not. \
                      If that does not help, tell the user that it is not known whether it took effect.";
        assert_eq!(text, format!("{message} {advice}"));
        assert_eq!(details["class"], "timeout");
        assert_eq!(details["retryable"], false);
        assert_eq!(details["retry"], "never");
        assert_eq!(details["advice"], advice);
    }
    let (text, details) = failure(call(&client, "send_once").await);
    assert!(text.contains("retry once"), "{text}");
    assert_eq!(details["retryable"], true);
}

#[tokio::test]
async fn one_call_too_many_is_answered_at_once_and_the_others_go_on() {
    let server = Server::builder("limits", "1.0.0")
        .max_running(100)
        .tools(tools![sleep_as_long_as_the_server_lets, one_at_a_time])
        .build()
        .unwrap();
    let client = Client::new(&server);
    let first = tokio::spawn({
        let client = client.clone();
        async move { call(&client, "one_at_a_time").await }
    });
    tokio::task::yield_now().await;
    let (text, details) = failure(call(&client, "one_at_a_time").await);
    assert!(
        text.starts_with(
            "'one_at_a_time' was not run because this tool is at its limit of 1 running call."
        ),
        "{text}"
    );
    assert_eq!(details["class"], "unavailable");
    assert_eq!(first.await.unwrap().text(), "done");
    assert_eq!(call(&client, "one_at_a_time").await.text(), "done");

    let running: Vec<_> = (0..100)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { call(&client, "sleep_as_long_as_the_server_lets").await })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(20)).await;
    for _ in 0..1000 {
        let (text, _) = failure(call(&client, "one_at_a_time").await);
        assert!(
            text.contains("the server is at its limit of 100 running calls"),
            "{text}"
        );
    }
    for call in &running {
        call.abort();
    }
    for call in running {
        assert!(call.await.is_err());
    }
    // What is dropped by its transport gives its place back.
    assert_eq!(call(&client, "one_at_a_time").await.text(), "done");
}

/// Where a call that blocks stands, and whether it may return.
#[derive(Debug, Default)]
struct Gate {
    started: AtomicBool,
    told: AtomicBool,
    open: AtomicBool,
}

/// Block until the gate is open, and note that nobody waits any more.
#[tool(blocking, max_running = 1)]
fn hold(gate: &Arc<Gate>, cx: &Context) -> &'static str {
    gate.started.store(true, Ordering::SeqCst);
    while !gate.open.load(Ordering::SeqCst) {
        gate.told.fetch_or(cx.is_cancelled(), Ordering::SeqCst);
        std::thread::yield_now();
    }
    "held"
}

async fn until(flag: &AtomicBool) {
    while !flag.load(Ordering::SeqCst) {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_cancelled_thread_is_told_and_keeps_its_place_until_it_returns() {
    let gate = Arc::new(Gate::default());
    let server = Server::builder("limits", "1.0.0").state(Arc::clone(&gate));
    let client = Client::new(&server.tools(tools![hold]).build().unwrap());
    let waiting = client.clone();
    let held = tokio::spawn(async move {
        let request = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"hold"}}"#;
        waiting.send(request).await
    });
    until(&gate.started).await;
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
    assert_eq!(client.send(cancel).await, None);
    assert_eq!(held.await.unwrap(), None);
    until(&gate.told).await;
    let (text, _) = failure(call(&client, "hold").await);
    assert!(text.contains("at its limit of 1 running call"), "{text}");
    gate.open.store(true, Ordering::SeqCst);
    while call(&client, "hold").await.text() != "held" {
        tokio::task::yield_now().await;
    }
}
