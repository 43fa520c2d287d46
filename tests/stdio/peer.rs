//! A host: starts the probe server and speaks to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};

/// How long anything may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Peer {
    pub(crate) child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    stdout: Option<JoinHandle<()>>,
    stderr: Option<JoinHandle<String>>,
    /// Everything that came back so far.
    pub(crate) seen: Vec<Value>,
    last_id: u64,
}

/// How the server ended.
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    /// The messages that nobody had asked for yet.
    pub(crate) rest: Vec<Value>,
    pub(crate) stderr: String,
}

impl Peer {
    pub(crate) fn start() -> Self {
        Self::start_with(|_| {})
    }

    /// Starts the server with the command changed.
    pub(crate) fn start_with(change: impl FnOnce(&mut Command)) -> Self {
        Self::start_command(Command::new(env!("CARGO_BIN_EXE_probe-server")), change)
    }

    /// Starts the server whose tool asks the user.
    pub(crate) fn asking(change: impl FnOnce(&mut Command)) -> Self {
        Self::start_command(Command::new(env!("CARGO_BIN_EXE_asking-server")), change)
    }

    /// Starts the server whose tools misbehave, and opens a session.
    pub(crate) fn unruly(change: impl FnOnce(&mut Command)) -> Self {
        let command = Command::new(env!("CARGO_BIN_EXE_unruly-server"));
        let mut peer = Self::start_command(command, change);
        peer.initialize("2025-11-25");
        peer
    }

    pub(crate) fn start_command(mut command: Command, change: impl FnOnce(&mut Command)) -> Self {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .env_remove("RUST_LOG");
        change(&mut command);
        let mut child = command.spawn().unwrap();
        let (sender, lines) = channel();
        let stdout = child
            .stdout
            .take()
            .map(|stdout| thread::spawn(move || forward(BufReader::new(stdout), &sender)));
        let stderr = child.stderr.take().map(|mut stderr| {
            thread::spawn(move || {
                let mut text = Vec::new();
                stderr.read_to_end(&mut text).unwrap();
                String::from_utf8_lossy(&text).into_owned()
            })
        });
        let stdin = child.stdin.take();
        Self {
            child,
            stdin,
            lines,
            stdout,
            stderr,
            seen: Vec::new(),
            last_id: 0,
        }
    }

    /// Starts the server and opens a session of the revision.
    pub(crate) fn session(version: &str) -> Self {
        let mut peer = Self::start();
        peer.initialize(version);
        peer
    }

    pub(crate) fn initialize(&mut self, version: &str) -> Value {
        let answer = self.request(
            "initialize",
            json!({
                "protocolVersion": version,
                "capabilities": {},
                "clientInfo": { "name": "test", "version": "1" },
            }),
        );
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        answer
    }

    /// Sends a line of bytes as they are.
    pub(crate) fn send_bytes(&mut self, line: &[u8]) {
        let stdin = self.stdin.as_mut().expect("the input is open");
        stdin.write_all(line).unwrap();
        stdin.write_all(b"\n").unwrap();
        stdin.flush().unwrap();
    }

    pub(crate) fn send_text(&mut self, line: &str) {
        self.send_bytes(line.as_bytes());
    }

    pub(crate) fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string());
    }

    pub(crate) fn new_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// Sends a request without waiting for its answer; gives its id.
    pub(crate) fn start_request(&mut self, method: &str, params: Value) -> u64 {
        let id = self.new_id();
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.start_request(method, params);
        self.answer(&json!(id))
    }

    pub(crate) fn start_call(&mut self, tool: &str, arguments: Value) -> u64 {
        self.start_request(
            "tools/call",
            json!({ "name": tool, "arguments": arguments }),
        )
    }

    /// The `result` of a call.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let id = self.start_call(tool, arguments);
        let mut answer = self.answer(&json!(id));
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].take()
    }

    /// The `error` of a call.
    pub(crate) fn refused(&mut self, tool: &str, arguments: Value) -> Value {
        let id = self.start_call(tool, arguments);
        let mut answer = self.answer(&json!(id));
        assert!(answer.get("result").is_none(), "{answer}");
        answer["error"].take()
    }

    /// The next line from the server, as it came.
    pub(crate) fn next_line(&mut self) -> String {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(error) => panic!("no message from the server: {error}; seen: {:?}", self.seen),
        }
    }

    /// The next message from the server.
    pub(crate) fn next(&mut self) -> Value {
        let line = self.next_line();
        self.see(&line)
    }

    /// Waits for the answer with this id; what comes before it is kept in `seen`.
    pub(crate) fn answer(&mut self, id: &Value) -> Value {
        loop {
            let message = self.next();
            if message.get("id") == Some(id) {
                return message;
            }
        }
    }

    /// Fails unless what was sent last gets no answer: the next message is that of a ping.
    pub(crate) fn assert_silence(&mut self) {
        let id = self.start_request("ping", json!({}));
        let next = self.next();
        assert_eq!(next["id"], json!(id), "{next}");
    }

    fn see(&mut self, line: &str) -> Value {
        let message: Value = serde_json::from_str(line)
            .unwrap_or_else(|error| panic!("not JSON on the wire ({error}): {line:?}"));
        let each = message
            .as_array()
            .cloned()
            .unwrap_or_else(|| vec![message.clone()]);
        for one in each {
            assert_eq!(one["jsonrpc"], "2.0", "not JSON-RPC on the wire: {line:?}");
        }
        self.seen.push(message.clone());
        message
    }

    /// Closes the server's input.
    pub(crate) fn close_input(&mut self) {
        self.stdin = None;
    }

    pub(crate) fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill")
            .args(["-s", signal, &pid])
            .status()
            .unwrap();
        assert!(sent.success());
    }

    /// Closes the server's input and waits for its end.
    pub(crate) fn end(mut self) -> Ended {
        self.close_input();
        self.wait()
    }

    /// Waits for the server's end.
    pub(crate) fn wait(mut self) -> Ended {
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => rest.push(self.see(&line)),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the server does not end"),
            }
        }
        if let Some(stdout) = self.stdout.take() {
            stdout.join().unwrap();
        }
        let status = self.child.wait().unwrap();
        let stderr = self
            .stderr
            .take()
            .map_or_else(String::new, |stderr| stderr.join().unwrap());
        Ended {
            status,
            rest,
            stderr,
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // A test that fails leaves no process behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn forward(stdout: impl BufRead, lines: &Sender<String>) {
    for line in stdout.lines() {
        if lines.send(line.unwrap()).is_err() {
            return;
        }
    }
}

/// The text of a result's only content block.
pub(crate) fn text(result: &Value) -> &str {
    let content = result["content"].as_array().expect("content");
    assert_eq!(content.len(), 1, "{result}");
    assert_eq!(content[0]["type"], "text", "{result}");
    content[0]["text"].as_str().expect("text")
}

/// Params with the `_meta` of a stateless request.
pub(crate) fn modern(mut params: Value) -> Value {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    params
}
