//! What the errors of other crates become, row by row, and that nothing of them is sent.
#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test that cannot go on fails"
)]

mod databases;
mod requests;
mod unsorted;

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{FailureKind, Server, ToolFailure, tool, tools};
use serde_json::{Value, json};

/// Planted wherever an error has room for it.
const SECRET: &str = "hunter2";

/// A failure whose error says the secret to the log, and which says none of it to the model.
async fn assert_discreet(failure: ToolFailure, kind: FailureKind, text: &str) {
    assert_eq!(failure.kind(), kind, "{failure}");
    let mut logged = Vec::new();
    let mut next = failure.cause();
    while let Some(error) = next {
        logged.push(error.to_string());
        next = error.source();
    }
    let logged = logged.join(": ");
    assert!(logged.contains(SECRET), "{logged}");

    let (sent, details) = sent_by("look", failure).await;
    assert!(sent.starts_with(text), "{sent}");
    for planted in [SECRET, "localhost", "127.0.0.1", "users", "SELECT", "http"] {
        assert!(!sent.contains(planted), "{sent}");
        assert!(!details.to_string().contains(planted), "{details}");
    }
}

/// The text and its twin, as a tool that looks something up or one that changes something sends it.
async fn sent_by(tool: &str, failure: ToolFailure) -> (String, Value) {
    /// Look something up.
    #[tool(read_only)]
    fn look(failure: &ToolFailure) -> Result<(), ToolFailure> {
        Err(failure.clone())
    }
    /// Change something.
    #[tool]
    fn change(failure: &ToolFailure) -> Result<(), ToolFailure> {
        Err(failure.clone())
    }
    let server = Server::builder("foreign", "1.0.0")
        .state(failure)
        .tools(tools![look, change]);
    let client = Client::new(&server.build().unwrap());
    match client.call(tool, json!({})).await {
        Outcome::ToolFailure { text, details, .. } => (text, details),
        other => panic!("{other:?}"),
    }
}

/// Whether a tool that changes something tells its model to look before it calls again.
async fn is_unsure(failure: ToolFailure) -> bool {
    let (text, details) = sent_by("change", failure).await;
    let unsure = text.contains("may have taken effect");
    assert_eq!(unsure, details["retryable"] == false, "{text}");
    unsure
}

/// What every internal failure says first.
const FAULT: &str = "This tool failed because of a fault of its own.";
