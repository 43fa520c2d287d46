//! What a process needs is not there.

use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use serde_json::json;

use super::peer::{Peer, call};
use super::process::{PATIENCE, Process};

#[test]
fn without_descriptors_clients_wait_and_are_served_later() {
    let server = Process::start(env!("CARGO_BIN_EXE_probe-server"), 48);
    assert!(server.serves());
    // More than it can have: some are accepted, the others wait to be.
    let mut waiting: Vec<Peer> = (0..100).map(|_| server.connect()).collect();
    let mut last = waiting.pop().unwrap();
    call("add", json!({ "a": 1, "b": 2 })).write_to(&mut last);
    waiting.into_iter().for_each(Peer::leave);
    assert_eq!(last.response().status, 200);
    assert!(server.serves());
    assert!(server.ends_well());
}

/// An address that no other test and no other process listens on.
fn own_address() -> SocketAddr {
    let [_, _, high, low] = std::process::id().to_be_bytes();
    SocketAddr::from(([127, 77, high, low], 8080))
}

/// Logs go to standard error, whose disk is full.
#[test]
fn a_full_disk_under_the_log_costs_no_answer() {
    let program = env!("CARGO_BIN_EXE_unruly-server");
    let address = own_address();
    let command = format!("exec {program} --http {address} 2>/dev/full");
    let server = Process::at(address, &command);
    let end = Instant::now() + PATIENCE;
    while TcpStream::connect(address).is_err() {
        assert!(Instant::now() < end, "it does not serve");
        std::thread::sleep(Duration::from_millis(20));
    }
    for tool in ["fail_with_secrets", "panic_at_once"] {
        for _ in 0..50 {
            let mut peer = server.connect();
            call(tool, json!({})).write_to(&mut peer);
            assert_eq!(peer.response().answer()["result"]["isError"], true);
        }
    }
    assert!(server.ends_well());
}
