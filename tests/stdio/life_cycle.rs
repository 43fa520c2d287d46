//! How a server starts and ends.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::peer::{Peer, modern, text};

#[test]
fn calls_in_flight_at_the_end_of_input_are_answered_and_the_exit_is_0() {
    let mut peer = Peer::session("2025-11-25");
    let ids: Vec<_> = (0..10)
        .map(|_| peer.start_call("sleep", json!({ "ms": 300 })))
        .collect();
    let ended = peer.end();
    assert!(ended.status.success());
    let mut answered: Vec<_> = ended
        .rest
        .iter()
        .map(|answer| answer["id"].as_u64().unwrap())
        .collect();
    answered.sort_unstable();
    assert_eq!(answered, ids);
    assert!(
        ended
            .rest
            .iter()
            .all(|answer| text(&answer["result"]) == "slept")
    );
}

#[test]
fn calls_in_flight_at_a_signal_are_answered_and_the_exit_is_0() {
    for signal in ["TERM", "INT"] {
        let mut peer = Peer::session("2025-11-25");
        let id = peer.start_call("sleep", json!({ "ms": 300 }));
        peer.request("ping", json!({}));
        peer.signal(signal);
        let ended = peer.wait();
        assert!(ended.status.success(), "{signal}");
        assert_eq!(ended.rest.len(), 1, "{signal}");
        assert_eq!(ended.rest[0]["id"], id);
        assert_eq!(text(&ended.rest[0]["result"]), "slept");
    }
}

#[test]
fn a_second_signal_ends_the_wait_and_the_call_is_still_answered() {
    let mut peer = Peer::session("2025-11-25");
    let id = peer.start_call("sleep", json!({ "ms": 600_000 }));
    peer.request("ping", json!({}));
    peer.signal("TERM");
    std::thread::sleep(Duration::from_millis(200));
    peer.signal("TERM");
    let ended = peer.wait();
    assert!(ended.status.success());
    assert_eq!(ended.rest.len(), 1);
    assert_eq!(ended.rest[0]["id"], id);
    assert_eq!(ended.rest[0]["result"]["isError"], true);
    assert!(
        text(&ended.rest[0]["result"]).contains("stopping"),
        "{}",
        ended.rest[0]
    );
}

#[test]
fn a_server_that_is_told_to_stop_answers_first_and_waits_for_no_input() {
    let mut peer = Peer::unruly(|command| {
        command.env("SHUTDOWN_MS", "500");
    });
    let id = peer.start_call("wait", json!({ "ms": 1000 }));
    let ended = peer.wait();
    assert!(ended.status.success());
    assert_eq!(ended.rest.len(), 1);
    assert_eq!(ended.rest[0]["id"], id);
    assert_eq!(text(&ended.rest[0]["result"]), "waited");
}

#[test]
fn an_idle_server_ends_when_its_input_does() {
    let peer = Peer::session("2025-11-25");
    let ended = peer.end();
    assert!(ended.status.success());
    assert!(ended.rest.is_empty());
}

#[test]
fn a_last_line_without_a_line_end_is_served() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_probe-server"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(
        output.stdout,
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n"
    );
}

#[test]
fn a_client_that_is_gone_ends_the_server_quietly() {
    // Nobody reads the output, while the input stays open.
    let mut child = Command::new(env!("CARGO_BIN_EXE_probe-server"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let stdin = child.stdin.take();
    drop(child.stdout.take());
    let start = Instant::now();
    let status = child.wait().unwrap();
    assert!(start.elapsed() < Duration::from_secs(30));
    assert!(status.success());
    let mut stderr = String::new();
    std::io::Read::read_to_string(child.stderr.as_mut().unwrap(), &mut stderr).unwrap();
    assert!(!stderr.contains("panicked"), "{stderr}");
    drop(stdin);
}

#[test]
fn a_log_that_nobody_reads_does_not_end_the_server() {
    let mut peer = Peer::start_with(|command| {
        command.env("RUST_LOG", "trace");
    });
    let mut gone = Peer::start_with(|command| {
        let (reader, writer) = std::os::unix::net::UnixStream::pair().unwrap();
        drop(reader);
        command.stderr(Stdio::from(std::os::fd::OwnedFd::from(writer)));
        command.env("RUST_LOG", "trace");
    });
    for peer in [&mut peer, &mut gone] {
        peer.initialize("2025-11-25");
        let result = peer.call("get_weather", json!({ "city": "Panicville" }));
        assert_eq!(result["isError"], true);
        assert_eq!(text(&peer.call("echo", json!({ "text": "on" }))), "on");
    }
    assert!(gone.end().status.success());
}

#[test]
fn a_log_that_is_open_but_never_read_holds_up_no_call() {
    let (_unread, writer) = std::os::unix::net::UnixStream::pair().unwrap();
    let mut peer = Peer::start_with(|command| {
        command.stderr(Stdio::from(std::os::fd::OwnedFd::from(writer)));
    });
    peer.initialize("2025-11-25");
    for _ in 0..5000 {
        peer.start_call("get_weather", json!({ "city": "Atlantpis" }));
    }
    assert_eq!(text(&peer.call("echo", json!({ "text": "on" }))), "on");
    let ended = peer.end();
    assert!(ended.status.success());
}

#[test]
fn standard_descriptors_that_are_closed_at_start_do_no_harm() {
    for closed in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"] {
        let status = Command::new("sh")
            .arg("-c")
            .arg(format!("\"$0\" {closed}"))
            .arg(env!("CARGO_BIN_EXE_probe-server"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .unwrap();
        assert!(status.success(), "{closed}: {status}");
    }
}

#[test]
fn a_server_is_served_before_and_without_a_handshake() {
    let mut peer = Peer::start();
    assert_eq!(peer.request("ping", json!({}))["result"], json!({}));
    assert_eq!(text(&peer.call("add", json!({ "a": 1, "b": 2 }))), "3");
    let tools = peer.request("tools/list", json!({}));
    assert_eq!(tools["result"]["tools"].as_array().unwrap().len(), 6);
}

#[test]
fn a_second_initialize_is_served() {
    let mut peer = Peer::start();
    assert_eq!(
        peer.initialize("2025-06-18")["result"]["protocolVersion"],
        "2025-06-18"
    );
    assert_eq!(
        peer.initialize("2024-11-05")["result"]["protocolVersion"],
        "2024-11-05"
    );
}

#[test]
fn a_version_that_is_not_offered_by_initialize_is_answered_with_the_newest_that_is() {
    for version in ["2026-07-28", "1999-01-01", ""] {
        let mut peer = Peer::start();
        assert_eq!(
            peer.initialize(version)["result"]["protocolVersion"],
            "2025-11-25"
        );
    }
}

#[test]
fn discover_and_initialize_are_both_answered_by_one_process() {
    let mut peer = Peer::start();
    let discovered = peer.request("server/discover", modern(json!({})));
    assert_eq!(
        discovered["result"]["supportedVersions"],
        json!(["2026-07-28"])
    );
    assert_eq!(
        peer.initialize("2025-11-25")["result"]["protocolVersion"],
        "2025-11-25"
    );
    let modern = peer.request(
        "tools/call",
        modern(json!({ "name": "echo", "arguments": { "text": "x" } })),
    );
    assert_eq!(modern["result"]["resultType"], "complete");
    assert!(
        peer.call("echo", json!({ "text": "x" }))
            .get("resultType")
            .is_none()
    );
}
