//! One message in, at most one answer out.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{self, Poll};

use crate::protocol::changed_list::ChangedList;
use crate::protocol::envelope::{self, Envelope, Message, Request};
use crate::protocol::error::ProtocolError;
use crate::protocol::params::Params;
use crate::protocol::routing::Happened;
use crate::protocol::scan::Raw;
use crate::protocol::text;
use crate::protocol::version::ProtocolVersion;
use crate::tool::clean::clean;
use crate::tool::failure;
use crate::tool::panics::{self, Panic};
use crate::tool::permit::Limit;
use crate::tool::questions::seal::Sealer;

use super::answer::Answer;
use super::arrival::Arrival;
use super::batch::{Batch, RunningBatch};
use super::call::RunningCall;
use super::capabilities::{Capabilities, Offers};
use super::catalog::Catalog;
use super::changes::Hub;
use super::changes::listener::Listener;
use super::connection::Connection;
use super::era::Era;
use super::headers;
use super::identity::Identity;
use super::methods::{
    Method, call_tool, complete, discover, get_prompt, initialize, list, listen, ping,
    read_resource, set_level, subscribe,
};
use super::prompts::Prompts;
use super::rates::Rates;
use super::resources::Resources;
use super::settings::Settings;
use super::starting::{self, Asked, Called};

/// Everything that answering a message needs.
#[derive(Debug)]
pub(crate) struct Dispatcher {
    pub(crate) settings: Settings,
    pub(crate) identity: Arc<Identity>,
    pub(crate) catalog: Catalog,
    pub(crate) prompts: Prompts,
    pub(crate) resources: Resources,
    pub(crate) offers: Offers,
    pub(crate) limit: Arc<Limit>,
    /// How often each caller may call anything.
    pub(crate) rates: Vec<Arc<Rates>>,
    pub(crate) hub: Arc<Hub>,
    /// Seals what clients keep of their calls.
    pub(crate) sealer: Arc<Sealer>,
}

/// What a message asks of the transport.
#[derive(Debug)]
pub(crate) enum Received {
    /// Nothing: a notification, or something that is never answered.
    Nothing,
    /// To send this.
    Answer(Answer),
    /// To poll this, and to send what it gives.
    Running(Running),
}

/// A call, or a batch, on its way to its answer; `None` when it was cancelled.
///
/// A panic of the tool never leaves a poll. Cancellation wakes it.
#[derive(Debug)]
pub(crate) struct Running {
    /// The tool's name, for what is logged about a poll that does not return.
    pub(crate) tool: Arc<str>,
    work: Work,
}

#[derive(Debug)]
enum Work {
    Call(RunningCall),
    Batch(RunningBatch),
    Listen(Box<Listener>),
}

impl Running {
    /// It waits for changes until somebody ends it: the end of serving does not wait for it.
    pub(crate) fn listens(&self) -> bool {
        matches!(self.work, Work::Listen(_))
    }
}

#[cfg(feature = "http")]
impl Running {
    /// Ends it because the server stops, and gives the answer that it is owed, if it is any.
    pub(crate) fn abandon(&mut self) -> Option<Answer> {
        match &mut self.work {
            Work::Call(call) => call.abandon(),
            Work::Batch(batch) => batch.abandon(),
            Work::Listen(listener) => listener.abandon(),
        }
    }
}

impl Future for Running {
    type Output = Option<Answer>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Self::Output> {
        match &mut self.work {
            Work::Call(call) => call.poll(cx),
            Work::Batch(batch) => Pin::new(batch).poll(cx),
            Work::Listen(listener) => listener.poll(cx),
        }
    }
}

impl Dispatcher {
    /// Reads one message and starts what it asks for. Must be called, and what it gives polled,
    /// inside a tokio runtime's context.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a message is handed over; what outlives the reading of it counts itself in"
    )]
    pub(crate) fn receive(&self, connection: &Arc<Connection>, arrival: Arrival<'_>) -> Received {
        let message = &arrival.message;
        let text = message.strip_prefix('\u{feff}').unwrap_or(message);
        if text.trim_start().is_empty() {
            return Received::Nothing;
        }
        let mut envelope = Envelope::default();
        match envelope.read(text, self.settings.max_nesting) {
            Message::Batch => self.receive_batch(connection, &arrival, text),
            single => match self.receive_one(connection, &arrival, single, None) {
                One::Nothing => Received::Nothing,
                One::Answer(answer) => Received::Answer(answer),
                One::Call(call) => Received::Running(Running {
                    tool: Arc::clone(call.tool()),
                    work: Work::Call(call),
                }),
                One::Listen(listener) => Received::Running(Running {
                    tool: Arc::from("subscriptions/listen"),
                    work: Work::Listen(listener),
                }),
            },
        }
    }

    /// The first that asks for a scope, in words.
    #[cfg(feature = "http")]
    pub(crate) fn scoped(&self) -> Option<String> {
        let tools = self.catalog.all().iter().map(|tool| &tool.callee);
        let prompts = self.prompts.callees();
        let mut all = tools.chain(prompts).chain(self.resources.callees());
        let callee = all.find(|callee| !callee.scopes.are_none())?;
        Some(format!("the {} '{}'", callee.feature().noun(), callee.name))
    }

    /// The answer to bytes that are not UTF-8: -32700.
    #[allow(
        clippy::unused_self,
        reason = "the transports know only the dispatcher"
    )]
    pub(crate) fn not_text(&self) -> Vec<u8> {
        ProtocolError::new(Happened::NotJson, "Parse error: the message is not UTF-8").answer(None)
    }

    /// The answer to a line longer than `limit` bytes: -32600.
    #[allow(
        clippy::unused_self,
        reason = "the transports know only the dispatcher"
    )]
    pub(crate) fn too_long(&self, limit: usize) -> Vec<u8> {
        envelope::not_a_request(&format!("the message is longer than {limit} bytes")).answer(None)
    }

    fn receive_batch(
        &self,
        connection: &Arc<Connection>,
        arrival: &Arrival<'_>,
        text: &str,
    ) -> Received {
        let has_batches = connection
            .negotiated()
            .is_some_and(ProtocolVersion::has_batches);
        if !has_batches {
            let error = envelope::not_a_request("a message must be an object, not an array");
            return Received::Answer(Answer::refusing(&error, None));
        }
        let messages = envelope::read_batch(text);
        if messages.is_empty() {
            let error = envelope::not_a_request("the batch is empty");
            return Received::Answer(Answer::refusing(&error, None));
        }
        let batch = Batch::new();
        let mut calls = Vec::new();
        for part in messages.into_iter().map(Raw::get) {
            let mut envelope = Envelope::default();
            let single = envelope.read(part, self.settings.max_nesting);
            match self.receive_one(connection, arrival, single, Some(&batch)) {
                // No request listens in a batch.
                One::Nothing | One::Listen(_) => {}
                One::Answer(answer) => batch.add(answer.json),
                One::Call(call) => calls.push(call),
            }
        }
        match calls.first() {
            None => match batch.take() {
                Some(answers) => Received::Answer(Answer::of(answers)),
                None => Received::Nothing,
            },
            Some(first) => Received::Running(Running {
                tool: Arc::clone(first.tool()),
                work: Work::Batch(RunningBatch::new(batch, calls)),
            }),
        }
    }

    fn receive_one(
        &self,
        connection: &Arc<Connection>,
        arrival: &Arrival<'_>,
        single: Message<'_>,
        batch: Option<&Arc<Batch>>,
    ) -> One {
        let mut version = None;
        let (id, error) = match single {
            Message::Answer(answer) => {
                connection.replied(&answer);
                return One::Nothing;
            }
            Message::Notification { method, params } => {
                notified(connection, &self.hub, &method, params);
                return One::Nothing;
            }
            Message::Batch => (None, envelope::not_a_request("a batch in a batch")),
            Message::Refused(refused) => (refused.id, refused.error),
            Message::Request(request) => {
                let answered = panics::guarded(|| {
                    self.request((connection, arrival), &request, batch, &mut version)
                });
                match answered.unwrap_or_else(|panic| Err(broken(&request.method, &panic))) {
                    Ok(one) => return one,
                    Err(error) => (Some(request.id), error),
                }
            }
        };
        tracing::debug!(
            code = error.happened().code().value(),
            message = error.message(),
            "answered with a protocol error"
        );
        One::Answer(Answer::refusing(&error, id).under(version))
    }

    /// A method of something that this server cannot do is not there.
    fn offers(&self, method: Method) -> bool {
        match method {
            Method::Listen => self.capabilities().change(),
            Method::Subscribe | Method::Unsubscribe => self.hub.offers_resources(),
            Method::ListTools | Method::CallTool => self.offers.tools,
            Method::ListPrompts | Method::GetPrompt => self.offers.prompts,
            Method::ListResources | Method::ListTemplates | Method::ReadResource => {
                self.capabilities().has(ChangedList::Resources)
            }
            Method::Complete => self.offers.completions,
            Method::Initialize | Method::Ping | Method::Discover | Method::SetLevel => true,
        }
    }

    pub(crate) fn capabilities(&self) -> Capabilities<'_> {
        Capabilities {
            offers: self.offers,
            hub: &self.hub,
        }
    }

    fn request(
        &self,
        (connection, arrival): (&Arc<Connection>, &Arrival<'_>),
        request: &Request<'_>,
        batch: Option<&Arc<Batch>>,
        served_under: &mut Option<ProtocolVersion>,
    ) -> Result<One, ProtocolError> {
        let (id, params) = (request.id, request.params);
        let meta = params.meta()?;
        let message = &arrival.message;
        let method = Method::read(&request.method);
        let era = Era::of(connection, arrival, method, &meta)?;
        let version = era.version;
        *served_under = Some(version);
        if connection.is_in_flight(id) {
            return Err(starting::duplicate_id());
        }
        let headers = arrival.headers.filter(|_| version.is_stateless());
        if let Some(headers) = headers {
            headers::method_agrees(headers, &request.method)?;
        }
        let method = method
            .filter(|method| method.exists_in(version) && self.offers(*method))
            .ok_or_else(|| unknown_method(&request.method))?;
        if let Some(headers) = headers {
            if let Some(name) = method.named_by(params) {
                headers::name_agrees(headers, &name)?;
            }
        }
        let who = arrival.caller();
        let answer = match method {
            // The specification keeps the handshake out of batches.
            Method::Initialize if batch.is_some() => {
                return Err(envelope::not_a_request(
                    "'initialize' may not be in a batch",
                ));
            }
            // It goes on, and a batch waits for every answer in it.
            Method::Listen if batch.is_some() => {
                return Err(envelope::not_a_request(
                    "'subscriptions/listen' may not be in a batch",
                ));
            }
            Method::Initialize => {
                let around = (&*self.identity, self.capabilities());
                initialize::answer(id, params, message, around, connection)?
            }
            Method::Ping => ping::answer(id, version, &self.identity),
            Method::Discover => {
                let around = (&*self.identity, self.capabilities());
                discover::answer(id, version, around, &self.settings)
            }
            Method::SetLevel => set_level::answer(id, params, version, &self.identity, connection)?,
            Method::ListTools => {
                list::answer(id, params, |cursor| self.catalog.page(version, cursor, who))?
            }
            Method::ListPrompts => {
                list::answer(id, params, |cursor| self.prompts.page(version, cursor, who))?
            }
            Method::ListResources => list::answer(id, params, |cursor| {
                self.resources.page(version, cursor, who)
            })?,
            Method::ListTemplates => list::answer(id, params, |cursor| {
                self.resources.template_page(version, cursor, who)
            })?,
            Method::Subscribe | Method::Unsubscribe => {
                let about = (version, &*self.identity);
                let watch = method == Method::Subscribe;
                if watch {
                    subscribe::may_watch(params, &self.resources, who)?;
                }
                subscribe::answer(id, params, about, (connection, &self.hub), watch)?
            }
            Method::CallTool
            | Method::GetPrompt
            | Method::ReadResource
            | Method::Complete
            | Method::Listen => {
                let asked = Asked {
                    connection,
                    arrival,
                    request,
                    meta: &meta,
                    era,
                    batch,
                };
                let called = match method {
                    Method::Listen => {
                        let listener = listen::start(self, &asked)?;
                        return Ok(One::Listen(Box::new(listener)));
                    }
                    Method::GetPrompt => get_prompt::start(self, asked)?,
                    Method::ReadResource => read_resource::start(self, asked)?,
                    Method::Complete => complete::start(self, asked)?,
                    _ => call_tool::start(self, asked)?,
                };
                return Ok(match called {
                    Called::Running(call) => One::Call(call),
                    Called::Answered(answer) => One::Answer(answer),
                });
            }
        };
        Ok(One::Answer(Answer::of(answer)))
    }
}

/// What becomes of one message.
enum One {
    Nothing,
    Answer(Answer),
    Call(RunningCall),
    Listen(Box<Listener>),
}

fn unknown_method(method: &str) -> ProtocolError {
    ProtocolError::new(
        Happened::UnknownMethod,
        format!("Method not found: '{}'", clean(method, 128)),
    )
}

/// A fault of ours: answered all the same, and logged under a reference.
fn broken(method: &str, panic: &Panic) -> ProtocolError {
    let reference = failure::reference();
    tracing::error!(
        reference,
        method = &*clean(method, 128),
        payload = panic.payload,
        location = panic.location,
        backtrace = panic.backtrace,
        "answering a request panicked"
    );
    ProtocolError::new(
        Happened::ServerBroke,
        format!("Internal error: the server's log has it under the reference {reference}"),
    )
}

/// Cancels what is to be cancelled, and tells a session of changes once it is ready; every other
/// notification asks for nothing.
fn notified(connection: &Connection, hub: &Hub, method: &str, params: &Params<'_>) {
    match method {
        "notifications/cancelled" => {}
        "notifications/initialized" => return connection.initialized(hub),
        _ => return,
    }
    let Some(id) = params.request_id else { return };
    if connection.cancel_listener(id.get()) {
        return;
    }
    if let Some(context) = connection.cancel(id.get()) {
        let reason = params
            .reason
            .and_then(|reason| text::string(reason.get()))
            .unwrap_or_default();
        let reason = clean(&reason, 256);
        tracing::debug!(
            tool = context.tool(),
            reason = &*reason,
            "cancelled by the client"
        );
    }
}
