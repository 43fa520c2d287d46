//! Calls over HTTP on connections that are kept, each answer checked as on a pipe.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::calls::{Ask, Era, FIRST_ID};
use crate::child::{Program, processor_time};
use crate::pattern::{Pattern, id_of};
use crate::pipeline::Run;

/// How long to wait for anything at all before giving up.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server on a port of its own, and connections to it.
pub(crate) struct Server {
    name: &'static str,
    child: Child,
    address: SocketAddr,
    connections: Vec<Connection>,
    /// The session, where the era has one and the server began one.
    session: Option<String>,
}

/// One connection, with one request on its way at most.
struct Connection {
    stream: TcpStream,
    read: Vec<u8>,
    sent_at: Instant,
}

/// A response whose body is there whole.
struct Response<'a> {
    head: &'a str,
    body: &'a [u8],
}

impl Server {
    /// Starts a program, and connects so many times once it listens.
    pub(crate) fn start(program: &Program, connections: usize) -> io::Result<Self> {
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let mut command = program.command();
        let child = command
            .args(["--http", &address.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let mut server = Self {
            name: program.name,
            child,
            address,
            connections: Vec::new(),
            session: None,
        };
        let since = Instant::now();
        while server.connections.len() < connections {
            match TcpStream::connect(address) {
                Ok(stream) => server.connections.push(Connection::new(stream)?),
                Err(error) if since.elapsed() > PATIENCE => return Err(error),
                Err(_) => thread::sleep(Duration::from_millis(1)),
            }
        }
        Ok(server)
    }

    /// What the era asks for before the first call.
    pub(crate) fn greet(&mut self, era: Era) -> io::Result<()> {
        if era == Era::Modern {
            return Ok(());
        }
        let body = br#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"0.1.0"}}}"#;
        let request = request(self.address, "", body);
        let first = &mut self.connections[0];
        first.send(&request)?;
        let session = {
            let response = first.receive()?;
            if !String::from_utf8_lossy(response.body).contains("2025-11-25") {
                return Err(io::Error::other(format!(
                    "not initialized: {}",
                    response.head
                )));
            }
            response.header("mcp-session-id").map(str::to_owned)
        };
        first.forget();
        self.session = session;
        let body = br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        let request = crate::http::request(self.address, &self.headers(era, None), body);
        let first = &mut self.connections[0];
        first.send(&request)?;
        first.receive()?;
        first.forget();
        Ok(())
    }

    fn headers(&self, era: Era, ask: Option<Ask>) -> String {
        let mut headers = format!("MCP-Protocol-Version: {}\r\n", era.name());
        if let Some(session) = &self.session {
            headers.push_str(&format!("Mcp-Session-Id: {session}\r\n"));
        }
        if let (Era::Modern, Some(ask)) = (era, ask) {
            headers.push_str("Mcp-Method: tools/call\r\n");
            headers.push_str(&format!("Mcp-Name: {}\r\n", ask.name()));
        }
        headers
    }

    /// Sends calls in batches of one on each connection, and reads the answers in that order.
    pub(crate) fn run(&mut self, ask: Ask, era: Era, calls: u32) -> io::Result<Run> {
        let headers = self.headers(era, Some(ask));
        let requests: Vec<Vec<u8>> = (0..calls)
            .map(|number| {
                let mut body = Vec::new();
                ask.write(era, FIRST_ID + number, &mut body);
                body.pop();
                request(self.address, &headers, &body)
            })
            .collect();
        let mut latencies = Vec::with_capacity(requests.len());
        let mut pattern: Option<Pattern> = None;
        let start = Instant::now();
        let mut number = FIRST_ID;
        for batch in requests.chunks(self.connections.len()) {
            for (connection, request) in self.connections.iter_mut().zip(batch) {
                connection.send(request)?;
            }
            for (connection, _) in self.connections.iter_mut().zip(batch) {
                let sent_at = connection.sent_at;
                let response = connection.receive()?;
                let known = pattern
                    .as_ref()
                    .and_then(|it| it.matches(ask, response.body));
                if known != Some(number) {
                    let checked = match id_of(response.body) {
                        Some(_) => ask.check(era, number, response.body),
                        None => Err("no answer".to_owned()),
                    };
                    checked.map_err(|what| {
                        let shown = String::from_utf8_lossy(response.body);
                        let head = response.head;
                        io::Error::other(format!("{}: {what}: {head} {shown:.400}", self.name))
                    })?;
                    pattern = Pattern::learn(ask, number, response.body);
                }
                let nanos = sent_at.elapsed().as_nanos();
                latencies.push(u64::try_from(nanos).unwrap_or(u64::MAX));
                connection.forget();
                number += 1;
            }
        }
        let elapsed = start.elapsed();
        latencies.sort_unstable();
        Ok(Run { elapsed, latencies })
    }

    /// Processor time of all threads so far, in nanoseconds.
    pub(crate) fn processor_time(&self) -> io::Result<u64> {
        processor_time(self.child.id())
    }

    /// Asks the process to end and waits for it.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.connections.clear();
        let pid = Pid::from_child(&self.child);
        kill_process(pid, Signal::TERM)?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // After an error; when it has ended already, nothing happens.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Connection {
    fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Self {
            stream,
            read: Vec::new(),
            sent_at: Instant::now(),
        })
    }

    fn send(&mut self, request: &[u8]) -> io::Result<()> {
        self.sent_at = Instant::now();
        self.stream.write_all(request)
    }

    /// Reads on until a whole response is there.
    fn receive(&mut self) -> io::Result<Response<'_>> {
        let mut more = [0; 16 << 10];
        let (head, end) = loop {
            if let Some(whole) = whole(&self.read)? {
                break whole;
            }
            match self.stream.read(&mut more)? {
                0 => return Err(io::Error::other("the server closed the connection")),
                count => self.read.extend_from_slice(&more[..count]),
            }
        };
        let text = std::str::from_utf8(&self.read[..head]).map_err(io::Error::other)?;
        Ok(Response {
            head: text,
            body: self.read[head..end].trim_ascii_end(),
        })
    }

    /// Done with the response.
    fn forget(&mut self) {
        self.read.clear();
    }
}

/// Where the head of a response ends, and its body, if both are there.
fn whole(read: &[u8]) -> io::Result<Option<(usize, usize)>> {
    let Some(end) = memchr::memmem::find(read, b"\r\n\r\n") else {
        return Ok(None);
    };
    let head = end + 4;
    let text = std::str::from_utf8(&read[..head]).map_err(io::Error::other)?;
    let response = Response {
        head: text,
        body: b"",
    };
    let length = match response.header("content-length") {
        Some(length) => length.parse().map_err(io::Error::other)?,
        None if text.starts_with("HTTP/1.1 202") => 0,
        None => {
            return Err(io::Error::other(format!(
                "a body of unknown length: {text}"
            )));
        }
    };
    Ok((read.len() >= head + length).then_some((head, head + length)))
}

impl<'a> Response<'a> {
    fn header(&self, name: &str) -> Option<&'a str> {
        self.head.lines().find_map(|line| {
            let (known, value) = line.split_once(':')?;
            known.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

fn request(address: SocketAddr, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let mut request = format!(
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n{headers}Content-Length: {length}\r\n\r\n"
    )
    .into_bytes();
    request.extend_from_slice(body);
    request
}
