//! What calls ask their clients, in rounds and in sessions.
#![allow(
    clippy::unused_async,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::needless_pass_by_value,
    reason = "tools are declared `async` as authors do, and a test fails by panicking, and says what it skips; JSON is written where it is handed over"
)]

mod answers;
mod capabilities;
mod forms;
mod others;
mod rounds;
#[path = "../wire/schemas.rs"]
#[allow(dead_code, reason = "a judge of more than is asked of it here")]
mod schemas;
mod server;
mod sessions;
mod state;
mod tools;
mod words;

use mcp_runtime::ProtocolVersion;
use mcp_runtime::testing::{Asked, Client, Outcome};
use serde_json::{Value, json};

use server::{Counts, server};

/// A client that can be asked everything.
fn client(version: ProtocolVersion) -> Client {
    client_of(&Counts::default(), version)
}

fn client_of(counts: &Counts, version: ProtocolVersion) -> Client {
    Client::new(&server(counts))
        .with_capabilities(
            json!({ "elicitation": { "form": {}, "url": {} }, "sampling": {}, "roots": {} }),
        )
        .with_version(version)
}

/// The newest revision, and every one with a session that knows forms.
const WITH_FORMS: [ProtocolVersion; 3] = [
    ProtocolVersion::V2026_07_28,
    ProtocolVersion::V2025_11_25,
    ProtocolVersion::V2025_06_18,
];

fn asked(outcome: &Outcome) -> Asked {
    let asked = outcome.asked();
    asked.unwrap_or_else(|| panic!("{outcome:?}")).clone()
}

fn accept(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}

fn name(name: &str) -> Value {
    accept(json!({ "name": name }))
}

fn said(text: &str) -> Value {
    json!({ "role": "assistant", "content": { "type": "text", "text": text }, "model": "test-model", "stopReason": "endTurn" })
}

fn roots() -> Value {
    json!({ "roots": [{ "uri": "file:///home/user/project", "name": "Project" }] })
}

fn keys(asked: &Asked) -> Vec<&str> {
    asked.requests().keys().map(String::as_str).collect()
}
