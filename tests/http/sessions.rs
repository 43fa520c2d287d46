//! Sessions of the revisions with a handshake.

use std::time::Duration;

use serde_json::{Value, json};

use crate::peer::{Session, begin, initialize, serve};
use crate::tools::{World, builder, server};

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

#[test]
fn every_revision_with_a_handshake_has_sessions() {
    let served = serve(server(&World::default()));
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let session = begin(&served, version);
        assert!(session.id.len() >= 32, "{}", session.id);
        assert!(session.id.bytes().all(|byte| (0x21..=0x7e).contains(&byte)));
        let answer = session
            .send(&served, &Session::call(1, "add", json!({"a": 1, "b": 2})))
            .json();
        assert_eq!(answer["result"]["content"][0]["text"], "3", "{version}");
        assert_eq!(answer["result"].get("resultType"), None);
    }
    // An unknown version is answered with the newest that has a handshake.
    let response = served.post(&[], &initialize("2099-01-01"));
    assert_eq!(response.json()["result"]["protocolVersion"], "2025-11-25");
    assert!(response.header("mcp-session-id").is_some());
}

#[test]
fn a_readable_request_of_a_session_is_answered_with_200() {
    let served = serve(server(&World::default()));
    let session = begin(&served, "2025-11-25");
    for (body, code) in [
        (r#"{"jsonrpc":"2.0","id":1,"method":"no/such"}"#, -32601),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"server/discover2"}"#,
            -32601,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":1}}"#,
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none"}}"#,
            -32602,
        ),
    ] {
        let response = session.send(&served, body);
        assert_eq!((response.status, response.code()), (200, code), "{body}");
    }
    let failed = session.send(&served, &Session::call(1, "fail", json!({})));
    assert_eq!(failed.status, 200);
    assert_eq!(failed.json()["result"]["isError"], true);
    for (body, code) in [("{", -32700), ("", -32700), ("[]", -32600), ("7", -32600)] {
        let response = session.send(&served, body);
        assert_eq!((response.status, response.code()), (400, code), "{body}");
        assert_eq!(response.json().get("id"), None);
    }
    let malformed = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#;
    let response = served.post(&[], malformed);
    assert_eq!((response.status, response.code()), (200, -32602));
    assert_eq!(response.header("mcp-session-id"), None);
}

#[test]
fn what_belongs_to_no_session_is_told_to_begin_one() {
    let served = serve(server(&World::default()));
    let response = served.post(&[], LIST);
    assert_eq!((response.status, response.code()), (400, -32600));
    assert_eq!(response.json()["id"], 1);
    assert!(response.body.contains("initialize"), "{}", response.body);
    let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    assert_eq!(served.post(&[], initialized).status, 400);
    let response = served.post(&[("Mcp-Session-Id", "unknown")], LIST);
    assert_eq!(response.status, 404);
}

#[test]
fn a_version_that_is_not_spoken_is_refused_in_a_session_as_well() {
    let served = serve(server(&World::default()));
    let mut session = begin(&served, "2025-11-25");
    session.version = "2099-01-01";
    let response = session.send(&served, LIST);
    assert_eq!((response.status, response.code()), (400, -32022));
    // Clients of 2025-03-26 do not send the header yet.
    let response = served.post(&[("Mcp-Session-Id", &session.id)], LIST);
    assert_eq!(response.status, 200);
}

#[test]
fn a_request_of_another_era_does_not_enter_a_session() {
    let served = serve(server(&World::default()));
    let session = begin(&served, "2025-11-25");
    let request = crate::peer::call("add", json!({"a": 1, "b": 2}));
    // The header of a session is ignored where there are no sessions, dead or alive.
    for id in [&*session.id, "dead"] {
        let response = request.send_with(&served, "Mcp-Session-Id", id);
        assert_eq!(response.status, 200);
        assert_eq!(response.json()["result"]["resultType"], "complete");
    }
    let response = session.send(&served, &request.body.to_string());
    assert_eq!((response.status, response.code()), (400, -32020));
}

#[test]
fn a_session_that_was_deleted_is_dead() {
    let served = serve(server(&World::default()));
    let session = begin(&served, "2025-11-25");
    let (mut listener, _) = session.listen(&served, None);
    let mut peer = served.connect();
    assert_eq!(peer.bare("DELETE", &session.headers()).status, 204);
    while listener.event().is_some() {}
    assert_eq!(session.send(&served, LIST).status, 404);
    assert_eq!(peer.bare("DELETE", &session.headers()).status, 404);
    assert_eq!(peer.bare("GET", &session.headers()).status, 404);
}

#[test]
fn deleting_a_session_drops_what_it_runs() {
    let world = World::default();
    let served = serve(server(&world));
    let session = begin(&served, "2025-11-25");
    let mut caller = served.connect();
    caller.write_post(&session.headers(), &Session::call(1, "hold", json!({})));
    world.seen.wait(|counts| counts.started == 1);
    assert_eq!(
        served.connect().bare("DELETE", &session.headers()).status,
        204
    );
    world.seen.wait(|counts| counts.dropped == 1);
}

#[test]
fn what_a_deleted_session_ran_is_answered() {
    for version in ["2025-03-26", "2025-11-25"] {
        let world = World::default();
        let served = serve(server(&world));
        let session = begin(&served, version);
        // One that waits for JSON, and one that reads events.
        let accepts = ["application/json", "application/json, text/event-stream"];
        let mut callers = accepts.map(|accept| {
            let mut caller = served.connect();
            let mut headers = session.headers();
            headers.push(("Accept", accept));
            let id = i64::try_from(accept.len()).unwrap();
            caller.write_post(&headers, &Session::call(id, "hold", json!({})));
            caller
        });
        world.seen.wait(|counts| counts.started == 2);
        let gone = served.connect().bare("DELETE", &session.headers());
        assert_eq!(gone.status, 204);
        for (caller, accept) in callers.iter_mut().zip(accepts) {
            let answer = caller.response().answer();
            assert_eq!(answer["id"], accept.len(), "{answer}");
            let text = answer["result"]["content"][0]["text"].as_str().unwrap();
            assert!(text.starts_with("The client ended the session"), "{text}");
        }
    }
}

#[test]
fn an_idle_session_expires() {
    let idle = Duration::from_millis(400);
    let server = builder(&World::default()).session_idle(idle).build();
    let served = serve(server.unwrap());
    let session = begin(&served, "2025-11-25");
    // As long as a stream is open, the session is in use.
    let (listener, _) = session.listen(&served, None);
    std::thread::sleep(2 * idle);
    assert_eq!(session.send(&served, LIST).status, 200);
    listener.leave();
    let mut status = 200;
    for _ in 0..100 {
        std::thread::sleep(2 * idle);
        status = session.send(&served, LIST).status;
        if status == 404 {
            break;
        }
    }
    assert_eq!(status, 404);
}

#[test]
fn one_session_too_many_ends_the_idlest() {
    let world = World::default();
    let server = builder(&world).max_sessions(2).build().unwrap();
    let served = serve(server);
    let first = begin(&served, "2025-11-25");
    let second = begin(&served, "2025-11-25");
    assert_eq!(first.send(&served, LIST).status, 200);
    let third = begin(&served, "2025-11-25");
    assert_eq!(second.send(&served, LIST).status, 404);
    let (_one, _) = first.listen(&served, None);
    let (_two, _) = third.listen(&served, None);
    let response = served.post(&[], &initialize("2025-11-25"));
    assert_eq!(response.status, 503);
    assert_eq!(response.header("mcp-session-id"), None);
}

#[test]
fn an_id_in_flight_is_refused_in_its_session_alone() {
    let world = World::default();
    let served = serve(server(&world));
    let one = begin(&served, "2025-11-25");
    let other = begin(&served, "2025-11-25");
    let mut holder = served.connect();
    holder.write_post(&one.headers(), &Session::call(7, "hold", json!({})));
    world.seen.wait(|counts| counts.started == 1);
    let again = Session::call(7, "add", json!({"a": 1, "b": 2}));
    let response = one.send(&served, &again);
    assert_eq!((response.status, response.code()), (200, -32600));
    assert_eq!(other.send(&served, &again).status, 200);
    let stateless = crate::peer::modern(7, "tools/list", json!({}));
    assert_eq!(stateless.send(&served).status, 200);
    world.gate.open();
}

#[test]
fn a_cancelled_call_has_no_answer() {
    let world = World::default();
    let served = serve(server(&world));
    let session = begin(&served, "2025-06-18");
    let mut caller = served.connect();
    caller.write_post(&session.headers(), &Session::call(7, "hold", json!({})));
    world.seen.wait(|counts| counts.started == 1);
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
    assert_eq!(session.send(&served, cancel).status, 202);
    world.seen.wait(|counts| counts.dropped == 1);
    let response = caller.response();
    assert_eq!((response.status, &*response.body), (202, ""));
}

#[test]
fn a_batch_is_answered_as_one() {
    let served = serve(server(&World::default()));
    let batch = json!([
        {"jsonrpc": "2.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call",
            "params": {"name": "add", "arguments": {"a": 1, "b": 2}}},
        {"jsonrpc": "2.0", "id": 3, "method": "no/such"},
    ])
    .to_string();
    let session = begin(&served, "2025-03-26");
    let response = session.send(&served, &batch);
    assert_eq!(response.status, 200);
    let mut ids: Vec<_> = response
        .json()
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["id"].clone())
        .collect();
    ids.sort_by_key(Value::as_i64);
    assert_eq!(ids, [1, 2, 3]);
    let told = r#"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#;
    assert_eq!(session.send(&served, told).status, 202);
    for version in ["2025-06-18", "2025-11-25"] {
        let response = begin(&served, version).send(&served, &batch);
        assert_eq!((response.status, response.code()), (400, -32600));
    }
}

#[test]
fn responses_of_a_client_are_taken() {
    let served = serve(server(&World::default()));
    let session = begin(&served, "2025-11-25");
    let response = session.send(&served, r#"{"jsonrpc":"2.0","id":"x","result":{}}"#);
    assert_eq!((response.status, &*response.body), (202, ""));
}
