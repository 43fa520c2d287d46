//! Why a request gets no further than HTTP.

use http::header::{ALLOW, CONNECTION, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use http::{Response, StatusCode};

use super::body::HttpBody;
use super::cors::METHODS;

/// What is wrong with a request before anybody reads its message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It names no host, or more than one.
    NoHost,
    /// It is for another host.
    Host,
    /// A page of another origin makes it.
    Origin,
    /// Nothing is at this path.
    Path,
    /// The method is not one of ours.
    Method,
    /// A stream outside of a session.
    NoStream,
    /// The client takes neither JSON nor events.
    Accept,
    /// The client takes no events.
    AcceptEvents,
    /// The body is not JSON.
    ContentType,
    /// The body did not come in time.
    Slow,
    /// The body had not come when the server began to stop.
    Stopping,
    /// Too many bodies are arriving at once.
    Full,
    /// The body broke off.
    BrokenOff,
    /// No session of this id, or none any more.
    NoSession,
    /// No session id where one is needed.
    NoSessionId,
    /// Every session is in use.
    TooManySessions,
    /// Nothing is left of the stream that the client wants to resume.
    NoEvents,
}

impl Refusal {
    fn status(self) -> StatusCode {
        match self {
            Self::NoHost | Self::BrokenOff | Self::NoSessionId | Self::NoEvents => {
                StatusCode::BAD_REQUEST
            }
            Self::Host | Self::Origin => StatusCode::FORBIDDEN,
            Self::Path | Self::NoSession => StatusCode::NOT_FOUND,
            Self::Method | Self::NoStream => StatusCode::METHOD_NOT_ALLOWED,
            Self::Accept | Self::AcceptEvents => StatusCode::NOT_ACCEPTABLE,
            Self::ContentType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Slow => StatusCode::REQUEST_TIMEOUT,
            Self::TooManySessions | Self::Full | Self::Stopping => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::NoHost => "the request must have one Host header",
            Self::Host => {
                "this server does not answer for that Host; its operator can allow the name with `allowed_hosts`"
            }
            Self::Origin => {
                "pages of that Origin may not call this server; its operator can allow it with `allowed_origins`"
            }
            Self::Path => "there is nothing here; the MCP endpoint is /mcp",
            Self::Method => "the MCP endpoint takes POST, and GET and DELETE in a session",
            Self::NoStream => {
                "GET and DELETE need the Mcp-Session-Id of a session that `initialize` began; without sessions the MCP endpoint takes POST alone"
            }
            Self::Accept => {
                "the answer is application/json or text/event-stream: accept one of them"
            }
            Self::AcceptEvents => "the answer is text/event-stream: accept it",
            Self::ContentType => "the body must be application/json, in UTF-8",
            Self::Slow => "the body did not arrive in time",
            Self::Stopping => "the server is stopping, and read nothing of this: try again later",
            Self::Full => "too much is arriving at once: try again in a moment",
            Self::BrokenOff => "the body broke off",
            Self::NoSession => {
                "there is no such session, or none any more: begin one with `initialize`"
            }
            Self::NoSessionId => {
                "the header Mcp-Session-Id is missing: send the one that came with the answer to `initialize`"
            }
            Self::TooManySessions => "every session is in use: try again later",
            Self::NoEvents => "nothing is kept of the stream of that Last-Event-ID",
        }
    }

    /// The methods to name, where the method was wrong.
    fn allows(self) -> Option<&'static str> {
        match self {
            Self::Method => Some(METHODS),
            Self::NoStream => Some("POST, OPTIONS"),
            _ => None,
        }
    }
}

impl From<Refusal> for Response<HttpBody> {
    fn from(refusal: Refusal) -> Self {
        let text = format!("{}\n", refusal.text());
        let mut response = Self::new(HttpBody::whole(text.into_bytes()));
        *response.status_mut() = refusal.status();
        let headers = response.headers_mut();
        headers.insert(
            CONTENT_TYPE,
            HeaderValue::from_static("text/plain; charset=utf-8"),
        );
        if let Some(allows) = refusal.allows() {
            headers.insert(ALLOW, HeaderValue::from_static(allows));
        }
        if matches!(refusal, Refusal::Slow | Refusal::Full | Refusal::Stopping) {
            // What comes behind is the rest of a body that nobody waits for.
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        if matches!(
            refusal,
            Refusal::TooManySessions | Refusal::Full | Refusal::Stopping
        ) {
            headers.insert(RETRY_AFTER, HeaderValue::from_static("10"));
        }
        response
    }
}
