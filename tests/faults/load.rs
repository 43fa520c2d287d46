//! Many calls, many streams, many sessions: nothing is lost, and memory comes back.

use std::thread;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};

use super::peer::{Peer, initialize, modern};
use super::process::{Process, size};

const MIB: u64 = 1024 * 1024;

/// As many descriptors as the tests need, where they may have them.
fn descriptors(wanted: u64) -> u64 {
    let now = getrlimit(Resource::Nofile);
    let maximum = now.maximum.unwrap_or(wanted).min(wanted);
    if now.current.is_some_and(|current| current < maximum) {
        let more = Rlimit {
            current: Some(maximum),
            ..now
        };
        setrlimit(Resource::Nofile, more).unwrap();
    }
    maximum
}

#[test]
fn every_call_on_many_kept_connections_is_answered_once() {
    let server = Process::start(env!("CARGO_BIN_EXE_probe-server"), descriptors(4096));
    let calls = size(10_000, 1_280) / 64;
    thread::scope(|scope| {
        for connection in 0..64 {
            let server = &server;
            scope.spawn(move || {
                let mut peer = server.connect();
                for number in 0..calls {
                    let arguments = json!({ "a": connection, "b": number });
                    let params = json!({ "name": "add", "arguments": arguments });
                    modern(number, "tools/call", params).write_to(&mut peer);
                    let answer = peer.response().answer();
                    assert_eq!(answer["id"], number);
                    let sum = answer["result"]["content"][0]["text"].as_str();
                    assert_eq!(sum, Some((connection + number).to_string().as_str()));
                }
            });
        }
    });
    assert!(server.ends_well());
}

fn listener(server: &Process) -> Peer {
    let mut peer = server.connect();
    let filter = json!({ "notifications": { "toolsListChanged": true } });
    modern(1, "subscriptions/listen", filter).write_to(&mut peer);
    assert_eq!(peer.head().status, 200);
    let acknowledged = peer.said().unwrap().json();
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );
    peer
}

#[test]
fn every_open_stream_is_told_and_leaves_nothing_behind() {
    let wanted = size(1_000, 200);
    let enough = descriptors(u64::try_from(wanted).unwrap() * 2 + 200);
    let server = Process::start(env!("CARGO_BIN_EXE_changing-server"), enough);
    let round = |on: bool| {
        let mut listeners: Vec<_> = (0..wanted).map(|_| listener(&server)).collect();
        let mut peer = server.connect();
        let turn = json!({ "name": "turn", "arguments": { "on": on } });
        modern(1, "tools/call", turn).write_to(&mut peer);
        assert_eq!(peer.response().status, 200);
        for listener in &mut listeners {
            let told = listener.said().unwrap().json();
            assert_eq!(told["method"], "notifications/tools/list_changed");
        }
    };
    // What the first ones leave behind is there for the next ones.
    round(false);
    let before = server.memory();
    round(true);
    round(false);
    server.has_at_most(before + 8 * MIB);
    assert!(server.ends_well());
}

#[test]
fn sessions_that_are_opened_and_ended_leave_nothing_behind() {
    let server = Process::start(env!("CARGO_BIN_EXE_probe-server"), descriptors(4096));
    let open_and_end = |sessions: usize| {
        thread::scope(|scope| {
            for _ in 0..8 {
                let server = &server;
                scope.spawn(move || {
                    let mut peer = server.connect();
                    for _ in 0..sessions / 8 {
                        let begun = peer.post(&[], &initialize("2025-11-25"));
                        let id = begun.header("mcp-session-id").unwrap().to_owned();
                        let session = [("Mcp-Session-Id", &*id)];
                        assert_eq!(peer.bare("DELETE", &session).status, 204);
                    }
                });
            }
        });
    };
    let sessions = size(10_000, 800);
    open_and_end(sessions);
    let before = server.memory();
    open_and_end(sessions);
    server.has_at_most(before + 8 * MIB);
    assert!(server.ends_well());
}

/// The client goes away before it has read the whole of an answer.
fn cut_off(server: &Process, tool: &str, arguments: &Value, read: impl Fn(&mut Peer)) {
    for _ in 0..size(100, 10) {
        let mut peer = server.connect();
        let params = json!({ "name": tool, "arguments": arguments });
        modern(1, "tools/call", params).write_to(&mut peer);
        read(&mut peer);
        peer.leave();
    }
}

#[test]
fn clients_that_die_within_an_answer_harm_nobody() {
    let server = Process::start(env!("CARGO_BIN_EXE_probe-server"), descriptors(4096));
    let text = "x".repeat(3_000_000);
    let cut = || {
        cut_off(&server, "echo", &json!({ "text": text }), |peer| {
            assert_eq!(peer.head().status, 200);
        });
        let counting = json!({ "steps": 1_000, "delay_ms": 5 });
        cut_off(&server, "count_slowly", &counting, |peer| {
            assert_eq!(peer.head().status, 200);
            assert!(peer.said().is_some());
        });
    };
    cut();
    let before = server.memory();
    cut();
    assert!(server.serves());
    server.has_at_most(before + 32 * MIB);
    assert!(server.ends_well());
}
