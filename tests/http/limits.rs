//! What is too much or too slow (H6), and what keeps a quiet stream alive (H7).

use std::time::Duration;

use serde_json::json;

use crate::peer::{call, serve};
use crate::tools::{World, builder, server};

#[test]
fn a_body_over_the_limit_is_refused() {
    let server = builder(&World::default()).max_message_bytes(1000).build();
    let served = serve(server.unwrap());
    let request = call("add", json!({"a": 1, "b": 2}));
    assert_eq!(request.send(&served).status, 200);
    // Announced: nothing of it is waited for.
    let response = request.send_with(&served, "Content-Length", "1001");
    assert_eq!((response.status, response.code()), (413, -32600));
    assert_eq!(response.header("connection"), Some("close"));
    // In pieces.
    let mut peer = served.connect();
    let mut headers = request.headers();
    headers.extend([("Content-Length", ""), ("Transfer-Encoding", "chunked")]);
    peer.write_post(&headers, "");
    for _ in 0..3 {
        peer.write(format!("{:x}\r\n{}\r\n", 400, " ".repeat(400)));
    }
    assert_eq!(peer.response().status, 413);
}

#[test]
fn a_head_over_the_limit_is_refused() {
    let served = serve(server(&World::default()));
    let mut peer = served.connect();
    let many = "X: 1\r\n".repeat(200);
    peer.write(format!(
        "GET /mcp HTTP/1.1\r\nHost: localhost\r\n{many}\r\n"
    ));
    assert_eq!(peer.response().status, 431);
    // One line without an end is not read to its end.
    let mut peer = served.connect();
    peer.try_write(format!("GET /mcp HTTP/1.1\r\nX: {}", "a".repeat(1 << 20)));
    assert!(peer.is_closed());
}

#[test]
fn what_does_not_arrive_in_time_is_cut() {
    let server = builder(&World::default())
        .read_timeout(Duration::from_millis(50))
        .build();
    let served = serve(server.unwrap());
    let mut body = served.connect();
    let request = call("add", json!({}));
    let mut headers = request.headers();
    headers.push(("Content-Length", "100"));
    body.write_post(&headers, "{");
    let response = body.response();
    assert_eq!(response.status, 408);
    assert!(body.is_closed());
    let mut head = served.connect();
    head.write("POST /mcp HTTP/1.1\r\nHost: loc");
    assert!(head.is_closed());
    let mut nothing = served.connect();
    assert!(nothing.is_closed());
}

#[test]
fn a_body_that_breaks_off_is_answered_or_not_but_harms_nobody() {
    let served = serve(server(&World::default()));
    let request = call("add", json!({"a": 1, "b": 2}));
    let mut peer = served.connect();
    let mut headers = request.headers();
    headers.push(("Content-Length", "1000"));
    peer.write_post(&headers, "{");
    peer.leave();
    assert_eq!(request.send(&served).status, 200);
}

#[test]
fn connections_beyond_the_limit_are_told_to_come_again() {
    let server = builder(&World::default()).max_connections(1).build();
    let served = serve(server.unwrap());
    let request = call("add", json!({"a": 1, "b": 2}));
    let mut first = served.connect();
    request.write_to(&mut first);
    assert_eq!(first.response().status, 200);
    for _ in 0..3 {
        let mut second = served.connect();
        request.write_to(&mut second);
        let response = second.response();
        assert_eq!(response.status, 503);
        assert_eq!(response.header("retry-after"), Some("10"));
        assert!(second.is_closed());
    }
    // Nobody who has a connection notices.
    request.write_to(&mut first);
    assert_eq!(first.response().status, 200);
    first.leave();
    let mut status = 503;
    while status == 503 {
        status = request.send(&served).status;
    }
    assert_eq!(status, 200);
}

#[test]
fn calls_beyond_the_limit_are_answered_at_once() {
    let world = World::default();
    let server = builder(&world).max_running(1).build();
    let served = serve(server.unwrap());
    let mut holder = served.connect();
    call("hold", json!({})).write_to(&mut holder);
    world.seen.wait(|counts| counts.started == 1);
    let response = call("add", json!({"a": 1, "b": 2})).send(&served);
    assert_eq!(response.status, 200);
    assert_eq!(response.json()["result"]["isError"], true);
    world.gate.open();
    assert_eq!(holder.response().status, 200);
}

#[test]
fn a_quiet_call_gets_a_stream_with_comments() {
    let world = World::default();
    let server = builder(&world)
        .keep_alive(Duration::from_millis(20))
        .build();
    let served = serve(server.unwrap());
    let mut peer = served.connect();
    call("hold", json!({})).write_to(&mut peer);
    let head = peer.head();
    assert_eq!(head.header("content-type"), Some("text/event-stream"));
    assert_eq!(head.header("x-accel-buffering"), Some("no"));
    for _ in 0..3 {
        assert!(peer.event().unwrap().comment);
    }
    world.gate.open();
    let answer = peer.said().unwrap();
    assert_eq!(answer.json()["result"]["content"][0]["text"], "through");
    assert_eq!(peer.said(), None);
}

#[test]
fn a_tool_that_holds_its_thread_holds_up_nobody_else() {
    let world = World::default();
    let served = serve(server(&world));
    let mut held = Vec::new();
    // One by one, so that the thread that waits for connections is the one that is held.
    for count in 1..=6 {
        let mut peer = served.connect();
        call("block", json!({})).write_to(&mut peer);
        held.push(peer);
        world.seen.wait(|counts| counts.started == count);
        assert_eq!(
            call("add", json!({"a": 1, "b": 2})).send(&served).status,
            200
        );
    }
    world.gate.open();
    for peer in &mut held {
        assert_eq!(
            peer.response().json()["result"]["content"][0]["text"],
            "returned"
        );
    }
}
