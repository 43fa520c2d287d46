//! Clients of a session that go away, and come back for what they missed (H4).

use serde_json::json;

use crate::peer::{Session, begin, serve};
use crate::tools::{World, server};

#[test]
fn a_client_that_goes_away_comes_back_for_the_answer() {
    let world = World::default();
    let served = serve(server(&world));
    let session = begin(&served, "2025-11-25");
    let mut caller = served.connect();
    caller.write_post(&session.headers(), &Session::call(7, "hold", json!({})));
    let head = caller.head();
    assert_eq!(head.header("content-type"), Some("text/event-stream"));
    let first = caller.event().unwrap();
    assert_eq!(first.data.as_deref(), Some(""));
    assert!(first.retry.is_some());
    caller.leave();
    // Nothing is cancelled: the call is still there when the gate opens.
    world.gate.open();
    world.seen.wait(|counts| counts.dropped == 1);
    let (mut again, head) = session.listen(&served, first.id.as_deref());
    assert_eq!(head.status, 200);
    let answer = loop {
        let event = again.said().unwrap();
        if event.data.as_deref() != Some("") {
            break event;
        }
    };
    assert_eq!(answer.json()["id"], 7);
    assert_eq!(answer.json()["result"]["content"][0]["text"], "through");
    assert_eq!(again.said(), None);
    // It can be fetched once more, for the connection may break again.
    let (mut again, _) = session.listen(&served, first.id.as_deref());
    assert!(std::iter::from_fn(|| again.said()).any(|event| event.id == answer.id));
}

#[test]
fn a_stream_goes_on_behind_the_last_event_that_was_seen() {
    let world = World::default();
    let served = serve(server(&world));
    for version in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        let session = begin(&served, version);
        let mut caller = served.connect();
        caller.write_post(
            &session.headers(),
            &Session::call(7, "tell", json!({"times": 3})),
        );
        assert_eq!(
            caller.head().header("content-type"),
            Some("text/event-stream")
        );
        let mut events = Vec::new();
        while events.len() < 2 {
            let event = caller.said().unwrap();
            if event.data.as_deref() != Some("") {
                events.push(event);
            }
        }
        assert_eq!(events[0].json()["params"]["progress"], 1);
        assert_eq!(events[1].json()["params"]["progress"], 2);
        caller.leave();
        let (mut again, _) = session.listen(&served, events[1].id.as_deref());
        let mut next = || loop {
            let event = again.said().unwrap();
            if event.data.as_deref() != Some("") {
                break event.json();
            }
        };
        assert_eq!(next()["params"]["progress"], 3);
        assert_eq!(next()["method"], "notifications/message");
        let cancel =
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
        session.send(&served, cancel);
        assert_eq!(again.said(), None);
    }
}

#[test]
fn what_nobody_kept_is_not_resumed() {
    let served = serve(server(&World::default()));
    let session = begin(&served, "2025-11-25");
    for last in ["9-1", "0-9", "nonsense", ""] {
        let (_, head) = session.listen(&served, Some(last));
        assert_eq!(head.status, 400, "{last}");
    }
}

#[test]
fn another_sessions_stream_is_not_resumed() {
    let world = World::default();
    let served = serve(server(&world));
    let session = begin(&served, "2025-11-25");
    let mut caller = served.connect();
    caller.write_post(&session.headers(), &Session::call(7, "hold", json!({})));
    caller.head();
    let id = caller.event().unwrap().id;
    let other = begin(&served, "2025-11-25");
    assert_eq!(other.listen(&served, id.as_deref()).1.status, 400);
}

#[test]
fn the_newest_listener_takes_over() {
    let served = serve(server(&World::default()));
    let session = begin(&served, "2025-06-18");
    let (mut first, head) = session.listen(&served, None);
    assert_eq!(head.status, 200);
    assert_eq!(head.header("content-type"), Some("text/event-stream"));
    let (_second, _) = session.listen(&served, None);
    assert_eq!(first.said(), None);
}

#[test]
fn a_listener_must_take_events() {
    let served = serve(server(&World::default()));
    let session = begin(&served, "2025-06-18");
    let mut headers = session.headers();
    headers.push(("Accept", "application/json"));
    assert_eq!(served.connect().bare("GET", &headers).status, 406);
}

#[test]
fn a_call_may_let_its_client_go_and_be_fetched_later() {
    let world = World::default();
    let served = serve(server(&world));
    let session = begin(&served, "2025-11-25");
    let mut caller = served.connect();
    caller.write_post(&session.headers(), &Session::call(7, "part", json!({})));
    assert_eq!(caller.head().status, 200);
    let first = caller.event().unwrap();
    assert_eq!(first.data.as_deref(), Some(""));
    assert_eq!(caller.said(), None);
    world.seen.wait(|counts| counts.started == 1);
    let (mut again, _) = session.listen(&served, first.id.as_deref());
    assert_eq!(again.event().unwrap().data.as_deref(), Some(""));
    world.gate.open();
    let answer = again.said().unwrap();
    assert_eq!(answer.json()["result"]["content"][0]["text"], "apart");
    assert_eq!(again.said(), None);
}

#[test]
fn a_client_that_could_not_come_back_is_not_let_go() {
    let world = World::default();
    let served = serve(server(&world));
    world.gate.open();
    let answer = crate::peer::call("part", json!({})).send(&served).json();
    assert_eq!(answer["result"]["content"][0]["text"], "apart");
    let session = begin(&served, "2025-06-18");
    let response = session.send(&served, &Session::call(7, "part", json!({})));
    assert_eq!(response.answer()["result"]["content"][0]["text"], "apart");
}
