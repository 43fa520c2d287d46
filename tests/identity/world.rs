//! A server with scopes, those who call it, and requests to it as a service.

use std::future::poll_fn;
use std::pin::pin;

use http::{HeaderMap, Request};
use http_body::Body;
use mcp_runtime::{
    Bearer, Context, HttpBody, HttpService, Principal, Server, ServerBuilder, Token, TokenRefused,
    prompt, prompts, resource, resources, tool, tools,
};
use serde_json::{Value, json};
use tower_service::Service;

pub(crate) const RESOURCE: &str = "https://mcp.example.com/mcp";
pub(crate) const ISSUER: &str = "https://auth.example.com";
pub(crate) const METADATA: &str =
    "https://mcp.example.com/.well-known/oauth-protected-resource/mcp";
const WRITE: &str = "orders:write";

/// Says who calls.
#[tool]
fn who(cx: &Context) -> String {
    let subject = cx.principal().map(Principal::subject);
    subject.unwrap_or("nobody").to_owned()
}

/// Reads an order.
#[tool(scope = "orders:read")]
fn read_order(id: u32) -> String {
    format!("order {id}")
}

/// Deletes an order.
#[tool(scope = WRITE, scope = "orders:delete")]
fn delete_order(id: u32) -> String {
    format!("deleted {id}")
}

/// Explains an order.
#[prompt(scope = "orders:read")]
fn explain(state: State) -> String {
    format!("Explain an order that is {state:?}.")
}

/// What an order is.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum State {
    Open,
    Sent,
}

/// Greets.
#[prompt]
fn greet() -> &'static str {
    "Say hello."
}

/// What is to be done.
#[resource(uri = "orders://open", scope = "orders:read")]
fn open() -> &'static str {
    "Two."
}

/// An order.
#[resource(uri = "orders://by-id/{id}", scope = "orders:read")]
fn order(id: u32) -> String {
    format!("order {id}")
}

/// For everybody.
#[resource(uri = "orders://help")]
fn help() -> &'static str {
    "Ask."
}

/// Tokens as a test writes them: the subject, and behind a `.` each a scope, with `-` for `:`.
async fn verify(token: Token) -> Result<Principal, TokenRefused> {
    match token.as_str() {
        "expired" => return Err(TokenRefused::Invalid),
        "down" => return Err(TokenRefused::Unavailable),
        "panics" => panic!("somebody forgot something"),
        _ => {}
    }
    let mut parts = token.as_str().split('.');
    let subject = parts.next().unwrap();
    let scopes = parts.map(|scope| scope.replace('-', ":"));
    Ok(scopes.fold(Principal::new(subject), Principal::scope))
}

pub(crate) fn bearer() -> Bearer {
    Bearer::new(RESOURCE, ISSUER, verify)
        .scopes(["orders:read"])
        .implies("orders:admin", ["orders:write", "orders:delete"])
        .implies("orders:write", ["orders:read"])
}

pub(crate) fn builder() -> ServerBuilder<()> {
    let builder = Server::builder("orders", "1.0.0");
    let updates = builder.resource_updates();
    drop(updates);
    builder
        .tools(tools![who, read_order, delete_order])
        .prompts(prompts![greet, explain])
        .resources(resources![help, open, order])
}

pub(crate) fn service() -> HttpService {
    builder().bearer(bearer()).build().unwrap().into_service()
}

/// What came of a request.
#[derive(Debug)]
pub(crate) struct Came {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Came {
    pub(crate) fn challenge(&self) -> &str {
        self.headers["www-authenticate"].to_str().unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{self:?}"))
    }

    pub(crate) fn text(&self) -> String {
        let json = self.json();
        json["result"]["content"][0]["text"]
            .as_str()
            .unwrap_or_else(|| panic!("{json}"))
            .to_owned()
    }

    pub(crate) fn names(&self, list: &str, member: &str) -> Vec<String> {
        let json = self.json();
        let items = json["result"][list]
            .as_array()
            .unwrap_or_else(|| panic!("{json}"));
        let names = items.iter().map(|item| item[member].as_str().unwrap());
        names.map(str::to_owned).collect()
    }
}

pub(crate) async fn send<S, B>(service: &mut S, request: Request<String>) -> Came
where
    S: Service<Request<String>, Response = http::Response<B>>,
    S::Error: std::fmt::Debug,
    B: Body<Data = <HttpBody as Body>::Data>,
    B::Error: std::fmt::Debug,
{
    let (parts, body) = service.call(request).await.unwrap().into_parts();
    let mut body = pin!(body);
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|cx| body.as_mut().poll_frame(cx)).await {
        bytes.extend_from_slice(&frame.unwrap().into_data().unwrap());
    }
    Came {
        status: parts.status.as_u16(),
        headers: parts.headers,
        body: String::from_utf8(bytes).unwrap(),
    }
}

/// A request of 2026-07-28.
pub(crate) fn modern(token: &str, method: &str, mut params: Value) -> Request<String> {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "peer", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let mut request = bare("POST", "/mcp", token)
        .header("Content-Type", "application/json")
        .header("MCP-Protocol-Version", "2026-07-28")
        .header("Mcp-Method", method);
    if let Some(name) = params["name"].as_str().or(params["uri"].as_str()) {
        request = request.header("Mcp-Name", name);
    }
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    request.body(body.to_string()).unwrap()
}

/// A request with a token, or without one where it is empty.
pub(crate) fn bare(method: &str, path: &str, token: &str) -> http::request::Builder {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("Host", "localhost");
    if token.is_empty() {
        return request;
    }
    request.header("Authorization", format!("Bearer {token}"))
}

pub(crate) fn call(token: &str, tool: &str, arguments: Value) -> Request<String> {
    modern(
        token,
        "tools/call",
        json!({"name": tool, "arguments": arguments}),
    )
}

/// A message of a session, or the one that begins it.
pub(crate) fn legacy(token: &str, session: &str, message: Value) -> Request<String> {
    let mut request = bare("POST", "/mcp", token)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream");
    if !session.is_empty() {
        request = request.header("Mcp-Session-Id", session);
    }
    request.body(message.to_string()).unwrap()
}

/// Begins a session, and gives its id.
pub(crate) async fn begin(service: &mut HttpService, token: &str, version: &str) -> String {
    let params = json!({
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": {"name": "peer", "version": "1"},
    });
    let message = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
    let came = send(service, legacy(token, "", message)).await;
    came.headers["mcp-session-id"].to_str().unwrap().to_owned()
}
