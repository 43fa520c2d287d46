//! A whole process: the option `--http`, and the signals that end it.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use mcp_runtime::testing::HttpClient;
use serde_json::json;

/// Ends the process, whatever becomes of the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn start(address: &str) -> (Running, BufReader<std::process::ChildStderr>, String) {
    start_as(Command::new(env!("CARGO_BIN_EXE_probe-server")).args(["--http", address]))
}

fn start_as(command: &mut Command) -> (Running, BufReader<std::process::ChildStderr>, String) {
    let mut child = command
        .env("RUST_LOG", "warn")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    (Running(child), stderr, line)
}

#[cfg(unix)]
#[tokio::test]
async fn it_says_where_it_is_and_ends_at_a_signal() {
    use rustix::process::{Pid, Signal, kill_process};

    for signal in [Signal::TERM, Signal::INT] {
        let (mut process, mut stderr, line) = start("0");
        let url = line.split(' ').find(|word| word.starts_with("http://"));
        let client = HttpClient::connect(url.unwrap()).unwrap();
        let outcome = client.call("add", json!({"a": 1, "b": 2})).await.unwrap();
        assert_eq!(outcome.text(), "3");
        let pid = Pid::from_raw(process.0.id().try_into().unwrap()).unwrap();
        kill_process(pid, signal).unwrap();
        assert!(process.0.wait().unwrap().success());
        let mut rest = String::new();
        stderr.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "");
        let mut printed = String::new();
        let mut stdout = process.0.stdout.take().unwrap();
        stdout.read_to_string(&mut printed).unwrap();
        assert_eq!(printed, "");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_thread_that_a_tool_holds_does_not_keep_the_process() {
    use rustix::process::{Pid, Signal, kill_process};

    for leaves in [false, true] {
        let (mut process, mut stderr, line) = start_as(
            Command::new(env!("CARGO_BIN_EXE_unruly-server"))
                .args(["--http", "0"])
                .env("GRACE_MS", "200")
                .env("MAX_RUNNING", "1"),
        );
        let url = line.split(' ').find(|word| word.starts_with("http://"));
        let client = HttpClient::connect(url.unwrap()).unwrap();
        let caller = client.clone();
        let held = tokio::spawn(async move {
            loop {
                let arguments = json!({"ms": 600_000});
                let outcome = caller.call("hold_a_blocking_thread", arguments).await;
                // It may have come while another ran.
                if !outcome
                    .as_ref()
                    .is_ok_and(|outcome| outcome.text().contains("limit"))
                {
                    return outcome;
                }
            }
        });
        // While the one call that may run does, others are turned away.
        while client.call("wait", json!({"ms": 0})).await.unwrap().text() == "waited" {}
        if leaves {
            held.abort();
        }
        let pid = Pid::from_raw(process.0.id().try_into().unwrap()).unwrap();
        kill_process(pid, Signal::TERM).unwrap();
        if !leaves {
            let outcome = held.await.unwrap().unwrap();
            assert!(outcome.text().contains("stopping"), "{}", outcome.text());
        }
        assert!(process.0.wait().unwrap().success());
        let mut log = String::new();
        stderr.read_to_string(&mut log).unwrap();
        // A client that has left may have been noticed by now.
        let says_so = log.contains("calls were still running after the grace period");
        assert!(says_so || leaves, "{log}");
    }
}

#[test]
fn an_address_that_is_taken_ends_it_with_a_sentence() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (mut process, _, line) = start(&address);
    assert!(
        line.starts_with("Error: the address cannot be served"),
        "{line}"
    );
    assert!(line.contains(&address), "{line}");
    assert!(!process.0.wait().unwrap().success());
}
