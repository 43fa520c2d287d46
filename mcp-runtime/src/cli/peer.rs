//! A peer of the server in the same process: what the command line shows is what a host gets.
//!
//! It can be asked everything: see [`asking`](super::asking).

use std::sync::Arc;

use crate::server::Server;
use crate::server::arrival::Arrival;
use crate::server::connection::{Connection, Sink};
use crate::server::dispatch::Received;

use super::members::{Members, items};

/// A peer that is there for one request or a few.
#[derive(Debug)]
pub(super) struct Peer<'server> {
    server: &'server Server,
    connection: Arc<Connection>,
}

/// An item as its list gives it.
#[derive(Debug, Clone)]
pub(super) struct Listed {
    /// What it is called by: its name, or its address.
    pub(super) name: String,
    /// The whole entry.
    pub(super) json: String,
}

/// The answer to one request.
#[derive(Debug, Clone)]
pub(super) enum Answer {
    /// The text of `result`.
    Result(String),
    /// A protocol error.
    Error { code: String, message: String },
}

/// What a command line can be asked.
const CAPABILITIES: &str =
    r#"{"elicitation":{"form":{},"url":{}},"sampling":{"tools":{}},"roots":{}}"#;

/// Nobody looks at notifications.
#[derive(Debug)]
struct Deaf;

impl Sink for Deaf {
    fn send(&self, _: Vec<u8>) {}
}

impl<'server> Peer<'server> {
    /// A peer that ignores notifications.
    pub(super) fn of(server: &'server Server) -> Self {
        Self::with(server, Arc::new(Deaf))
    }

    /// A peer whose notifications go to a sink.
    pub(super) fn with(server: &'server Server, sink: Arc<dyn Sink>) -> Self {
        Self {
            server,
            connection: Connection::new(sink),
        }
    }

    /// Every tool, in the order written.
    pub(super) fn tools(&self) -> Vec<Listed> {
        self.list("tools/list", "tools", "name")
    }

    /// Every prompt, in the order written.
    pub(super) fn prompts(&self) -> Vec<Listed> {
        self.list("prompts/list", "prompts", "name")
    }

    /// Every resource, in the order written, and behind them every template.
    pub(super) fn resources(&self) -> Vec<Listed> {
        let mut resources = self.list("resources/list", "resources", "uri");
        let templates = self.list(
            "resources/templates/list",
            "resourceTemplates",
            "uriTemplate",
        );
        resources.extend(templates);
        resources
    }

    /// All pages of a list: the member of the results that holds it, and of its items the one that
    /// names them.
    fn list(&self, method: &str, member: &str, name: &str) -> Vec<Listed> {
        let mut listed = Vec::new();
        let mut cursor = String::new();
        loop {
            let answer = match self.receive(method, &cursor, "") {
                Received::Answer(answer) => answer.json,
                Received::Nothing | Received::Running(_) => return listed,
            };
            let Answer::Result(result) = read(&answer) else {
                return listed;
            };
            let result = Members::of(&result);
            listed.extend(items(result.get(member)).into_iter().map(|item| Listed {
                name: Members::of(item).text(name),
                json: item.to_owned(),
            }));
            match result.find("nextCursor") {
                Some(next) => cursor = format!(r#""cursor":{next},"#),
                None => return listed,
            }
        }
    }

    /// Runs a call; `params` are members, each with a comma behind it.
    pub(super) async fn run(&self, method: &str, params: &str) -> Answer {
        let meta = r#""progressToken":1,"io.modelcontextprotocol/logLevel":"info","#;
        match self.receive(method, params, meta) {
            Received::Answer(answer) => read(&answer.json),
            Received::Running(running) => match running.await {
                Some(answer) => read(&answer.json),
                None => read(&[]),
            },
            Received::Nothing => read(&[]),
        }
    }

    /// Sends one request of 2026-07-28, which needs no handshake.
    fn receive(&self, method: &str, params: &str, meta: &str) -> Received {
        let client = format!(
            r#"{{"name":"mcp-runtime command line","version":"{}"}}"#,
            env!("CARGO_PKG_VERSION")
        );
        let request = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{params}"_meta":{{{meta}"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{client},"io.modelcontextprotocol/clientCapabilities":{CAPABILITIES}}}}}}}"#
        );
        let arrival = Arrival::new(request, self.connection.sink());
        self.server.dispatcher.receive(&self.connection, arrival)
    }
}

/// Reads an answer.
fn read(answer: &[u8]) -> Answer {
    let answer = String::from_utf8_lossy(answer);
    let answer = Members::of(&answer);
    if let Some(result) = answer.find("result") {
        return Answer::Result(result.to_owned());
    }
    let error = Members::of(answer.get("error"));
    Answer::Error {
        code: error.get("code").to_owned(),
        message: error.text("message"),
    }
}
