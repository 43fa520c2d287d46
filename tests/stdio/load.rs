//! Many calls at once on one pipe.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::peer::{Peer, text};

#[test]
fn a_thousand_calls_at_once_all_come_back_once() {
    let mut peer = Peer::session("2025-11-25");
    let ids: HashSet<_> = (0..1000)
        .map(|i| match i % 4 {
            0 => peer.start_call("add", json!({ "a": i, "b": 1 })),
            1 => peer.start_call("sleep", json!({ "ms": i % 50 })),
            2 => peer.start_call("echo", json!({ "text": "x".repeat(i) })),
            _ => peer.start_call("get_weather", json!({ "city": "Atlantpis" })),
        })
        .collect();
    let ended = peer.end();
    let answered: Vec<_> = ended
        .rest
        .iter()
        .map(|answer| answer["id"].as_u64().unwrap())
        .collect();
    assert_eq!(answered.len(), 1000);
    assert_eq!(answered.into_iter().collect::<HashSet<_>>(), ids);
}

#[test]
fn past_the_limit_of_running_calls_the_answer_is_immediate_and_honest() {
    let mut peer = Peer::unruly(|command| {
        command.env("MAX_RUNNING", "100");
    });
    let count = 10_000;
    // The answers are not read until all calls are sent: a slow reader at the other end.
    let ids: HashSet<_> = (0..count)
        .map(|_| peer.start_call("wait", json!({ "ms": 300 })))
        .collect();
    let ended = peer.end();
    assert!(ended.status.success());
    let answered: Vec<_> = ended
        .rest
        .iter()
        .map(|answer| answer["id"].as_u64().unwrap())
        .collect();
    assert_eq!(answered.len(), count, "lost or twice");
    assert_eq!(answered.into_iter().collect::<HashSet<_>>(), ids);
    let (refused, served): (Vec<&Value>, Vec<&Value>) = ended
        .rest
        .iter()
        .map(|answer| &answer["result"])
        .partition(|result| result["isError"] == true);
    assert!(served.len() >= 100, "{} served", served.len());
    assert!(!refused.is_empty());
    for result in refused {
        assert!(
            text(result).contains("busy") || text(result).contains("limit"),
            "{result}"
        );
        assert_eq!(
            result["_meta"]["rs.mcp-runtime/failure"]["retry"],
            json!("once"),
            "{result}"
        );
    }
}

#[test]
fn a_tool_at_its_own_limit_leaves_the_others_alone() {
    let mut peer = Peer::unruly(|_| {});
    let first = peer.start_call("lonely", json!({ "ms": 200 }));
    let second = peer.call("lonely", json!({ "ms": 1 }));
    assert_eq!(second["isError"], true);
    assert_eq!(text(&peer.call("wait", json!({ "ms": 1 }))), "waited");
    assert_eq!(text(&peer.answer(&json!(first))["result"]), "waited");
    assert_eq!(text(&peer.call("lonely", json!({ "ms": 1 }))), "waited");
}

#[test]
fn a_client_that_writes_everything_before_it_reads_anything_is_served() {
    // 4 MB of answers: far more than a pipe holds, within the queue of 8 MiB.
    let mut peer = Peer::unruly(|_| {});
    let ids: Vec<_> = (0..40)
        .map(|_| peer.start_call("flood", json!({ "bytes": 100_000 })))
        .collect();
    let ended = peer.end();
    assert_eq!(ended.rest.len(), ids.len());
}

/// Of the memory of a process in bytes, the most that it ever had (`VmHWM`) or what it has now
/// (`VmRSS`).
#[cfg(target_os = "linux")]
fn memory(pid: u32, which: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with(which));
    let kilobytes = line.unwrap().split_whitespace().nth(1).unwrap();
    kilobytes.parse::<u64>().unwrap() * 1024
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_that_reads_no_answers_is_served_no_further() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_unruly-server"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let count = 300;
    let sending = std::thread::spawn(move || {
        for id in 0..count {
            let call = json!({
                "jsonrpc": "2.0", "id": id, "method": "tools/call",
                "params": { "name": "flood", "arguments": { "bytes": 1_000_000 } },
            });
            writeln!(stdin, "{call}").unwrap();
        }
    });
    // All of it would be 300 MB; nothing is read until the server has had time to run ahead.
    std::thread::sleep(std::time::Duration::from_secs(1));
    let most = memory(child.id(), "VmHWM:");
    let answers = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(answers.map(Result::unwrap).count(), count);
    sending.join().unwrap();
    assert!(child.wait().unwrap().success());
    assert!(
        most < 100_000_000,
        "{most} bytes for a peer that reads nothing"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_large_messages_is_given_back() {
    let mut peer = Peer::start();
    let deep = format!(
        r#"{{"deep":{}1{}}}"#,
        "[".repeat(10_000),
        "]".repeat(10_000)
    );
    peer.call("add", json!({ "a": 1, "b": 2 }));
    let before = memory(peer.child.id(), "VmRSS:");
    for _ in 0..3 {
        // Within the limit, and far beyond it.
        let echoed = peer.call("echo", json!({ "text": "x".repeat(7_000_000) }));
        assert_eq!(text(&echoed).len(), 7_000_000);
        peer.send_text(&format!(
            r#"{{"jsonrpc":"2.0","id":"long","method":"{}"}}"#,
            "x".repeat(50_000_000)
        ));
        assert_eq!(peer.next()["error"]["code"], -32600);
        peer.send_text(&format!(
            r#"{{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{{"name":"add","arguments":{deep}}}}}"#
        ));
        assert_eq!(peer.answer(&json!("deep"))["error"]["code"], -32600);
    }
    peer.call("add", json!({ "a": 1, "b": 2 }));
    let after = memory(peer.child.id(), "VmRSS:");
    assert!(after < before + 4_000_000, "{before}, then {after}");
}
