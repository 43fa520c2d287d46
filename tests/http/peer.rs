//! A server on a socket of its own, and a peer that writes HTTP by hand.

use std::fmt::Write as _;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use mcp_runtime::{ServeError, Server};
use serde_json::{Value, json};
use tokio::sync::oneshot;

/// Long enough for anything that happens at all.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server that is served until this is dropped.
pub(crate) struct Served {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<Result<(), ServeError>>>,
}

pub(crate) fn serve(server: Server) -> Served {
    let (tell, told) = mpsc::channel();
    let (stop, stopped) = oneshot::channel::<()>();
    let thread = thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let serving = server.serve_http("127.0.0.1:0");
            tell.send(serving.local_addr().unwrap()).unwrap();
            serving.shutdown(async { drop(stopped.await) }).await
        })
    });
    Served {
        address: told.recv().unwrap(),
        stop: Some(stop),
        thread: Some(thread),
    }
}

impl Served {
    pub(crate) fn connect(&self) -> Peer {
        Peer::at(self.address)
    }

    /// One request on a connection of its own.
    pub(crate) fn post(&self, headers: &[(&str, &str)], body: &str) -> Response {
        self.connect().post(headers, body)
    }

    pub(crate) fn stop(&mut self) {
        drop(self.stop.take());
    }

    pub(crate) fn is_serving(&self) -> bool {
        self.thread
            .as_ref()
            .is_some_and(|thread| !thread.is_finished())
    }

    /// Waits until serving has ended.
    pub(crate) fn join(mut self) {
        self.stop();
        self.thread.take().unwrap().join().unwrap().unwrap();
    }
}

/// One connection.
pub(crate) struct Peer {
    stream: TcpStream,
    host: String,
    buffer: Vec<u8>,
    /// What is left of the body of a stream.
    body: Vec<u8>,
    ended: bool,
}

/// A response that was read to its end.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

/// One event of a stream.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Event {
    pub(crate) id: Option<String>,
    pub(crate) retry: Option<u32>,
    pub(crate) data: Option<String>,
    pub(crate) comment: bool,
}

impl Event {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(self.data.as_deref().unwrap()).unwrap()
    }
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(known, _)| known == name);
        let value = found.next().map(|(_, value)| value.as_str());
        assert!(found.next().is_none(), "{name} is there twice");
        value
    }

    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"));
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("not JSON: {self:?}"))
    }

    /// The answer, whether it came alone or behind other events.
    pub(crate) fn answer(&self) -> Value {
        match self.header("content-type") {
            Some("text/event-stream") => self.events().last().unwrap().json(),
            _ => self.json(),
        }
    }

    /// The code of a protocol error.
    pub(crate) fn code(&self) -> i64 {
        self.json()["error"]["code"]
            .as_i64()
            .unwrap_or_else(|| panic!("no error: {self:?}"))
    }

    pub(crate) fn events(&self) -> Vec<Event> {
        assert_eq!(self.header("content-type"), Some("text/event-stream"));
        self.body.split_inclusive("\n\n").map(read_event).collect()
    }
}

impl Peer {
    /// Connects to a server wherever it runs.
    pub(crate) fn at(address: SocketAddr) -> Self {
        Self::new(TcpStream::connect(address).unwrap(), address)
    }

    fn new(stream: TcpStream, address: SocketAddr) -> Self {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        Self {
            stream,
            host: address.to_string(),
            buffer: Vec::new(),
            body: Vec::new(),
            ended: false,
        }
    }

    pub(crate) fn write(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.write_all(bytes.as_ref()).unwrap();
    }

    /// Writes as long as somebody reads.
    pub(crate) fn try_write(&mut self, bytes: impl AsRef<[u8]>) {
        drop(self.stream.write_all(bytes.as_ref()));
    }

    /// A POST with the headers that every client sends, unless they are among those given; one
    /// without a value is left out.
    pub(crate) fn write_post(&mut self, headers: &[(&str, &str)], body: &str) {
        let length = body.len().to_string();
        let defaults = [
            ("Host", self.host.clone()),
            ("Content-Type", "application/json".to_owned()),
            ("Accept", "application/json, text/event-stream".to_owned()),
            ("Content-Length", length),
        ];
        let mut head = "POST /mcp HTTP/1.1\r\n".to_owned();
        for (name, value) in &defaults {
            if !headers
                .iter()
                .any(|(given, _)| given.eq_ignore_ascii_case(name))
            {
                write!(head, "{name}: {value}\r\n").unwrap();
            }
        }
        for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
            write!(head, "{name}: {value}\r\n").unwrap();
        }
        self.write(format!("{head}\r\n{body}"));
    }

    pub(crate) fn post(&mut self, headers: &[(&str, &str)], body: &str) -> Response {
        self.write_post(headers, body);
        self.response()
    }

    /// A request without a body.
    pub(crate) fn write_bare(&mut self, method: &str, headers: &[(&str, &str)]) {
        let mut head = format!("{method} /mcp HTTP/1.1\r\nHost: {}\r\n", self.host);
        for (name, value) in headers {
            write!(head, "{name}: {value}\r\n").unwrap();
        }
        self.write(head + "\r\n");
    }

    pub(crate) fn bare(&mut self, method: &str, headers: &[(&str, &str)]) -> Response {
        self.write_bare(method, headers);
        let mut response = self.head();
        if method != "HEAD" {
            response.body = self.rest(&response);
        }
        response
    }

    /// Reads a whole response.
    pub(crate) fn response(&mut self) -> Response {
        let mut response = self.head();
        response.body = self.rest(&response);
        response
    }

    /// Reads the head of a response.
    pub(crate) fn head(&mut self) -> Response {
        let end = loop {
            if let Some(at) = find(&self.buffer, b"\r\n\r\n") {
                break at;
            }
            assert!(
                self.fill(),
                "no response: {:?}",
                String::from_utf8_lossy(&self.buffer)
            );
        };
        let head = String::from_utf8(self.buffer.drain(..end + 4).collect()).unwrap();
        let mut lines = head.trim_end().split("\r\n");
        let status = lines.next().unwrap();
        self.body.clear();
        self.ended = false;
        Response {
            status: status.split(' ').nth(1).unwrap().parse().unwrap(),
            headers: lines
                .map(|line| {
                    let (name, value) = line.split_once(':').unwrap();
                    (name.to_ascii_lowercase(), value.trim().to_owned())
                })
                .collect(),
            body: String::new(),
        }
    }

    fn rest(&mut self, head: &Response) -> String {
        if head.header("transfer-encoding") == Some("chunked") {
            while self.chunk() {}
            return String::from_utf8(std::mem::take(&mut self.body)).unwrap();
        }
        let length: usize = head
            .header("content-length")
            .map_or(0, |length| length.parse().unwrap());
        while self.buffer.len() < length {
            assert!(self.fill(), "the body broke off");
        }
        String::from_utf8(self.buffer.drain(..length).collect()).unwrap()
    }

    /// The next event of a stream; `None` at its end.
    pub(crate) fn event(&mut self) -> Option<Event> {
        loop {
            if let Some(at) = find(&self.body, b"\n\n") {
                let event: Vec<u8> = self.body.drain(..at + 2).collect();
                return Some(read_event(std::str::from_utf8(&event).unwrap()));
            }
            if self.ended || !self.chunk() {
                self.ended = true;
                return None;
            }
        }
    }

    /// The next event that says something; keep-alive comments are passed over.
    pub(crate) fn said(&mut self) -> Option<Event> {
        loop {
            let event = self.event()?;
            if !event.comment {
                return Some(event);
            }
        }
    }

    /// Reads one chunk of the body; false at its end.
    fn chunk(&mut self) -> bool {
        let end = loop {
            if let Some(at) = find(&self.buffer, b"\r\n") {
                break at;
            }
            if !self.fill() {
                return false;
            }
        };
        let size = std::str::from_utf8(&self.buffer[..end]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        while self.buffer.len() < end + 2 + size + 2 {
            if !self.fill() {
                return false;
            }
        }
        let chunk: Vec<u8> = self.buffer.drain(..end + 2 + size + 2).collect();
        self.body.extend_from_slice(&chunk[end + 2..end + 2 + size]);
        size > 0
    }

    /// Reads what there is; false when the server has closed the connection.
    fn fill(&mut self) -> bool {
        let mut bytes = [0; 8192];
        match self.stream.read(&mut bytes) {
            Ok(0) => false,
            Ok(count) => {
                self.buffer.extend_from_slice(&bytes[..count]);
                true
            }
            Err(error) if error.kind() == ErrorKind::ConnectionReset => false,
            Err(error) => panic!("nothing to read: {error}"),
        }
    }

    /// Waits until the server closes the connection.
    pub(crate) fn is_closed(&mut self) -> bool {
        while self.fill() {}
        true
    }

    /// Reads to the end, and says whether that came before so many bytes.
    pub(crate) fn breaks_off(&mut self, bytes: usize) -> bool {
        while self.fill() {}
        self.buffer.len() < bytes
    }

    /// Sends nothing more, and still reads.
    pub(crate) fn closes_its_direction(&self) {
        self.stream.shutdown(Shutdown::Write).unwrap();
    }

    /// Goes away.
    pub(crate) fn leave(self) {
        drop(self.stream.shutdown(Shutdown::Both));
    }
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes
        .windows(wanted.len())
        .position(|window| window == wanted)
}

fn read_event(text: &str) -> Event {
    let mut event = Event::default();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let (name, value) = line.split_once(':').unwrap();
        let value = value.strip_prefix(' ').unwrap_or(value);
        match name {
            "" => event.comment = true,
            "id" => event.id = Some(value.to_owned()),
            "retry" => event.retry = Some(value.parse().unwrap()),
            "data" => event.data = Some(value.to_owned()),
            other => panic!("a field '{other}'"),
        }
    }
    event
}

/// A request of 2026-07-28, and the headers that belong to it.
pub(crate) struct Modern {
    pub(crate) method: String,
    pub(crate) name: Option<String>,
    pub(crate) body: Value,
}

pub(crate) const VERSION: &str = "2026-07-28";

pub(crate) fn modern(id: impl Into<Value>, method: &str, params: impl Into<Value>) -> Modern {
    let mut body =
        json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": params.into()});
    body["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": VERSION,
        "io.modelcontextprotocol/clientInfo": {"name": "peer", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
        "progressToken": "t",
    });
    Modern {
        method: method.to_owned(),
        name: body["params"]["name"].as_str().map(str::to_owned),
        body,
    }
}

pub(crate) fn call(tool: &str, arguments: Value) -> Modern {
    modern(
        1,
        "tools/call",
        json!({"name": tool, "arguments": arguments}),
    )
}

impl Modern {
    pub(crate) fn headers(&self) -> Vec<(&str, &str)> {
        let mut headers = vec![
            ("MCP-Protocol-Version", VERSION),
            ("Mcp-Method", &*self.method),
        ];
        if let Some(name) = &self.name {
            headers.push(("Mcp-Name", name));
        }
        headers
    }

    pub(crate) fn write_to(&self, peer: &mut Peer) {
        peer.write_post(&self.headers(), &self.body.to_string());
    }

    pub(crate) fn send(&self, served: &Served) -> Response {
        served.post(&self.headers(), &self.body.to_string())
    }

    /// The same with one header changed, or left out.
    pub(crate) fn send_with(&self, served: &Served, name: &str, value: &str) -> Response {
        let mut headers = self.headers();
        headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        headers.push((name, value));
        served.post(&headers, &self.body.to_string())
    }
}

/// A session of a revision with a handshake.
pub(crate) struct Session {
    pub(crate) id: String,
    pub(crate) version: &'static str,
}

pub(crate) fn begin(served: &Served, version: &'static str) -> Session {
    begin_with(served, version, json!({}))
}

/// Opens a session of a client with capabilities.
pub(crate) fn begin_with(served: &Served, version: &'static str, capabilities: Value) -> Session {
    let mut first: Value = serde_json::from_str(&initialize(version)).unwrap();
    first["params"]["capabilities"] = capabilities;
    let response = served.post(&[], &first.to_string());
    assert_eq!(response.status, 200, "{response:?}");
    assert_eq!(response.json()["result"]["protocolVersion"], version);
    let id = response.header("mcp-session-id").unwrap().to_owned();
    let session = Session { id, version };
    let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    assert_eq!(session.send(served, initialized).status, 202);
    session
}

pub(crate) fn initialize(version: &str) -> String {
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": {"name": "peer", "version": "1"},
    }})
    .to_string()
}

impl Session {
    pub(crate) fn headers(&self) -> Vec<(&str, &str)> {
        vec![
            ("Mcp-Session-Id", &*self.id),
            ("MCP-Protocol-Version", self.version),
        ]
    }

    pub(crate) fn send(&self, served: &Served, body: &str) -> Response {
        served.post(&self.headers(), body)
    }

    pub(crate) fn call(id: i64, tool: &str, arguments: Value) -> String {
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {
            "name": tool,
            "arguments": arguments,
            "_meta": {"progressToken": id},
        }})
        .to_string()
    }

    /// Opens a stream; the connection is left after its head.
    pub(crate) fn listen(&self, served: &Served, last: Option<&str>) -> (Peer, Response) {
        let mut headers = self.headers();
        headers.push(("Accept", "text/event-stream"));
        headers.extend(last.map(|last| ("Last-Event-ID", last)));
        let mut peer = served.connect();
        peer.write_bare("GET", &headers);
        let head = peer.head();
        (peer, head)
    }
}
