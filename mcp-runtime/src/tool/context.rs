//! What a tool can do with the call it serves.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use serde::Serialize;
use serde_json::Value;

use crate::protocol::level::LogLevel;
use crate::protocol::meta;
use crate::protocol::notification::Notification;
use crate::protocol::request_id::RequestId;
use crate::protocol::text::{self, Slice};
use crate::protocol::version::ProtocolVersion;

use super::feature::Feature;
use super::principal::Principal;
use super::questions::Questions;
use super::questions::question::QuestionKind;
use super::sink::Sink;
use super::ticket::Ticket;

/// The call that a tool serves: ask for it with a parameter of type `&Context`.
///
/// It can be cloned into tasks of its own and outlive the call; what is told to the client after
/// the answer is dropped.
///
/// ```
/// use mcp_runtime::{Context, LogLevel};
///
/// async fn reindex(documents: u32, cx: &Context) -> u32 {
///     for done in 1..=documents {
///         cx.progress(done, f64::from(documents), "indexing");
///         if cx.is_cancelled() {
///             return done;
///         }
///     }
///     cx.log(LogLevel::Info, "the index is complete");
///     documents
/// }
/// ```
#[derive(Clone)]
pub struct Context(Arc<Inner>);

/// What a call is made of, beside its arguments.
pub(crate) struct Inner {
    pub(crate) ticket: Ticket,
    pub(crate) sink: Arc<dyn Sink>,
    pub(crate) id: RequestId,
    /// What is called: the name of a tool, a prompt or a resource.
    pub(crate) tool: Arc<str>,
    pub(crate) feature: Feature,
    /// The address that is read.
    pub(crate) uri: Option<Box<str>>,
    pub(crate) version: ProtocolVersion,
    pub(crate) client: Declared,
    pub(crate) principal: Option<Principal>,
    /// JSON text: a string or an integer.
    pub(crate) progress_token: Option<Box<str>>,
    pub(crate) log: LogGate,
    /// Most calls belong to none.
    pub(crate) trace: Option<Box<TraceContext>>,
    pub(crate) questions: Questions,
}

/// What a client said of itself, as it came.
#[derive(Debug, Clone, Default)]
pub(crate) struct Declared {
    pub(crate) info: Option<Slice>,
    pub(crate) capabilities: Option<Slice>,
}

/// Which log messages go to the client.
#[derive(Debug, Clone)]
pub(crate) enum LogGate {
    /// Those from the session's level up, which `logging/setLevel` sets.
    Session(Arc<AtomicU8>),
    /// Those from the level up that the request itself names; none without one.
    Request(Option<LogLevel>),
}

impl LogGate {
    fn lets(&self, level: LogLevel) -> bool {
        match self {
            Self::Session(least) => level as u8 >= least.load(Ordering::Relaxed),
            Self::Request(least) => least.is_some_and(|least| level >= least),
        }
    }
}

/// W3C trace context.
#[derive(Debug, Clone)]
pub(crate) enum TraceContext {
    /// In the message's `_meta`, as JSON text.
    Said {
        parent: Option<Slice>,
        state: Option<Slice>,
        baggage: Option<Slice>,
    },
    /// In the headers of the request that carried the message.
    Carried(Trace),
}

impl Context {
    pub(crate) fn new(inner: Inner) -> Self {
        Self(Arc::new(inner))
    }

    pub(crate) fn ticket(&self) -> &Ticket {
        &self.0.ticket
    }

    pub(crate) fn id(&self) -> &RequestId {
        &self.0.id
    }

    pub(crate) fn sink(&self) -> &Arc<dyn Sink> {
        &self.0.sink
    }

    pub(crate) fn questions(&self) -> &Questions {
        &self.0.questions
    }

    /// What the client declared that it can do.
    pub(crate) fn capabilities(&self) -> Value {
        read(self.0.client.capabilities.as_ref())
    }

    pub(crate) fn is_same_call(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Tells the client how far the call is, when it asked to be told.
    ///
    /// What is not more than was told before is dropped, and so is everything after the answer:
    /// the protocol wants progress to rise and to end. A message reaches clients of 2025-03-26
    /// and later.
    pub fn progress<'a>(
        &self,
        done: impl Into<f64>,
        total: impl Into<Option<f64>>,
        message: impl Into<Option<&'a str>>,
    ) {
        let Some(token) = &self.0.progress_token else {
            return;
        };
        let done = done.into();
        if !done.is_finite() {
            return;
        }
        let notification = Notification::Progress {
            token: token.to_string(),
            progress: done,
            total: total.into().filter(|total| total.is_finite()),
            message: message
                .into()
                .filter(|_| self.0.version.has_progress_message())
                .map(str::to_owned),
        };
        self.0.ticket.while_rising(done, || {
            self.0.sink.notify(notification, self.0.version);
        });
    }

    /// Sends a log message to the client, when it wants messages of this level: in a session from
    /// the level it set with `logging/setLevel` (`info` until it does), at 2026-07-28 from the
    /// level that the request itself names, and none when it names none.
    ///
    /// These are for the client's user. What the server's operator should see goes to
    /// [`tracing`]. Data that cannot be written as JSON is noted there instead.
    pub fn log(&self, level: LogLevel, data: impl Serialize) {
        if !self.0.log.lets(level) {
            return;
        }
        match serde_json::to_string(&data) {
            Ok(data) => {
                self.0.ticket.while_open(|| {
                    let notification = Notification::Log {
                        level,
                        logger: self.0.tool.to_string(),
                        data,
                    };
                    self.0.sink.notify(notification, self.0.version);
                });
            }
            Err(error) => {
                tracing::warn!(
                    tool = &*self.0.tool,
                    %error,
                    "a log message to the client cannot be written as JSON"
                );
            }
        }
    }

    /// Nobody waits for the call any more: it was cancelled, ran past its timeout, or the server
    /// stopped.
    ///
    /// An async tool rarely asks, because its future is dropped then; a `blocking` tool and tasks
    /// that were spawned have to.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.ticket.is_stopped()
    }

    /// Completes when [`Context::is_cancelled`] becomes true; never when the tool returns first.
    pub async fn cancelled(&self) {
        self.0.ticket.stopped().await;
    }

    /// Closes the stream that the client waits on, where it can come back for the rest: in a
    /// session over HTTP of 2025-11-25. The call goes on, and so does everything else where there
    /// is nothing to close.
    ///
    /// For calls that take minutes, behind proxies that keep no connection for so long. The client
    /// comes back by itself, and gets what was told meanwhile, and the answer.
    pub fn let_go(&self) {
        self.0.ticket.while_open(|| self.0.sink.let_go());
    }

    /// The request's id, as the JSON text it came as.
    #[must_use]
    pub fn request_id(&self) -> &str {
        self.0.id.as_str()
    }

    /// The tool's name; in a prompt or a resource the name of that.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.0.tool
    }

    /// The address that is being read, as the client wrote it; only a resource has one.
    #[must_use]
    pub fn uri(&self) -> Option<&str> {
        self.0.uri.as_deref()
    }

    pub(crate) fn feature(&self) -> Feature {
        self.0.feature
    }

    /// The protocol revision that the call is served under.
    #[must_use]
    pub fn protocol_version(&self) -> ProtocolVersion {
        self.0.version
    }

    /// What the client says of itself. Nobody verifies it: good for logs, not for decisions.
    #[must_use]
    pub fn client(&self) -> ClientInfo {
        ClientInfo {
            info: read(self.0.client.info.as_ref()),
            capabilities: self.capabilities(),
            version: self.0.version,
        }
    }

    /// Who calls, where somebody in front of the server has made sure of that.
    #[must_use]
    pub fn principal(&self) -> Option<&Principal> {
        self.0.principal.as_ref()
    }

    /// The distributed trace that the request belongs to: as its `_meta` has it, else as the
    /// headers of its HTTP request have it.
    ///
    /// [Specification, 2026-07-28, "OpenTelemetry trace context"](https://modelcontextprotocol.io/specification/2026-07-28/basic#meta).
    #[must_use]
    pub fn trace(&self) -> Trace {
        let (parent, state, baggage) = match self.0.trace.as_deref() {
            None => return Trace::default(),
            Some(TraceContext::Carried(trace)) => return trace.clone(),
            Some(TraceContext::Said {
                parent,
                state,
                baggage,
            }) => (parent, state, baggage),
        };
        let read = |slice: &Option<Slice>| {
            slice
                .as_ref()
                .and_then(|slice| text::string(slice.as_str()))
                .map(Cow::into_owned)
        };
        Trace {
            parent: read(parent),
            state: read(state),
            baggage: read(baggage),
        }
    }
}

/// What the client wrote, or nothing.
fn read(slice: Option<&Slice>) -> Value {
    slice
        .and_then(|slice| serde_json::from_str(slice.as_str()).ok())
        .unwrap_or_default()
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("tool", &self.0.tool)
            .field("request_id", &self.request_id())
            .field("protocol_version", &self.0.version)
            .finish_non_exhaustive()
    }
}

/// What a client says of itself.
#[derive(Debug, Clone, PartialEq)]
pub struct ClientInfo {
    info: Value,
    capabilities: Value,
    version: ProtocolVersion,
}

impl ClientInfo {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.info.get("name")?.as_str()
    }

    /// Its version.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        self.info.get("version")?.as_str()
    }

    /// A capability that it declared, with what it said about it: `client.capability("roots")`.
    #[must_use]
    pub fn capability(&self, name: &str) -> Option<&Value> {
        self.capabilities.get(name)
    }

    /// It shows its user forms: [`Context::elicit`].
    #[must_use]
    pub fn can_show_forms(&self) -> bool {
        self.can(QuestionKind::Form)
    }

    /// It has its user open addresses: [`Context::elicit_url`].
    #[must_use]
    pub fn can_open_urls(&self) -> bool {
        self.can(QuestionKind::Address)
    }

    /// It lets servers use its model: [`Context::sample`].
    #[must_use]
    pub fn can_sample(&self) -> bool {
        self.can(QuestionKind::Sample)
    }

    /// It lets its model call tools that a server offers: [`Sampling::tool`](crate::Sampling::tool).
    #[must_use]
    pub fn can_sample_with_tools(&self) -> bool {
        self.can(QuestionKind::SampleTools)
    }

    /// It tells which folders it works in: [`Context::roots`].
    #[must_use]
    pub fn can_list_roots(&self) -> bool {
        self.can(QuestionKind::Roots)
    }

    fn can(&self, question: QuestionKind) -> bool {
        question.is_possible(self.version, &self.capabilities)
    }
}

/// W3C trace context.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trace {
    /// `traceparent`.
    pub parent: Option<String>,
    /// `tracestate`.
    pub state: Option<String>,
    /// `baggage`.
    pub baggage: Option<String>,
}

impl Trace {
    /// What there is of it, by the names that `_meta` and headers have for it: what a propagator
    /// of OpenTelemetry extracts from.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let parts = [
            (meta::TRACE_PARENT, &self.parent),
            (meta::TRACE_STATE, &self.state),
            (meta::BAGGAGE, &self.baggage),
        ];
        parts
            .into_iter()
            .filter_map(|(name, value)| Some((name, value.as_deref()?)))
    }
}
