//! A client of a server that is served over HTTP.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use http::Uri;
use serde_json::{Map, Value, json};
use tokio::sync::OnceCell;

use crate::protocol::version::ProtocolVersion;
use crate::tool::base64;
use crate::tool::header::PREFIX;

use super::asked::{Answers, Asked};
use super::exchange::{Message, Post};
use super::inbox::lock;
use super::outcome::result;
use super::{Outcome, ProtocolError, introduction, request};

/// A client of a server at an address, over HTTP. Clones share one session.
///
/// It calls as a host would: with the headers of the revision, in a session where the revision has
/// them, and it reads an answer in whatever form it comes.
///
/// ```
/// use mcp_runtime::testing::HttpClient;
/// use mcp_runtime::{Server, tool, tools};
/// use serde_json::json;
///
/// /// Adds two whole numbers.
/// #[tool]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let server = Server::builder("calculator", "1.0.0").tools(tools![add]).build()?;
/// let serving = server.serve_http("127.0.0.1:0");
/// let url = serving.url()?;
/// tokio::spawn(serving.into_future());
///
/// let client = HttpClient::connect(&url)?;
/// let outcome = client.call("add", json!({ "a": 1, "b": 2 })).await?;
/// assert_eq!(outcome.text(), "3");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct HttpClient {
    url: Uri,
    version: ProtocolVersion,
    session: Option<String>,
    capabilities: Value,
    answers: Option<Answers>,
    headers: Vec<(String, String)>,
    next_id: Arc<AtomicU64>,
    notifications: Arc<Mutex<VecDeque<Value>>>,
    /// What the server lists: some arguments are repeated in headers.
    tools: Arc<OnceCell<Vec<Value>>>,
}

impl HttpClient {
    /// A client of the server at a URL such as `http://127.0.0.1:8000/mcp`, with requests of the
    /// newest revision, which has no handshake.
    ///
    /// # Errors
    ///
    /// This is no URL of `http`.
    pub fn connect(url: &str) -> io::Result<Self> {
        let wrong = || {
            let what = format!("'{url}' is not a URL such as http://127.0.0.1:8000/mcp");
            io::Error::new(io::ErrorKind::InvalidInput, what)
        };
        let parsed: Uri = url.parse().map_err(|_| wrong())?;
        if parsed.scheme_str() != Some("http") || parsed.authority().is_none() {
            return Err(wrong());
        }
        Ok(Self {
            url: parsed,
            version: ProtocolVersion::LATEST,
            session: None,
            capabilities: json!({}),
            answers: None,
            headers: Vec::new(),
            next_id: Arc::new(AtomicU64::new(1)),
            notifications: Arc::default(),
            tools: Arc::default(),
        })
    }

    /// Connects anew with another revision: begins a session where it has them.
    ///
    /// # Errors
    ///
    /// The server cannot be reached, or does not answer as the protocol has it.
    pub async fn with_version(self, version: ProtocolVersion) -> io::Result<Self> {
        let mut client = Self {
            version,
            session: None,
            notifications: Arc::default(),
            tools: Arc::default(),
            ..self
        };
        if !version.is_stateless() {
            let params = introduction::initialize(version, &client.capabilities);
            let id = client.next_id();
            let mut begun = client.post(request(id, "initialize", params), &[]).await?;
            client.session = begun.header("mcp-session-id").map(str::to_owned);
            while begun.next().await?.is_some() {}
            client
                .post(introduction::INITIALIZED.to_owned(), &[])
                .await?;
        }
        Ok(client)
    }

    /// Declares capabilities, with the handshake anew where the revision has one.
    ///
    /// # Errors
    ///
    /// As [`with_version`](Self::with_version).
    pub async fn with_capabilities(self, capabilities: Value) -> io::Result<Self> {
        let version = self.version;
        let client = Self {
            capabilities,
            ..self
        };
        client.with_version(version).await
    }

    /// Answers what calls ask: `answers` gets a key and the request, and gives the client's
    /// result. In a session the key is the request's method, because nothing else of it is on the
    /// wire.
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

    /// Sends a header with every request, such as `Authorization`.
    #[must_use]
    pub fn with_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Calls a tool. `arguments` is an object; `null` leaves them out.
    ///
    /// # Errors
    ///
    /// The server cannot be reached, or does not answer as the protocol has it.
    pub async fn call(&self, tool: &str, arguments: Value) -> io::Result<Outcome> {
        let params = json!({ "name": tool, "arguments": arguments });
        self.outcome("tools/call", params).await
    }

    /// Answers what a call of 2026-07-28 asks, and goes on with it; see
    /// [`Client::answer`](super::Client::answer).
    ///
    /// # Errors
    ///
    /// As [`call`](Self::call).
    pub async fn answer(&self, asked: &Asked, answers: &Value) -> io::Result<Outcome> {
        match asked.next_round(answers) {
            Some((method, params)) => self.outcome(&method, params).await,
            None => Ok(Outcome::Cancelled),
        }
    }

    /// The tools as the server lists them, from all pages.
    ///
    /// # Errors
    ///
    /// The server answers with a protocol error, which is the error's source, or as
    /// [`call`](Self::call).
    pub async fn list_tools(&self) -> io::Result<Vec<Value>> {
        let mut tools = Vec::new();
        let mut params = json!({});
        loop {
            let page = self.request("tools/list", params).await?;
            let mut page = page.map_err(io::Error::other)?;
            if let Some(Value::Array(listed)) = page.get_mut("tools").map(Value::take) {
                tools.extend(listed);
            }
            match page.get("nextCursor") {
                Some(cursor) => params = json!({ "cursor": cursor }),
                None => return Ok(tools),
            }
        }
    }

    /// Makes a request, with all that the revision requires, and gives its result.
    ///
    /// # Errors
    ///
    /// As [`call`](Self::call). A protocol error is the inner one.
    pub async fn request(
        &self,
        method: &str,
        params: Value,
    ) -> io::Result<Result<Value, ProtocolError>> {
        let answer = self.exchange(method, params).await?;
        Ok(answer.map_or(Ok(Value::Null), result))
    }

    /// What the server has told beside answers since this was last asked, as it came.
    #[must_use]
    pub fn notifications(&self) -> Vec<Value> {
        std::mem::take(&mut *lock(&self.notifications)).into()
    }

    async fn outcome(&self, method: &str, mut params: Value) -> io::Result<Outcome> {
        loop {
            let Some(answer) = self.exchange(method, params.clone()).await? else {
                return Ok(Outcome::Cancelled);
            };
            let Some(asked) = Asked::of(method, &params, &answer) else {
                return Ok(Outcome::read(answer));
            };
            let given = self.answers.as_ref().map(|answers| answers.to(&asked));
            match given.filter(|given| !given.is_empty()) {
                Some(given) => match asked.next_round(&Value::Object(given)) {
                    Some((_, next)) => params = next,
                    None => return Ok(Outcome::InputRequired(asked)),
                },
                None => return Ok(Outcome::InputRequired(asked)),
            }
        }
    }

    /// Sends a request and reads on to its answer.
    async fn exchange(&self, method: &str, mut params: Value) -> io::Result<Option<Value>> {
        let id = self.next_id();
        let mut headers = vec![("Mcp-Method".to_owned(), method.to_owned())];
        let name = ["name", "uri"]
            .iter()
            .find_map(|key| params.get(key)?.as_str());
        headers.extend(name.map(|name| ("Mcp-Name".to_owned(), encoded(name))));
        if method == "tools/call" && self.version.is_stateless() {
            headers.extend(Box::pin(self.mirrored(&params)).await?);
        }
        introduction::complete(&mut params, id, self.version, &self.capabilities);
        let mut post = self.post(request(id, method, params), &headers).await?;
        while let Some(message) = post.next().await? {
            match message {
                Message::Answer(answer) if answer.get("id") == Some(&json!(id)) => {
                    return Ok(Some(answer));
                }
                // An error without an id is about what was sent last.
                Message::Answer(answer) if answer.get("id").is_none() => return Ok(Some(answer)),
                Message::Answer(_) => {}
                Message::Request(asked) => self.reply(&asked).await?,
                Message::Notification(told) => lock(&self.notifications).push_back(told),
            }
        }
        Ok(None)
    }

    /// Answers a request of the server's in a session.
    async fn reply(&self, asked: &Value) -> io::Result<()> {
        let method = asked
            .get("method")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let given = self.answers.as_ref();
        let given = given.and_then(|Answers(give)| give(method, asked));
        let id = asked.get("id").cloned().unwrap_or_default();
        let reply = match given {
            Some(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            None => json!({ "jsonrpc": "2.0", "id": id, "error": {
                "code": -32601,
                "message": "this client has no answer to that",
            }}),
        };
        self.post(reply.to_string(), &[]).await.map(drop)
    }

    async fn post(&self, body: String, headers: &[(String, String)]) -> io::Result<Post> {
        let mut all = self.headers.clone();
        if self.session.is_some() || self.version.is_stateless() {
            let version = self.version.as_str().to_owned();
            all.push(("MCP-Protocol-Version".to_owned(), version));
        }
        if self.version.is_stateless() {
            all.extend_from_slice(headers);
        }
        if let Some(session) = &self.session {
            all.push(("Mcp-Session-Id".to_owned(), session.clone()));
        }
        Post::send(&self.url, &all, body).await
    }

    /// The headers that repeat arguments of a call.
    async fn mirrored(&self, params: &Value) -> io::Result<Vec<(String, String)>> {
        let tools = self.tools.get_or_try_init(|| self.list_tools()).await?;
        let mut headers = Vec::new();
        let name = params.get("name");
        if let Some(tool) = tools.iter().find(|tool| tool.get("name") == name) {
            let schema = tool.get("inputSchema").unwrap_or(&Value::Null);
            let arguments = params.get("arguments").unwrap_or(&Value::Null);
            mirror(schema, arguments, &mut headers);
        }
        Ok(headers)
    }

    fn next_id(&self) -> u64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }
}

/// Follows the properties of a schema to the arguments that have a header.
fn mirror(schema: &Value, arguments: &Value, headers: &mut Vec<(String, String)>) {
    let none = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.unwrap_or(&none) {
        let Some(argument) = arguments.get(name) else {
            continue;
        };
        if let Some(header) = property.get("x-mcp-header").and_then(Value::as_str) {
            let value = match argument {
                Value::Null => continue,
                Value::String(text) => encoded(text),
                other => other.to_string(),
            };
            headers.push((format!("{PREFIX}{header}"), value));
        }
        mirror(property, argument, headers);
    }
}

/// A value as a header may carry it.
fn encoded(value: &str) -> String {
    let is_plain = value.bytes().all(|byte| matches!(byte, b' '..=b'~'))
        && value.trim() == value
        && !(value.starts_with("=?base64?") && value.ends_with("?="));
    if is_plain {
        value.to_owned()
    } else {
        format!("=?base64?{}?=", base64::encode(value.as_bytes()))
    }
}
