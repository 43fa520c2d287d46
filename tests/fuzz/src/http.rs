//! Requests to a server without a socket, and a reader of the streams that answer them.

use std::future::poll_fn;
use std::pin::pin;

use http::{HeaderMap, HeaderValue, Request, StatusCode};
use http_body::Body;
use mcp_runtime::HttpService;
use tower_service::Service;

/// A response that was read to its end.
#[derive(Debug)]
pub struct Response {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

impl Response {
    /// What the body is said to be.
    pub fn kind(&self) -> &str {
        let kind = self.headers.get("content-type").map(HeaderValue::to_str);
        kind.and_then(Result::ok).unwrap_or_default()
    }
}

/// What any client sends with any request.
pub fn post(body: String) -> Request<String> {
    let mut request = Request::new(body);
    *request.method_mut() = http::Method::POST;
    let headers = request.headers_mut();
    headers.insert("host", HeaderValue::from_static("localhost"));
    headers.insert("content-type", HeaderValue::from_static("application/json"));
    request
}

/// Sends a request, and reads the whole response.
#[track_caller]
pub fn send(service: &HttpService, request: Request<String>) -> Response {
    let answered = service.clone().call(request);
    crate::given(async {
        let Ok(response) = answered.await;
        let (parts, body) = response.into_parts();
        let mut body = pin!(body);
        let mut bytes = Vec::new();
        while let Some(frame) = poll_fn(|cx| body.as_mut().poll_frame(cx)).await {
            let data = frame.expect("a body does not break").into_data();
            bytes.extend_from_slice(&data.expect("there are no trailers"));
        }
        Response {
            status: parts.status,
            headers: parts.headers,
            body: String::from_utf8(bytes).expect("it is text"),
        }
    })
}

/// An event of a stream, as a client is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    pub id: String,
    pub kind: String,
    pub data: String,
}

/// The events of a stream, read as browsers read them.
///
/// [HTML, "Interpreting an event stream"](https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation).
pub fn events(stream: &str) -> Vec<Event> {
    let stream = stream.strip_prefix('\u{feff}').unwrap_or(stream);
    let stream = stream.replace("\r\n", "\n").replace('\r', "\n");
    let mut events = Vec::new();
    let (mut id, mut kind, mut data) = (String::new(), String::new(), String::new());
    // What follows the last line break is no line.
    let lines = stream.rsplit_once('\n').map_or("", |(lines, _)| lines);
    for line in lines.split('\n') {
        if line.is_empty() {
            if !data.is_empty() {
                data.pop();
                let (kind, data) = (std::mem::take(&mut kind), std::mem::take(&mut data));
                events.push(Event {
                    id: id.clone(),
                    kind,
                    data,
                });
            }
            kind.clear();
            continue;
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => kind = value.to_owned(),
            "data" => {
                data.push_str(value);
                data.push('\n');
            }
            "id" if !value.contains('\0') => id = value.to_owned(),
            _ => {}
        }
    }
    events
}
