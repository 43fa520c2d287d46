//! A replica: a process that serves HTTP on a port of its own.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::thread;

/// Ends the process when it is dropped.
pub(crate) struct Replica {
    process: Child,
    pub(crate) address: SocketAddr,
}

impl Replica {
    pub(crate) fn start(program: &str, environment: &[(&str, &str)]) -> Self {
        let mut process = Command::new(program)
            .args(["--http", "127.0.0.1:0"])
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(process.stderr.take().unwrap());
        let mut line = String::new();
        log.read_line(&mut line).unwrap();
        let address = line
            .split_once("http://")
            .and_then(|(_, rest)| rest.split_once('/'))
            .and_then(|(address, _)| address.parse().ok())
            .unwrap_or_else(|| panic!("not served: {line}"));
        // A log that nobody reads would be dropped.
        thread::spawn(move || {
            let mut rest = String::new();
            drop(log.read_to_string(&mut rest));
            eprint!("{rest}");
        });
        Self { process, address }
    }
}

impl Drop for Replica {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// Two that seal with the same key.
pub(crate) fn pair() -> [Replica; 2] {
    let key = "0123456789abcdef".repeat(4);
    let start = || {
        let environment = [("MCP_STATE_KEY", key.as_str())];
        Replica::start(env!("CARGO_BIN_EXE_asking-server"), &environment)
    };
    [start(), start()]
}
