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
fn an_address_that_is_taken_is_an_error() {
    let served = serve(server(&World::default()));
    let serving = server(&World::default()).serve_http(served.address);
    let error = serving.local_addr().unwrap_err();
    assert!(
        format!("{error:?}").contains(&served.address.to_string()),
        "{error:?}"
    );
}
