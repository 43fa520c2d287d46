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

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};

use crate::protocol::notification::Notification;
use crate::protocol::version::ProtocolVersion;
use crate::server::Server;
use crate::server::arrival::Arrival;
use crate::server::connection::Connection;
use crate::server::dispatch::Received;
use crate::tool::Principal;

mod answered;
mod asked;
#[cfg(feature = "http")]
mod exchange;
mod held;
#[cfg(feature = "http")]
mod http;
mod inbox;
mod introduction;
mod listening;
mod outcome;
mod portability;

pub use answered::{Answered, Completes, GotContents, GotMessage, GotPrompt, GotSuggestions};
pub use asked::Asked;
#[cfg(feature = "http")]
pub use http::HttpClient;
pub use listening::Listening;
pub use outcome::{Outcome, ProtocolError};
pub use portability::{
    HostFamily, PortabilityFinding, Rule, Severity, assert_portable, portability,
};

use asked::{Answers, Exchange};
use inbox::{Inbox, lock};
use outcome::result;

/// A client of a server in the same process. Clones share one connection.
#[derive(Debug, Clone)]
pub struct Client {
    server: Server,
    connection: Arc<Connection>,
    inbox: Arc<Inbox>,
    next_id: Arc<AtomicU64>,
    version: ProtocolVersion,
    principal: Option<Principal>,
    capabilities: Value,
    answers: Option<Answers>,
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
            capabilities: json!({}),
            answers: None,
        }
    }

    /// Connects anew with another revision, with the handshake where it has one.
    #[must_use]
    pub fn with_version(self, version: ProtocolVersion) -> Self {
        let client = Self {
            version,
            principal: self.principal,
            capabilities: self.capabilities,
            answers: self.answers,
            ..Self::new(&self.server)
        };
        let unchecked = self.inbox.unchecked.load(Ordering::Relaxed);
        client.inbox.unchecked.store(unchecked, Ordering::Relaxed);
        if !version.is_stateless() {
            let params = introduction::initialize(version, &client.capabilities);
            let id = client.next_id();
            client.receive(&request(id, "initialize", params));
            client.receive(introduction::INITIALIZED);
        }
        client
    }

    /// Declares capabilities, with the handshake anew where the revision has one:
    /// `json!({ "elicitation": {}, "sampling": {}, "roots": {} })` can be asked everything. Without
    /// this a client declares none.
    #[must_use]
    pub fn with_capabilities(self, capabilities: Value) -> Self {
        let version = self.version;
        let client = Self {
            capabilities,
            ..self
        };
        client.with_version(version)
    }

    /// Answers what calls ask: `answers` gets a question's key and the request, `method` and
    /// `params`, and gives the client's result. What it gives nothing for comes as
    /// [`Outcome::InputRequired`].
    #[must_use]
    pub fn with_answers(
        self,
        answers: impl Fn(&str, &Value) -> Option<Value> + Send + Sync + 'static,
    ) -> Self {
        Self {
            answers: Some(Answers(Arc::new(answers))),
            ..self
        }
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
        self.outcome(self.exchange("tools/call", params).await)
            .await
    }

    /// Answers what a call asks, and goes on with it. `answers` has the client's result for each
    /// key: `json!({ "name": { "action": "accept", "content": { "first": "Ada" } } })`. In a
    /// session `{ "error": { "code": -1, "message": ".." } }` is an error instead. Questions
    /// without an answer stay open.
    pub async fn answer(&self, asked: &Asked, answers: Value) -> Outcome {
        self.outcome(self.reply(asked, &answers).await).await
    }

    async fn outcome(&self, exchange: Exchange) -> Outcome {
        let answer = match self.settle(exchange).await {
            Exchange::Nothing => return Outcome::Cancelled,
            Exchange::Asked(asked) => return Outcome::InputRequired(asked),
            Exchange::Answer(answer) => answer,
        };
        Outcome::read(answer)
    }

    /// The tools as the server lists them, from all pages.
    ///
    /// # Errors
    ///
    /// The server answers with a protocol error.
    pub async fn list_tools(&self) -> Result<Vec<Value>, ProtocolError> {
        self.list("tools/list", "tools").await
    }

    /// The items of a list, from all pages.
    async fn list(&self, method: &str, member: &str) -> Result<Vec<Value>, ProtocolError> {
        let mut items = Vec::new();
        let mut params = json!({});
        loop {
            let mut page = self.request(method, params).await?;
            if let Some(Value::Array(listed)) = page.get_mut(member).map(Value::take) {
                items.extend(listed);
            }
            match page.get("nextCursor") {
                Some(cursor) => params = json!({ "cursor": cursor }),
                None => return Ok(items),
            }
        }
    }

    /// Makes a request, with the `_meta` that the revision requires, and gives its result. What it
    /// asks is answered by [`Client::with_answers`]; otherwise, at 2026-07-28 the questions are the
    /// result, and in a session there is none.
    ///
    /// # Errors
    ///
    /// The server answers with a protocol error.
    pub async fn request(&self, method: &str, params: Value) -> Result<Value, ProtocolError> {
        let exchange = self.exchange(method, params).await;
        match self.settle(exchange).await {
            Exchange::Answer(answer) => result(answer),
            Exchange::Asked(asked) => Ok(asked.result),
            Exchange::Nothing => Ok(Value::Null),
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
        std::mem::take(&mut lock(&self.inbox.mail).notifications).into()
    }

    /// What the server has sent to a session since it was last asked, beside answers and
    /// notifications of calls: requests to the client that no [`Client::call`] took, and whatever
    /// else went out as a message.
    #[must_use]
    pub fn messages(&self) -> Vec<Value> {
        let mut inbox = lock(&self.inbox.mail);
        inbox.questions.clear();
        std::mem::take(&mut inbox.messages)
    }

    /// The server's side learns that this client is gone: nothing that calls have asked is answered
    /// any more.
    pub fn hang_up(&self) {
        self.connection.hang_up();
    }

    /// Stops the server's side of the connection as a transport does when it runs out of
    /// patience: gives the answers that the running calls are owed.
    #[must_use]
    pub fn abandon(&self) -> Vec<String> {
        let answers = self.connection.abandon().into_iter();
        answers.map(crate::protocol::json::into_string).collect()
    }

    fn complete_params(&self, params: &mut Value, id: u64) {
        introduction::complete(params, id, self.version, &self.capabilities);
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

fn request(id: u64, method: &str, params: Value) -> String {
    let mut request = json!({ "jsonrpc": "2.0", "id": id, "method": method });
    if let Some(request) = request.as_object_mut() {
        request.insert("params".to_owned(), params);
    }
    request.to_string()
}
