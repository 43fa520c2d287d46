//! Changes over HTTP: on the response stream of the request that listens, and on the stream of a
//! session.

use std::thread;
use std::time::{Duration, Instant};

use mcp_runtime::Server;
use serde_json::{Value, json};

use super::http_peer::{Peer, Served, begin, modern, serve};
use super::{house, rock};

fn listen(served: &Served, notifications: &Value) -> Peer {
    let mut peer = served.connect();
    modern(
        7,
        "subscriptions/listen",
        json!({ "notifications": notifications }),
    )
    .write_to(&mut peer);
    let head = peer.head();
    assert_eq!(head.status, 200);
    assert_eq!(head.header("content-type"), Some("text/event-stream"));
    peer
}

fn said(peer: &mut Peer) -> Value {
    peer.said().expect("something is told").json()
}

fn subscription(message: &Value) -> &Value {
    &message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"]
}

/// Waits until nobody listens to the server any more.
fn wait_for_silence(server: &Server) {
    let end = Instant::now() + Duration::from_secs(20);
    while !format!("{server:?}").contains("subscribers: 0") {
        assert!(Instant::now() < end, "{server:?}");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_listener_is_told_on_its_stream_and_a_request_with_the_same_id_is_another() {
    let (server, switch, updates) = house();
    let served = serve(server);
    let mut tools = listen(&served, &json!({ "toolsListChanged": true }));
    let mut stove = listen(
        &served,
        &json!({ "resourceSubscriptions": ["house://stove"] }),
    );
    for peer in [&mut tools, &mut stove] {
        let acknowledged = said(peer);
        assert_eq!(
            acknowledged["method"],
            "notifications/subscriptions/acknowledged"
        );
        assert_eq!(subscription(&acknowledged), 7);
    }
    switch.disable("lamp").unwrap();
    updates.updated("house://stove");
    let changed = said(&mut tools);
    assert_eq!(changed["method"], "notifications/tools/list_changed");
    assert_eq!(subscription(&changed), 7);
    let updated = said(&mut stove);
    assert_eq!(updated["params"]["uri"], "house://stove");
    let listed = modern(7, "tools/list", json!({})).send(&served).json();
    assert_eq!(listed["result"]["tools"][0]["name"], "stove");
}

#[test]
fn who_takes_no_events_cannot_listen() {
    let (server, ..) = house();
    let served = serve(server.clone());
    let filter = json!({ "notifications": { "toolsListChanged": true } });
    let request = modern(7, "subscriptions/listen", filter);
    let response = request.send_with(&served, "Accept", "application/json");
    assert_eq!(response.status, 406);
    assert!(
        response.body.contains("text/event-stream"),
        "{}",
        response.body
    );
    wait_for_silence(&server);
}

#[test]
fn a_listener_that_goes_away_is_forgotten() {
    let (server, ..) = house();
    let served = serve(server.clone());
    let mut peer = listen(&served, &json!({ "toolsListChanged": true }));
    said(&mut peer);
    assert!(!format!("{server:?}").contains("subscribers: 0"));
    peer.leave();
    wait_for_silence(&server);
}

#[test]
fn a_server_that_stops_ends_its_listeners_and_does_not_wait_for_them() {
    let (server, ..) = house();
    let mut served = serve(server);
    let mut peer = listen(&served, &json!({ "toolsListChanged": true }));
    said(&mut peer);
    served.stop();
    let cancelled = said(&mut peer);
    assert_eq!(cancelled["method"], "notifications/cancelled");
    assert_eq!(cancelled["params"]["requestId"], 7);
    let result = said(&mut peer);
    assert_eq!(result["id"], 7);
    assert_eq!(result["result"]["resultType"], "complete");
    assert_eq!(peer.said(), None);
    served.join();
}

#[test]
fn a_server_of_which_nothing_changes_answers_404() {
    let served = serve(rock());
    let filter = json!({ "notifications": { "toolsListChanged": true } });
    let response = modern(7, "subscriptions/listen", filter).send(&served);
    assert_eq!((response.status, response.code()), (404, -32601));
    let (server, ..) = house();
    let served = serve(server);
    for method in ["resources/subscribe", "resources/unsubscribe"] {
        let response = modern(7, method, json!({ "uri": "a:b" })).send(&served);
        assert_eq!(
            (response.status, response.code()),
            (404, -32601),
            "{method}"
        );
    }
}

#[test]
fn a_session_is_told_on_the_stream_that_it_listens_to() {
    let (server, switch, updates) = house();
    let served = serve(server);
    let session = begin(&served, "2025-06-18");
    let subscribe = json!({
        "jsonrpc": "2.0", "id": 1, "method": "resources/subscribe",
        "params": { "uri": "house://stove" },
    });
    assert_eq!(
        session.send(&served, &subscribe.to_string()).json()["result"],
        json!({})
    );
    // Many changes before anybody listens come as few.
    for _ in 0..10_000 {
        switch.disable("lamp").unwrap();
        switch.enable("lamp").unwrap();
    }
    let mut peer = served.connect();
    let headers = [
        ("Accept", "text/event-stream"),
        ("Mcp-Session-Id", &*session.id),
        ("MCP-Protocol-Version", session.version),
    ];
    peer.write_bare("GET", &headers);
    assert_eq!(peer.head().status, 200);
    updates.updated("house://stove");
    let mut lists = 0;
    loop {
        let message = said(&mut peer);
        if message["method"] == "notifications/resources/updated" {
            assert_eq!(message["params"], json!({ "uri": "house://stove" }));
            break;
        }
        assert_eq!(
            message,
            json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed" })
        );
        lists += 1;
    }
    assert!((1..1000).contains(&lists), "{lists}");
}
