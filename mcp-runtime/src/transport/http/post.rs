//! POST: one message in, and its answer out, as JSON or at the end of a stream.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use http::header::HeaderValue;
use http::request::Parts;
use http::{Request, Response, StatusCode};
use http_body::Body;
use tokio::time::Sleep;

use crate::protocol::error::ProtocolError;
use crate::protocol::routing::Happened;
use crate::server::answer::Answer;
use crate::server::arrival::Arrival;
use crate::server::bearer::Protected;
use crate::server::connection::{Connection, Sink};
use crate::server::dispatch::{Received, Running};
use crate::tool::Principal;

use super::body::HttpBody;
use super::call::Call;
use super::endpoint::{Endpoint, SESSION_ID, Sent, VERSION, session_id};
use super::events::{Events, Source};
use super::identify::ask_for;
use super::media::{Accepts, is_json};
use super::phase::{Phase, Reached};
use super::reading::{Unread, read};
use super::refusal::Refusal;
use super::response;
use super::sessions::InUse;
use super::stream::Stream;

/// After how long a call in a session, of a revision where that lets a client resume, gets a
/// stream instead of an answer as JSON.
const SOON: Duration = Duration::from_millis(100);

impl Endpoint {
    pub(super) async fn post<B: Body>(
        self: Arc<Self>,
        request: Request<B>,
    ) -> Result<Response<HttpBody>, Refusal> {
        if !is_json(request.headers()) {
            return Err(Refusal::ContentType);
        }
        let accepts = Accepts::read(request.headers());
        if !accepts.json && !accepts.events {
            return Err(Refusal::Accept);
        }
        let session = match session_id(request.headers()) {
            Some(id) => Some(self.find(id, &request)?),
            None => None,
        };
        let (parts, body) = request.into_parts();
        let message = match self.message(body).await {
            Ok(message) => message,
            Err(response) => return Ok(response),
        };
        // What was read is answered.
        let _counted = self.calls.count_in();
        match session {
            Some(in_use) => Ok(self.in_session(in_use, &parts, accepts, message).await),
            None => self.alone(&parts, accepts, message).await,
        }
    }

    /// The text of a request's body, or the response that says why there is none.
    async fn message<B: Body>(&self, body: B) -> Result<Arc<str>, Response<HttpBody>> {
        let dispatcher = &self.server.dispatcher;
        let most = dispatcher.settings.max_message;
        let timeout = self.settings().read_timeout;
        let mut reading = pin!(read(body, most, timeout, &self.room));
        let mut drains = None;
        let read = poll_fn(|cx| match reading.as_mut().poll(cx) {
            Poll::Ready(read) => Poll::Ready(Some(read)),
            Poll::Pending => {
                let drains = drains.get_or_insert_with(|| self.phases.reached(Phase::Draining));
                drains.as_mut().poll(cx).map(|()| None)
            }
        });
        let Some(read) = read.await else {
            return Err(Refusal::Stopping.into());
        };
        let bytes = match read {
            Ok(bytes) => bytes,
            Err(Unread::TooLong) => {
                let status = StatusCode::PAYLOAD_TOO_LARGE.as_u16();
                let refused = response::json(status, dispatcher.too_long(most));
                return Err(response::closing(refused));
            }
            Err(Unread::Slow) => return Err(Refusal::Slow.into()),
            Err(Unread::NoRoom) => return Err(Refusal::Full.into()),
            Err(Unread::BrokenOff) => return Err(Refusal::BrokenOff.into()),
        };
        let Ok(text) = std::str::from_utf8(&bytes) else {
            return Err(response::json(400, dispatcher.not_text()));
        };
        if text.trim().is_empty() {
            let empty = ProtocolError::new(Happened::NotJson, "Parse error: the body is empty");
            return Err(response::json(400, empty.answer(None)));
        }
        Ok(text.into())
    }

    /// A message of no session: one of a revision without sessions, or one that begins a session.
    async fn alone(
        &self,
        parts: &Parts,
        accepts: Accepts,
        message: Arc<str>,
    ) -> Result<Response<HttpBody>, Refusal> {
        let principal = parts.extensions.get::<Principal>();
        let stream = Stream::new(self.server.dispatcher.settings.max_queue);
        let connection = Connection::new(Arc::clone(&stream) as _);
        let sink = Arc::clone(connection.sink());
        let received = self.receive(&connection, parts, &sink, message);
        match received {
            Received::Running(running) if running.listens() && !accepts.events => {
                Err(Refusal::AcceptEvents)
            }
            Received::Running(running) => {
                let call = Call::new(running, self.apart.clone(), &self.calls);
                Ok(self.attached(call, stream, accepts).await)
            }
            Received::Answer(answer) => {
                let begins = connection.negotiated().is_some();
                let mut response = self.answered_at_once(answer, &stream, accepts, parts);
                if begins {
                    let id = self.sessions.begin(connection, stream, principal)?;
                    if let Ok(id) = HeaderValue::from_str(&id) {
                        response.headers_mut().insert(&SESSION_ID, id);
                    }
                }
                Ok(response)
            }
            // A notification of a client that has sessions, and has forgotten its own.
            Received::Nothing if !parts.headers.contains_key(&VERSION) => Err(Refusal::NoSessionId),
            Received::Nothing => Ok(response::empty(StatusCode::ACCEPTED)),
        }
    }

    /// A message of a session: a client that goes away cancels nothing, and can come back for the
    /// answer.
    async fn in_session(
        &self,
        in_use: InUse,
        parts: &Parts,
        accepts: Accepts,
        message: Arc<str>,
    ) -> Response<HttpBody> {
        let session = &in_use.0;
        let stream = Stream::new(self.server.dispatcher.settings.max_queue);
        // Who takes no events gets what a call tells it, if at all, where it listens.
        let sink: Arc<dyn Sink> = if accepts.events {
            Arc::clone(&stream) as _
        } else {
            Arc::clone(session.connection.sink())
        };
        let received = self.receive(&session.connection, parts, &sink, message);
        match received {
            Received::Nothing => response::empty(StatusCode::ACCEPTED),
            Received::Answer(answer) => self.answered_at_once(answer, &stream, accepts, parts),
            Received::Running(running) => self.detached(running, stream, in_use, accepts).await,
        }
    }

    /// Has a message read in the context of the author's runtime.
    fn receive(
        &self,
        connection: &Arc<Connection>,
        parts: &Parts,
        sink: &Arc<dyn Sink>,
        message: Arc<str>,
    ) -> Received {
        let _inside = self.apart.as_ref().map(|apart| apart.runtime.enter());
        let sent = Sent(&parts.headers);
        let arrival = Arrival {
            principal: parts.extensions.get::<Principal>(),
            headers: Some(&sent),
            ..Arrival::new(message, sink)
        };
        self.server.dispatcher.receive(connection, arrival)
    }

    /// An answer to what was not called, perhaps because the caller may not call it.
    fn answered_at_once(
        &self,
        mut answer: Answer,
        stream: &Arc<Stream>,
        accepts: Accepts,
        parts: &Parts,
    ) -> Response<HttpBody> {
        let scopes = answer.scopes.take();
        let mut response = self.answered(answer, stream, accepts);
        if let Some(scopes) = scopes {
            ask_for(&mut response, &scopes, parts.extensions.get::<Protected>());
        }
        response
    }

    /// An answer that is there; behind what was told before it, if anything was.
    fn answered(
        &self,
        answer: Answer,
        stream: &Arc<Stream>,
        accepts: Accepts,
    ) -> Response<HttpBody> {
        let status = answer.http_status();
        let streams = accepts.events && stream.is_unread();
        if streams || (!accepts.json && status == 200) {
            stream.answer(answer.json);
            return self.streamed(stream, Source::Elsewhere);
        }
        response::json(status, answer.json)
    }

    fn streamed(&self, stream: &Arc<Stream>, source: Source) -> Response<HttpBody> {
        match stream.reader(None) {
            Some(reader) => {
                response::events(Events::new(reader, source, self.settings().keep_alive))
            }
            None => Refusal::NoEvents.into(),
        }
    }

    /// A call that lives as long as its response: dropping the response drops the call.
    async fn attached(
        &self,
        mut call: Call,
        stream: Arc<Stream>,
        accepts: Accepts,
    ) -> Response<HttpBody> {
        let mut waiting = None;
        let end = call.ends_at();
        let answer = poll_fn(|cx| {
            if let Poll::Ready(answer) = call.poll(cx) {
                return Poll::Ready(Some(answer));
            }
            let waiting: &mut Waiting = waiting.get_or_insert_with(|| {
                Waiting::new(self.phases.reached(end), self.settings().keep_alive)
            });
            if waiting.stop.as_mut().poll(cx).is_ready() {
                return Poll::Ready(Some(call.abandon()));
            }
            let speaks = stream.poll_unread(cx).is_ready();
            if accepts.events && (speaks || waiting.silence.as_mut().poll(cx).is_ready()) {
                return Poll::Ready(None);
            }
            Poll::Pending
        })
        .await;
        match answer {
            Some(Some(answer)) => self.answered(answer, &stream, accepts),
            Some(None) => response::empty(StatusCode::ACCEPTED),
            None => {
                let stop = self.phases.reached(end);
                self.streamed(&stream, Source::Call(Box::new(call), stop))
            }
        }
    }

    /// A call that goes on without its response.
    async fn detached(
        &self,
        running: Running,
        stream: Arc<Stream>,
        in_use: InUse,
        accepts: Accepts,
    ) -> Response<HttpBody> {
        let session = Arc::clone(&in_use.0);
        let mut call = Call::new(running, self.apart.clone(), &self.calls);
        let first = poll_fn(|cx| Poll::Ready(call.poll(cx))).await;
        match first {
            Poll::Ready(Some(answer)) => {
                // Behind what was told before it, so that a client can come back for the rest.
                if accepts.events && stream.is_unread() {
                    session.keep(&stream);
                }
                return self.answered(answer, &stream, accepts);
            }
            Poll::Ready(None) => return response::empty(StatusCode::ACCEPTED),
            Poll::Pending => {}
        }
        let name = session.keep(&stream);
        let stop = self.phases.reached(call.ends_at());
        tokio::spawn(drive(
            call,
            stop,
            Arc::clone(&stream),
            session.in_use(),
            name,
        ));

        let primed = session.has_primed_streams();
        let patience = if primed {
            SOON.min(self.settings().keep_alive)
        } else {
            self.settings().keep_alive
        };
        let mut silence = Box::pin(tokio::time::sleep(patience));
        poll_fn(|cx| {
            let speaks = stream.poll_unread(cx).is_ready();
            if accepts.events {
                if speaks || silence.as_mut().poll(cx).is_ready() {
                    return Poll::Ready(());
                }
            } else if stream.has_ended() {
                return Poll::Ready(());
            }
            Poll::Pending
        })
        .await;
        if stream.has_ended() && !stream.is_unread() {
            return response::empty(StatusCode::ACCEPTED);
        }
        if accepts.json {
            if let Some(answer) = stream.take_only() {
                session.forget(name);
                return response::json(200, answer);
            }
        }
        let Some(reader) = stream.reader(None) else {
            return Refusal::NoEvents.into();
        };
        let mut events = Events::new(reader, Source::Elsewhere, self.settings().keep_alive);
        if primed {
            events = events.primed();
        }
        response::events(events.in_use(in_use))
    }
}

/// What a call that is not done at once is raced against.
struct Waiting {
    stop: Reached,
    silence: std::pin::Pin<Box<Sleep>>,
}

impl Waiting {
    fn new(stop: Reached, silence: Duration) -> Self {
        Self {
            stop,
            silence: Box::pin(tokio::time::sleep(silence)),
        }
    }
}

/// Brings a call of a session to its answer, whoever waits for it.
async fn drive(mut call: Call, mut stop: Reached, stream: Arc<Stream>, in_use: InUse, name: u64) {
    let mut ended = in_use.0.ended();
    let answer = poll_fn(|cx| {
        if stop.as_mut().poll(cx).is_ready() || ended.as_mut().poll(cx).is_ready() {
            return Poll::Ready(call.abandon());
        }
        call.poll(cx)
    })
    .await;
    if let Some(answer) = answer {
        stream.answer(answer.json);
    } else {
        // There is nothing to come back for.
        stream.end();
        in_use.0.forget(name);
    }
}
