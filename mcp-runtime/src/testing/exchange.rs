//! One POST and the messages of its response, in whatever form they come.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;

use http::header::{ACCEPT, CONTENT_TYPE, HOST};
use http::{HeaderMap, HeaderValue, Request, StatusCode, Uri};
use http_body::Body;
use hyper::body::Incoming;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

/// A response that is being read.
#[derive(Debug)]
pub(super) struct Post {
    headers: HeaderMap,
    body: Incoming,
    /// What has arrived and is no whole message yet.
    arrived: Vec<u8>,
    messages: VecDeque<Value>,
    streams: bool,
    ended: bool,
}

/// A message of the server's.
#[derive(Debug)]
pub(super) enum Message {
    Answer(Value),
    Request(Value),
    Notification(Value),
}

impl Post {
    /// Sends a message on a connection of its own.
    pub(super) async fn send(
        url: &Uri,
        headers: &[(String, String)],
        message: String,
    ) -> io::Result<Self> {
        let authority = url.authority().map(http::uri::Authority::as_str);
        let authority = authority.unwrap_or_default();
        let path = url.path_and_query().map_or("/", |path| path.as_str());
        let mut request = Request::post(path)
            .header(HOST, authority)
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json, text/event-stream");
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let request = request.body(message).map_err(io::Error::other)?;

        let port = url.port_u16().unwrap_or(80);
        let host = url.host().unwrap_or_default();
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let stream = TcpStream::connect((host, port)).await?;
        stream.set_nodelay(true)?;
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
            .await
            .map_err(io::Error::other)?;
        // It ends with the response.
        tokio::spawn(async move { drop(connection.await) });
        let response = sender
            .send_request(request)
            .await
            .map_err(io::Error::other)?;
        let (parts, body) = response.into_parts();
        let kind = parts.headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes);
        let is = |name: &str| kind.is_some_and(|kind| kind.starts_with(name.as_bytes()));
        let mut sent = Self {
            body,
            arrived: Vec::new(),
            messages: VecDeque::new(),
            streams: is("text/event-stream"),
            ended: parts.status == StatusCode::ACCEPTED,
            headers: parts.headers.clone(),
        };
        if !sent.streams && !is("application/json") && !sent.ended {
            while sent.fill().await? {}
            let text = String::from_utf8_lossy(&sent.arrived);
            let status = parts.status;
            let what = format!("the server answered {status}: {}", text.trim());
            return Err(io::Error::other(what));
        }
        Ok(sent)
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The next message; `None` at the end.
    pub(super) async fn next(&mut self) -> io::Result<Option<Message>> {
        loop {
            if let Some(message) = self.messages.pop_front() {
                let is = |name: &str| message.get(name).is_some();
                return Ok(Some(match (is("method"), is("id")) {
                    (true, true) => Message::Request(message),
                    (true, false) => Message::Notification(message),
                    (false, _) => Message::Answer(message),
                }));
            }
            if self.ended {
                return Ok(None);
            }
            self.ended = !self.fill().await?;
            self.read()?;
        }
    }

    /// Takes the whole messages out of what has arrived.
    fn read(&mut self) -> io::Result<()> {
        if !self.streams {
            if self.ended && !self.arrived.is_empty() {
                let message = serde_json::from_slice(&self.arrived)?;
                self.messages.push_back(message);
                self.arrived.clear();
            }
            return Ok(());
        }
        while let Some(end) = self.arrived.windows(2).position(|pair| pair == b"\n\n") {
            let event: Vec<u8> = self.arrived.drain(..end + 2).collect();
            let data = event.split(|byte| *byte == b'\n').find_map(|line| {
                let value = line.strip_prefix(b"data:")?;
                Some(value.trim_ascii()).filter(|value| !value.is_empty())
            });
            if let Some(data) = data {
                self.messages.push_back(serde_json::from_slice(data)?);
            }
        }
        Ok(())
    }

    /// Reads what has arrived; false at the end.
    async fn fill(&mut self) -> io::Result<bool> {
        let body = &mut self.body;
        let frame = poll_fn(|cx| Pin::new(&mut *body).poll_frame(cx)).await;
        let Some(frame) = frame else { return Ok(false) };
        let frame = frame.map_err(io::Error::other)?;
        if let Some(data) = frame.data_ref() {
            self.arrived.extend_from_slice(data);
        }
        Ok(true)
    }
}
