//! A server as a process of its own, and how much memory it has.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use super::peer::{Peer, call};

/// Long enough for anything that happens at all.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Process {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Process {
    /// Starts a server with so many descriptors at most, on an address that it names.
    pub(crate) fn start(program: &str, descriptors: u64) -> Self {
        let command = format!("ulimit -n {descriptors} && exec {program} --http 127.0.0.1:0");
        let mut child = shell(&command).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        log.read_line(&mut line).unwrap();
        let address = address(&line).unwrap_or_else(|| panic!("not served: {line}"));
        // What nobody reads of a log is dropped.
        std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        Self { child, address }
    }

    /// Starts a server on an address that is known.
    pub(crate) fn at(address: SocketAddr, command: &str) -> Self {
        let child = shell(command).spawn().unwrap();
        Self { child, address }
    }

    pub(crate) fn connect(&self) -> Peer {
        Peer::at(self.address)
    }

    /// One call that has to succeed, on a connection of its own.
    pub(crate) fn serves(&self) -> bool {
        let mut peer = self.connect();
        call("echo", json!({ "text": "still here" })).write_to(&mut peer);
        peer.response().status == 200
    }

    /// The memory that the process has now, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let status = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(status).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let kilobytes = line.unwrap().split_whitespace().nth(1).unwrap();
        kilobytes.parse::<u64>().unwrap() * 1024
    }

    /// Waits until the process has no more memory than this.
    pub(crate) fn has_at_most(&self, bytes: u64) {
        let end = Instant::now() + PATIENCE;
        while self.memory() > bytes {
            assert!(Instant::now() < end, "{} of {bytes}", self.memory());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Asks it to end, and says whether it ended well.
    pub(crate) fn ends_well(mut self) -> bool {
        let pid = Pid::from_raw(self.child.id().try_into().unwrap()).unwrap();
        kill_process(pid, Signal::TERM).unwrap();
        self.child.wait().unwrap().success()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", command])
        .env("RUST_LOG", "warn")
        // One heap for all threads: several of them grow for a while with nothing left behind.
        .env("MALLOC_ARENA_MAX", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    shell
}

fn address(line: &str) -> Option<SocketAddr> {
    let (_, rest) = line.split_once("http://")?;
    rest.split_once('/')?.0.parse().ok()
}

/// The full size of a test, or that for every day.
pub(crate) fn size(full: usize, everyday: usize) -> usize {
    match std::env::var("FAULTS").as_deref() {
        Ok("full") => full,
        _ => everyday,
    }
}
