//! The end: answers first, streams that are only listened to at once.

use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;

use crate::peer::{Session, begin, call, serve};
use crate::tools::{World, builder, server};

#[test]
fn calls_that_run_are_answered_first() {
    let world = World::default();
    let mut served = serve(server(&world));
    let session = begin(&served, "2025-11-25");
    let mut alone = served.connect();
    call("hold", json!({})).write_to(&mut alone);
    let mut streaming = served.connect();
    call("tell", json!({"times": 1})).write_to(&mut streaming);
    let mut in_session = served.connect();
    in_session.write_post(&session.headers(), &Session::call(1, "hold", json!({})));
    world.seen.wait(|counts| counts.started == 3);
    let (mut listener, _) = session.listen(&served, None);
    let mut idle = served.connect();
    served.stop();
    // Nobody waits for those that have nothing to come.
    while listener.event().is_some() {}
    assert!(idle.is_closed());
    while TcpStream::connect(served.address).is_ok() {
        std::thread::yield_now();
    }
    world.gate.open();
    assert_eq!(
        alone.response().json()["result"]["content"][0]["text"],
        "through"
    );
    let answer = streaming.response().answer();
    assert_eq!(answer["result"]["content"][0]["text"], "told");
    assert_eq!(in_session.response().answer()["id"], 1);
    served.join();
}

#[test]
fn calls_that_outlast_the_grace_period_are_told_so() {
    let world = World::default();
    let server = builder(&world).grace(Duration::from_millis(50)).build();
    let mut served = serve(server.unwrap());
    let session = begin(&served, "2025-06-18");
    let mut alone = served.connect();
    call("hold", json!({})).write_to(&mut alone);
    let mut in_session = served.connect();
    in_session.write_post(&session.headers(), &Session::call(1, "hold", json!({})));
    let mut streaming = served.connect();
    call("tell", json!({"times": 1})).write_to(&mut streaming);
    world.seen.wait(|counts| counts.started == 3);
    served.stop();
    for peer in [&mut alone, &mut in_session] {
        let answer = peer.response().answer();
        assert_eq!(answer["result"]["isError"], true);
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("stopping"), "{text}");
    }
    assert_eq!(streaming.response().answer()["result"]["isError"], true);
    world.seen.wait(|counts| counts.dropped == 3);
    served.join();
}

#[test]
fn a_call_of_a_session_whose_client_is_away_is_waited_for() {
    let world = World::default();
    let mut served = serve(server(&world));
    let session = begin(&served, "2025-11-25");
    let mut away = served.connect();
    away.write_post(&session.headers(), &Session::call(1, "hold", json!({})));
    assert_eq!(away.head().status, 200);
    away.leave();
    let mut listener = session.listen(&served, None).0;
    served.stop();
    // It has begun to stop, and nobody is connected any more.
    while listener.event().is_some() {}
    assert!(listener.is_closed());
    while TcpStream::connect(served.address).is_ok() {
        std::thread::yield_now();
    }
    assert!(served.is_serving());
    world.seen.wait(|counts| counts.dropped == 0);
    world.gate.open();
    served.join();
}

#[test]
fn what_has_not_arrived_is_not_waited_for() {
    let world = World::default();
    let server = builder(&world).grace(Duration::from_secs(600)).build();
    let mut served = serve(server.unwrap());
    let mut head = served.connect();
    head.write("POST /mcp HTTP/1.1\r\nHost: loc");
    let mut body = served.connect();
    let request = call("add", json!({}));
    let mut headers = request.headers();
    headers.extend([("Content-Length", "100"), ("Expect", "100-continue")]);
    body.write_post(&headers, "{");
    // The server has begun to read it.
    assert_eq!(body.head().status, 100);
    served.stop();
    let refused = body.response();
    assert_eq!(refused.status, 503);
    assert!(refused.body.contains("stopping"), "{refused:?}");
    assert!(body.is_closed());
    assert!(head.is_closed());
    served.join();
}

#[test]
fn a_client_that_does_not_read_is_let_go() {
    let world = World::default();
    let server = builder(&world)
        .read_timeout(Duration::from_millis(500))
        .max_message_bytes(64 << 20)
        .build();
    let served = serve(server.unwrap());
    let mut peer = served.connect();
    // More than the buffers on the way hold.
    call("repeat", json!({"bytes": 32 << 20})).write_to(&mut peer);
    let head = peer.head();
    assert_eq!(head.status, 200);
    world.seen.wait(|counts| counts.started == 1);
    std::thread::sleep(Duration::from_secs(2));
    assert!(peer.breaks_off(32 << 20));
    served.join();
}

#[test]
fn an_address_that_is_taken_is_an_error() {
    let served = serve(server(&World::default()));
    let serving = server(&World::default()).serve_http(served.address);
    let error = serving.local_addr().unwrap_err();
    assert!(
        format!("{error:?}").contains(&served.address.to_string()),
        "{error:?}"
    );
}
