//! Ids that are in use, cancellation, and a server that stops.

use std::sync::atomic::Ordering;

use mcp_runtime::ProtocolVersion;
use mcp_runtime::testing::Client;
use serde_json::json;

use crate::{Probe, json, refusal, server, settle};

fn call(id: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"wait"}}}}"#)
}

fn cancel(id: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id},"reason":"enough"}}}}"#
    )
}

fn started(client: &Client, id: &str) -> tokio::task::JoinHandle<Option<String>> {
    let (client, call) = (client.clone(), call(id));
    tokio::spawn(async move { client.send(&call).await })
}

#[tokio::test]
async fn a_cancelled_call_is_dropped_and_not_answered() {
    let probe = Probe::default();
    let client = Client::new(&server(&probe));
    let running = started(&client, "1");
    settle().await;
    assert_eq!(client.send(&cancel("1")).await, None);
    assert_eq!(running.await.unwrap(), None);
    assert_eq!(probe.dropped.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn cancelling_anything_else_changes_nothing() {
    let probe = Probe::default();
    let client = Client::new(&server(&probe));
    let running = started(&client, "1");
    settle().await;
    for other in ["2", "\"1\"", "null", "[1]", "1.0"] {
        assert_eq!(client.send(&cancel(other)).await, None);
    }
    let nothing = r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#;
    assert_eq!(client.send(nothing).await, None);
    settle().await;
    probe.go_on.notify_one();
    assert_eq!(
        json(running.await.unwrap())["result"]["content"][0]["text"],
        "waited"
    );
    assert_eq!(client.send(&cancel("1")).await, None);
    assert_eq!(probe.dropped.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn the_id_of_a_cancelled_call_may_be_used_at_once() {
    let probe = Probe::default();
    let client = Client::new(&server(&probe));
    let first = started(&client, "1");
    settle().await;
    client.send(&cancel("1")).await;
    let second = started(&client, "1");
    settle().await;
    probe.go_on.notify_one();
    assert_eq!(first.await.unwrap(), None);
    assert!(json(second.await.unwrap())["result"]["content"].is_array());
}

#[tokio::test]
async fn an_id_in_use_is_refused_and_its_call_goes_on() {
    let probe = Probe::default();
    let client = Client::new(&server(&probe));
    let running = started(&client, "\"a\"");
    settle().await;
    assert_eq!(
        refusal(&client, &call("\"a\"")).await,
        (-32600, Some(json!("a")))
    );
    assert_eq!(refusal(&client, &call("\"\\u0061\"")).await.0, -32600);
    let ping = r#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#;
    assert_eq!(refusal(&client, ping).await.0, -32600);
    probe.go_on.notify_one();
    assert!(json(running.await.unwrap())["result"]["content"].is_array());
    assert!(client.send(ping).await.unwrap().contains("result"));
}

#[tokio::test]
async fn a_server_that_stops_answers_every_call_once() {
    let probe = Probe::default();
    let client = Client::new(&server(&probe));
    let running: Vec<_> = ["1", "2", "3"].map(|id| started(&client, id)).into();
    settle().await;
    let mut ids: Vec<_> = client
        .abandon()
        .into_iter()
        .map(|answer| {
            let answer = json(Some(answer));
            assert_eq!(answer["result"]["isError"], true);
            let text = answer["result"]["content"][0]["text"].as_str().unwrap();
            assert!(text.starts_with("The server is stopping"), "{text}");
            assert!(text.contains("may have taken effect"), "{text}");
            answer["id"].as_i64().unwrap()
        })
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, [1, 2, 3]);
    for call in running {
        assert_eq!(call.await.unwrap(), None);
    }
    assert_eq!(probe.dropped.load(Ordering::SeqCst), 3);
    assert!(client.abandon().is_empty());
    let late = json(client.send(&call("4")).await);
    assert_eq!(late["result"]["isError"], true);
    let text = late["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("retry once"), "it never ran: {text}");
}

#[tokio::test]
async fn cancelled_calls_are_left_out_of_a_batch() {
    let probe = Probe::default();
    let client = Client::new(&server(&probe)).with_version(ProtocolVersion::V2025_03_26);
    let batch = format!("[{},{},{}]", call("1"), call("2"), call("3"));
    let running = tokio::spawn({
        let client = client.clone();
        async move { client.send(&batch).await }
    });
    settle().await;
    client.send(&cancel("2")).await;
    probe.go_on.notify_waiters();
    let answer = json(running.await.unwrap());
    let mut ids: Vec<_> = answer
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| answer["id"].as_i64().unwrap())
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, [1, 3]);
}

#[tokio::test]
async fn a_batch_of_cancelled_calls_is_not_answered() {
    let probe = Probe::default();
    let client = Client::new(&server(&probe)).with_version(ProtocolVersion::V2025_03_26);
    let batch = format!("[{}]", call("1"));
    let running = tokio::spawn({
        let client = client.clone();
        async move { client.send(&batch).await }
    });
    settle().await;
    client.send(&cancel("1")).await;
    assert_eq!(running.await.unwrap(), None);
}

#[tokio::test]
async fn a_server_that_stops_answers_a_batch_as_one() {
    let probe = Probe::default();
    let client = Client::new(&server(&probe)).with_version(ProtocolVersion::V2025_03_26);
    let ping = r#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#;
    let batch = format!("[{},{ping},{}]", call("1"), call("2"));
    let running = tokio::spawn({
        let client = client.clone();
        async move { client.send(&batch).await }
    });
    settle().await;
    let answers = client.abandon();
    assert_eq!(answers.len(), 1);
    assert_eq!(
        json(answers.into_iter().next()).as_array().unwrap().len(),
        3
    );
    assert_eq!(running.await.unwrap(), None);
}
