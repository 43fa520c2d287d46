//! Clients of 2026-07-28 that go away: that is how they cancel (H4).

use serde_json::json;

use crate::peer::{call, serve};
use crate::tools::{World, server};

#[test]
fn going_away_before_anything_was_sent_drops_the_future() {
    let world = World::default();
    let served = serve(server(&world));
    let mut peer = served.connect();
    call("hold", json!({})).write_to(&mut peer);
    world.seen.wait(|counts| counts.started == 1);
    peer.leave();
    world.seen.wait(|counts| counts.dropped == 1);
}

#[test]
fn closing_a_stream_drops_the_future() {
    let world = World::default();
    let served = serve(server(&world));
    let mut peer = served.connect();
    call("tell", json!({"times": 2})).write_to(&mut peer);
    peer.head();
    assert!(peer.said().is_some());
    world.seen.wait(|counts| counts.started == 1);
    peer.leave();
    world.seen.wait(|counts| counts.dropped == 1);
}

/// No client of MCP stops sending while it waits, and a proxy that does so has lost its own client.
#[test]
fn a_client_that_closes_its_direction_is_gone() {
    let world = World::default();
    let served = serve(server(&world));
    let mut peer = served.connect();
    call("hold", json!({})).write_to(&mut peer);
    world.seen.wait(|counts| counts.started == 1);
    peer.closes_its_direction();
    world.seen.wait(|counts| counts.dropped == 1);
    assert!(peer.is_closed());
}

#[test]
fn others_do_not_notice() {
    let world = World::default();
    let served = serve(server(&world));
    let mut one = served.connect();
    let mut other = served.connect();
    call("hold", json!({})).write_to(&mut one);
    call("hold", json!({})).write_to(&mut other);
    world.seen.wait(|counts| counts.started == 2);
    one.leave();
    world.seen.wait(|counts| counts.dropped == 1);
    world.gate.open();
    assert_eq!(
        other.response().json()["result"]["content"][0]["text"],
        "through"
    );
}
