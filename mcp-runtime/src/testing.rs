//! A client in the same process, for tests of a server.
//!
//! It sends the messages that a host would send, to the dispatcher that serves hosts: arguments
//! are checked, failures are routed and answers are written exactly as on a wire.
//!
//! ```
//! use mcp_runtime::testing::{Client, Outcome};
//! use mcp_runtime::{Server, ToolFailure, tool, tools};
//! use serde_json::json;
//!
//! /// Divide one integer by another.
//! #[tool]
//! async fn divide(dividend: i64, divisor: i64) -> Result<i64, ToolFailure> {
//!     dividend
//!         .checked_div(divisor)
//!         .ok_or_else(|| ToolFailure::invalid_input("the divisor is 0"))
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), mcp_runtime::BuildError> {
//! let server = Server::builder("calculator", "1.0.0").tools(tools![divide]).build()?;
//! let client = Client::new(&server);
//!
//! let outcome = client.call("divide", json!({ "dividend": 7, "divisor": 2 })).await;
//! assert_eq!(outcome.text(), "3");
//!
//! let outcome = client.call("divide", json!({ "dividend": 7, "divisor": 0 })).await;
//! assert!(matches!(outcome, Outcome::ToolFailure { .. }));
//!
//! let outcome = client.call("divide", json!({ "dividend": 7 })).await;
//! assert!(matches!(outcome, Outcome::ProtocolError { code: -32602, .. }));
//! # Ok(())
//! # }
//! ```
//!
//! A result that breaks the output schema of its tool fails the test: clients may refuse it.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use serde_json::{Map, Value, json};
use tokio::sync::Notify;

use crate::protocol::meta;
use crate::protocol::notification::Notification;
use crate::protocol::version::ProtocolVersion;
use crate::server::Server;
use crate::server::answer::Answer;
use crate::server::arrival::Arrival;
use crate::server::connection::{Connection, Sink};
use crate::server::dispatch::Received;
use crate::tool::Principal;

mod held;
mod portability;

pub use portability::{
    HostFamily, PortabilityFinding, Rule, Severity, assert_portable, portability,
};

/// A client of a server in the same process. Clones share one connection.
#[derive(Debug, Clone)]
pub struct Client {
    server: Server,
    connection: Arc<Connection>,
    inbox: Arc<Inbox>,
    next_id: Arc<AtomicU64>,
    version: ProtocolVersion,
    principal: Option<Principal>,
}

/// Which channel answered a call, and what it said.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Outcome {
    /// The tool succeeded.
    #[non_exhaustive]
    Success {
        /// The items of `content`.
        content: Vec<Value>,
        /// `structuredContent`.
        structured: Option<Value>,
        /// `_meta`.
        meta: Option<Value>,
    },
    /// The tool failed: the model reads why.
    #[non_exhaustive]
    ToolFailure {
        /// What the model reads.
        text: String,
        /// The same for programs: the failure's machine-readable twin.
        details: Value,
    },
    /// The request never reached the tool: the host handles it.
    #[non_exhaustive]
    ProtocolError {
        /// The code.
        code: i64,
        /// What went wrong.
        message: String,
        /// `error.data`.
        data: Option<Value>,
    },
    /// No answer, because the call was cancelled.
    Cancelled,
}

/// A protocol error, as a client gets it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[error("{message} ({code})")]
pub struct ProtocolError {
    /// The code.
    pub code: i64,
    /// What went wrong.
    pub message: String,
    /// `error.data`.
    pub data: Option<Value>,
}

impl Client {
    /// Connects to a server. Requests are those of the newest revision, which has no handshake.
    #[must_use]
    pub fn new(server: &Server) -> Self {
        let inbox = Arc::new(Inbox::default());
        Self {
            server: server.clone(),
            connection: Connection::new(Arc::clone(&inbox) as _),
            inbox,
            next_id: Arc::new(AtomicU64::new(1)),
            version: ProtocolVersion::LATEST,
            principal: None,
        }
    }

    /// Connects anew with another revision, with the handshake where it has one.
    #[must_use]
    pub fn with_version(self, version: ProtocolVersion) -> Self {
        let client = Self {
            version,
            principal: self.principal,
            ..Self::new(&self.server)
        };
        let unchecked = self.inbox.unchecked.load(Ordering::Relaxed);
        client.inbox.unchecked.store(unchecked, Ordering::Relaxed);
        if !version.is_stateless() {
            let params = json!({
                "protocolVersion": version.as_str(),
                "capabilities": {},
                "clientInfo": about_this_client(),
            });
            let id = client.next_id();
            client.receive(&request(id, "initialize", params));
            client.receive(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        }
        client
    }

    /// Calls as somebody from now on, as if a layer in front of the server had made sure of it.
    #[must_use]
    pub fn with_principal(self, principal: Principal) -> Self {
        Self {
            principal: Some(principal),
            ..self
        }
    }

    /// Takes results that break the output schema of their tool, as a host's connection does. In a
    /// debug build the server finds them itself, and answers with an internal failure; a release
    /// build sends them as they are.
    #[must_use]
    pub fn unchecked(self) -> Self {
        self.inbox.unchecked.store(true, Ordering::Relaxed);
        self
    }

    /// Calls a tool. `arguments` is an object; `null` leaves them out.
    ///
    /// # Panics
    ///
    /// The tool has an output schema, and its result breaks it: clients may refuse such a result.
    /// [`unchecked`](Self::unchecked) takes it.
    pub async fn call(&self, tool: &str, arguments: Value) -> Outcome {
        let params = json!({ "name": tool, "arguments": arguments });
        let Some(answer) = self.ask("tools/call", params).await else {
            return Outcome::Cancelled;
        };
        match result(answer) {
            Err(ProtocolError {
                code,
                message,
                data,
            }) => Outcome::ProtocolError {
                code,
                message,
                data,
            },
            Ok(mut result) => {
                let mut take = |name: &str| result.get_mut(name).map(Value::take);
                let failed = take("isError") == Some(Value::Bool(true));
                let content = match take("content") {
                    Some(Value::Array(content)) => content,
                    _ => Vec::new(),
                };
                let meta = take("_meta");
                if failed {
                    Outcome::ToolFailure {
                        text: text_of(&content),
                        details: meta
                            .as_ref()
                            .and_then(|meta| meta.get(meta::FAILURE))
                            .cloned()
                            .unwrap_or_default(),
                    }
                } else {
                    Outcome::Success {
                        content,
                        structured: take("structuredContent"),
                        meta,
                    }
                }
            }
        }
    }

    /// The tools as the server lists them, from all pages.
    ///
    /// # Errors
    ///
    /// The server answers with a protocol error.
    pub async fn list_tools(&self) -> Result<Vec<Value>, ProtocolError> {
        let mut tools = Vec::new();
        let mut params = json!({});
        loop {
            let mut page = self.request("tools/list", params).await?;
            if let Some(Value::Array(listed)) = page.get_mut("tools").map(Value::take) {
                tools.extend(listed);
            }
            match page.get("nextCursor") {
                Some(cursor) => params = json!({ "cursor": cursor }),
                None => return Ok(tools),
            }
        }
    }

    /// Makes a request, with the `_meta` that the revision requires, and gives its result.
    ///
    /// # Errors
    ///
    /// The server answers with a protocol error.
    pub async fn request(&self, method: &str, params: Value) -> Result<Value, ProtocolError> {
        match self.ask(method, params).await {
            Some(answer) => result(answer),
            None => Ok(Value::Null),
        }
    }

    /// Sends a text as it is, and gives the text of the answer: `None` where there is none.
    ///
    /// With it a test can send what no client should.
    pub async fn send(&self, message: &str) -> Option<String> {
        let answer = match self.receive(message) {
            Received::Nothing => None,
            Received::Answer(answer) => Some(answer),
            Received::Running(running) => running.await,
        };
        answer.map(|answer| crate::protocol::json::into_string(answer.json))
    }

    /// What the server has told the client since this was last asked: progress and log messages of
    /// calls, and changes.
    #[must_use]
    pub fn notifications(&self) -> Vec<Notification> {
        std::mem::take(&mut *self.inbox.lock()).into()
    }

    /// Waits for the next notification that [`notifications`](Self::notifications) would give.
    pub async fn next_notification(&self) -> Notification {
        loop {
            let arrived = self.inbox.arrived.notified();
            if let Some(notification) = self.inbox.lock().pop_front() {
                return notification;
            }
            arrived.await;
        }
    }

    /// Listens for changes, with the `notifications` of a `subscriptions/listen`. When this
    /// returns, the server has acknowledged it, which is the first of the
    /// [`notifications`](Self::notifications); changes follow there. Must be called in a tokio
    /// runtime.
    ///
    /// # Errors
    ///
    /// The server answers with a protocol error: that it has no such method, when nothing of it
    /// can change.
    pub async fn listen(&self, notifications: Value) -> Result<Listening, ProtocolError> {
        let id = self.next_id();
        let mut params = json!({ "notifications": notifications });
        self.complete_params(&mut params, id);
        let request = request(id, "subscriptions/listen", params);
        let mut running = match self.receive(&request) {
            Received::Running(running) => Box::pin(running),
            Received::Answer(answer) => {
                return Err(result(read(&answer)).err().unwrap_or_else(unexpected));
            }
            Received::Nothing => return Err(unexpected()),
        };
        let begun = poll_fn(|cx| Poll::Ready(running.as_mut().poll(cx))).await;
        let task = match begun {
            Poll::Ready(answer) => tokio::spawn(async { answer }),
            Poll::Pending => tokio::spawn(running),
        };
        Ok(Listening {
            client: self.clone(),
            id,
            task,
        })
    }

    /// Ends all listening as a transport does when the server stops; gives the messages that say
    /// so.
    #[must_use]
    pub fn end_listening(&self) -> Vec<String> {
        let messages = self.connection.end_listeners().into_iter();
        messages.map(crate::protocol::json::into_string).collect()
    }

    /// Stops the server's side of the connection as a transport does when it runs out of
    /// patience: gives the answers that the running calls are owed.
    #[must_use]
    pub fn abandon(&self) -> Vec<String> {
        let answers = self.connection.abandon().into_iter();
        answers.map(crate::protocol::json::into_string).collect()
    }

    async fn ask(&self, method: &str, mut params: Value) -> Option<Value> {
        let id = self.next_id();
        self.complete_params(&mut params, id);
        let called = (method == "tools/call").then(|| name_of(&params));
        let answer = self.send(&request(id, method, params)).await?;
        let answer = serde_json::from_str(&answer).unwrap_or_default();
        if let (Some(tool), true) = (called.flatten(), self.inbox.checks_results()) {
            self.hold_to_schema(&tool, &answer);
        }
        Some(answer)
    }

    fn complete_params(&self, params: &mut Value, id: u64) {
        if let Some(params) = params.as_object_mut() {
            let meta = params.entry("_meta").or_insert_with(|| json!({}));
            if let Some(meta) = meta.as_object_mut() {
                self.complete(meta, id);
            }
        }
    }

    /// Adds to `_meta` what the revision requires and what makes notifications come, unless the
    /// test has put it there itself.
    fn complete(&self, meta: &mut Map<String, Value>, id: u64) {
        let mut add = |key: &str, value: Value| {
            meta.entry(key).or_insert(value);
        };
        add(meta::PROGRESS_TOKEN, json!(id));
        if self.version.is_stateless() {
            add(meta::PROTOCOL_VERSION, json!(self.version.as_str()));
            add(meta::CLIENT_INFO, about_this_client());
            add(meta::CLIENT_CAPABILITIES, json!({}));
            add(meta::LOG_LEVEL, json!("debug"));
        }
    }

    fn next_id(&self) -> u64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    fn receive(&self, message: &str) -> Received {
        let arrival = Arrival {
            principal: self.principal.as_ref(),
            ..Arrival::new(message, self.connection.sink())
        };
        self.server.dispatcher.receive(&self.connection, arrival)
    }
}

/// A `subscriptions/listen` of a [`Client`] while it lasts.
#[derive(Debug)]
pub struct Listening {
    client: Client,
    id: u64,
    task: tokio::task::JoinHandle<Option<Answer>>,
}

impl Listening {
    /// The id of the request as JSON text, by which notifications name their subscription.
    #[must_use]
    pub fn id(&self) -> String {
        self.id.to_string()
    }

    /// Tells the server to end it.
    pub fn cancel(&self) {
        let id = self.id;
        self.client.receive(&format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
        ));
    }

    /// Waits for its end, and gives the result that it was answered with: `None` when the client
    /// has ended it.
    pub async fn ended(self) -> Option<Value> {
        let answer = self.task.await.ok()??;
        result(read(&answer)).ok()
    }
}

impl Outcome {
    /// What was said, by whichever channel: the texts of the content, the failure's text, the
    /// error's message.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Success { content, .. } => text_of(content),
            Self::ToolFailure { text, .. } => text.clone(),
            Self::ProtocolError { message, .. } => message.clone(),
            Self::Cancelled => String::new(),
        }
    }

    /// The structured content of a success.
    #[must_use]
    pub fn structured(&self) -> Option<&Value> {
        match self {
            Self::Success { structured, .. } => structured.as_ref(),
            _ => None,
        }
    }
}

fn name_of(params: &Value) -> Option<String> {
    Some(params.get("name")?.as_str()?.to_owned())
}

fn read(answer: &Answer) -> Value {
    serde_json::from_slice(&answer.json).unwrap_or_default()
}

fn unexpected() -> ProtocolError {
    ProtocolError {
        code: 0,
        message: "the server answered at once, without an error".to_owned(),
        data: None,
    }
}

fn about_this_client() -> Value {
    json!({ "name": "mcp-runtime-testing", "version": env!("CARGO_PKG_VERSION") })
}

fn request(id: u64, method: &str, params: Value) -> String {
    let mut request = json!({ "jsonrpc": "2.0", "id": id, "method": method });
    if let Some(request) = request.as_object_mut() {
        request.insert("params".to_owned(), params);
    }
    request.to_string()
}

fn result(mut answer: Value) -> Result<Value, ProtocolError> {
    if let Some(mut error) = answer.get_mut("error").map(Value::take) {
        return Err(ProtocolError {
            code: error
                .get("code")
                .and_then(Value::as_i64)
                .unwrap_or_default(),
            message: error
                .get("message")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned(),
            data: error.get_mut("data").map(Value::take),
        });
    }
    Ok(answer
        .get_mut("result")
        .map(Value::take)
        .unwrap_or_default())
}

fn text_of(content: &[Value]) -> String {
    let texts = content
        .iter()
        .filter_map(|item| item.get("text")?.as_str())
        .collect::<Vec<_>>();
    texts.join("\n")
}

/// Keeps notifications until a test reads them.
#[derive(Debug, Default)]
struct Inbox {
    unread: Mutex<VecDeque<Notification>>,
    arrived: Notify,
    /// Results are taken as they come.
    unchecked: AtomicBool,
}

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, VecDeque<Notification>> {
        self.unread.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink for Inbox {
    /// Everything that is sent beside answers today comes as a notification.
    fn send(&self, _: Vec<u8>) {}

    fn notify(&self, notification: Notification, _: ProtocolVersion) {
        self.lock().push_back(notification);
        self.arrived.notify_one();
    }

    fn checks_results(&self) -> bool {
        !self.unchecked.load(Ordering::Relaxed)
    }
}
