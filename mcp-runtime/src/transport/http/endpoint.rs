//! One endpoint: what each HTTP method asks of it.

use std::net::IpAddr;
use std::sync::Arc;

use http::header::{ALLOW, AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use http::{Method, Request, Response, StatusCode};
use http_body::Body;

use crate::protocol::version::ProtocolVersion;
use crate::server::Server;
use crate::server::bearer::token::Brought;
use crate::server::headers::Headers;
use crate::server::http_settings::HttpSettings;
use crate::tool::Principal;

use super::admission::admit;
use super::body::HttpBody;
use super::call::Apart;
use super::calls::Calls;
use super::cors;
use super::events::{Events, Source};
use super::identify::{identify, metadata};
use super::media::Accepts;
use super::phase::{Phase, Phases};
use super::reading::Room;
use super::refusal::Refusal;
use super::response;
use super::sessions::{InUse, Session, Sessions};
use super::stream::read_event_id;

pub(super) static SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
pub(super) static VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
static LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// How many bodies of the greatest length may be arriving at once.
const BODIES: usize = 32;

/// What all connections to a server share.
#[derive(Debug)]
pub(super) struct Endpoint {
    pub(super) server: Server,
    pub(super) sessions: Sessions,
    pub(super) phases: Phases,
    pub(super) calls: Arc<Calls>,
    pub(super) room: Room,
    /// Where calls run, where that is not simply here.
    pub(super) apart: Option<Apart>,
    /// The only path with something behind it; none where a router has looked at it already.
    pub(super) path: Option<&'static str>,
}

impl Endpoint {
    pub(super) fn new(server: Server) -> Self {
        let settings = &server.dispatcher.settings.http;
        Self {
            sessions: Sessions::new(settings.max_sessions, settings.session_idle),
            phases: Phases::new(),
            calls: Arc::default(),
            room: Room::new(
                server
                    .dispatcher
                    .settings
                    .max_message
                    .saturating_mul(BODIES),
            ),
            apart: None,
            path: None,
            server,
        }
    }

    pub(super) fn settings(&self) -> &HttpSettings {
        &self.server.dispatcher.settings.http
    }

    /// Answers one request. `local` is the address that it arrived at, where that is known.
    pub(super) async fn answer<B: Body>(
        self: Arc<Self>,
        request: Request<B>,
        local: Option<IpAddr>,
    ) -> Response<HttpBody> {
        let path = request.uri().path();
        let protected = self.settings().bearer.as_ref();
        let metadata_of = protected.filter(|protected| protected.is_metadata(path));
        if metadata_of.is_none() && self.path.is_some_and(|ours| ours != path) {
            return Refusal::Path.into();
        }
        let origin = match admit(request.headers(), request.uri(), local, self.settings()) {
            Ok(origin) => origin,
            Err(refusal) => return refusal.into(),
        };
        let preflight = cors::is_preflight(&request);
        let mut response = match metadata_of {
            Some(protected) => metadata(request.method(), protected),
            None => Arc::clone(&self).admitted(request).await,
        };
        if let Some(origin) = origin {
            cors::allow(&mut response, origin, preflight);
        }
        response
    }

    /// Answers a request for this host, once it is known who makes it. A browser that asks what a
    /// page may do sends no token.
    async fn admitted<B: Body>(self: Arc<Self>, mut request: Request<B>) -> Response<HttpBody> {
        if request.method() == Method::OPTIONS {
            return options();
        }
        if let Some(protected) = &self.settings().bearer {
            let brought = Brought::of(request.headers());
            request.headers_mut().remove(AUTHORIZATION);
            let runtime = self.apart.as_ref().map(|apart| &apart.runtime);
            match identify(protected, brought, runtime).await {
                Ok(principal) => request.extensions_mut().insert(principal),
                Err(refused) => return refused,
            };
            request.extensions_mut().insert(protected.clone());
        }
        match *request.method() {
            Method::POST => self.post(request).await.unwrap_or_else(Into::into),
            Method::GET => self.get(&request).unwrap_or_else(Into::into),
            Method::DELETE => self.delete(&request).unwrap_or_else(Into::into),
            _ => Refusal::Method.into(),
        }
    }

    /// A stream of what the server says without being asked, or the rest of one that broke off.
    fn get<B>(&self, request: &Request<B>) -> Result<Response<HttpBody>, Refusal> {
        let headers = request.headers();
        let id = session_id(headers).ok_or(Refusal::NoStream)?;
        let in_use = self.find(id, request)?;
        if !Accepts::read(headers).events {
            return Err(Refusal::AcceptEvents);
        }
        let session = Arc::clone(&in_use.0);
        let (reader, source) = match headers.get(&LAST_EVENT_ID) {
            None => (
                session.standalone.reader(None),
                Source::Until(self.phases.reached(Phase::Draining)),
            ),
            Some(last) => {
                let last = last.to_str().ok().and_then(read_event_id);
                let last = last.ok_or(Refusal::NoEvents)?;
                let source = if Session::is_standalone(last) {
                    Source::Until(self.phases.reached(Phase::Draining))
                } else {
                    Source::Elsewhere
                };
                (session.resume(last), source)
            }
        };
        let reader = reader.ok_or(Refusal::NoEvents)?;
        let mut events = Events::new(reader, source, self.settings().keep_alive);
        if session.has_primed_streams() {
            events = events.primed();
        }
        Ok(response::events(events.in_use(in_use)))
    }

    fn delete<B>(&self, request: &Request<B>) -> Result<Response<HttpBody>, Refusal> {
        let id = session_id(request.headers()).ok_or(Refusal::NoStream)?;
        drop(self.find(id, request)?);
        self.sessions.end(id);
        Ok(response::empty(StatusCode::NO_CONTENT))
    }

    /// The session that a request belongs to, held in use.
    pub(super) fn find<B>(&self, id: &str, request: &Request<B>) -> Result<InUse, Refusal> {
        let principal = request.extensions().get::<Principal>();
        self.sessions.find(id, principal).ok_or(Refusal::NoSession)
    }
}

/// The session that a request names. A revision without sessions ignores the header.
pub(super) fn session_id(headers: &HeaderMap) -> Option<&str> {
    let version = headers.get(&VERSION).and_then(|value| value.to_str().ok());
    let version = version.and_then(ProtocolVersion::read);
    if version.is_some_and(ProtocolVersion::is_stateless) {
        return None;
    }
    // What cannot be read is the id of no session.
    headers
        .get(&SESSION_ID)
        .map(|value| value.to_str().unwrap_or_default())
}

fn options() -> Response<HttpBody> {
    let mut response = response::empty(StatusCode::NO_CONTENT);
    let methods = HeaderValue::from_static(cors::METHODS);
    response.headers_mut().insert(ALLOW, methods);
    response
}

/// The headers of a request, for whoever compares them with its body.
#[derive(Debug)]
pub(super) struct Sent<'a>(pub(super) &'a HeaderMap);

impl Headers for Sent<'_> {
    fn header(&self, name: &str) -> Option<&[u8]> {
        // A request has few headers: looking through them is less than reading the name as one.
        let mut headers = self.0.iter();
        let found = headers.find(|(known, _)| known.as_str().eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_bytes())
    }

    fn repeated(&self) -> Option<&str> {
        if self.0.len() == self.0.keys_len() {
            return None;
        }
        let names = self.0.keys().map(HeaderName::as_str);
        names
            .filter(|name| name.starts_with("mcp-"))
            .find(|name| self.0.get_all(*name).iter().nth(1).is_some())
    }
}
