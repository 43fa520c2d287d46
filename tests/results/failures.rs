//! What a model reads when a tool fails.

use std::fmt;

use mcp_runtime::testing::Outcome;
use mcp_runtime::{ErrorCode, Json, ToolFailure, tool, tools};

use crate::{call, client, everywhere, sent};

/// A foreign error whose text nobody should see.
#[derive(Debug)]
struct Foreign;

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SELECT * FROM users at /srv/db.rs via https://api.example/?token=hunter2")
    }
}

impl std::error::Error for Foreign {}

/// Fail with a foreign error.
#[tool]
async fn foreign() -> Result<String, ToolFailure> {
    Err(ToolFailure::internal(Foreign))
}

/// Fail with a cause.
#[tool]
async fn with_cause() -> Result<String, ToolFailure> {
    Err(ToolFailure::unavailable("the weather service does not answer").source(Foreign))
}

/// Fail with text from outside.
#[tool]
async fn dirty() -> Result<String, ToolFailure> {
    let text = format!(
        "\u{1b}[2J\0upstream said \u{202e}no\u{200b}\u{85} {}",
        "A".repeat(1 << 20)
    );
    Err(ToolFailure::rejected(text))
}

/// Fail where structured content was promised.
#[tool]
async fn promised() -> Result<Json<Vec<u32>>, ToolFailure> {
    Err(ToolFailure::not_found("no rows for 'x'").code(ErrorCode::application(404)))
}

#[tokio::test]
async fn nothing_of_a_foreign_error_is_sent() {
    let client = client(tools![foreign, with_cause]);
    for (_, client) in everywhere(&client) {
        for tool in ["foreign", "with_cause"] {
            let result = sent(&client, tool).await.to_string();
            for secret in ["SELECT", "/srv", "hunter2", "https:"] {
                assert!(!result.contains(secret), "{result}");
            }
        }
    }
    let outcome = call(&client, "with_cause").await;
    assert_eq!(
        outcome.text(),
        "The weather service does not answer. This is usually temporary; retry once. \
         If it fails again, tell the user instead of answering from memory."
    );
}

#[tokio::test]
async fn text_from_outside_is_cleaned_and_cut() {
    let text = call(&client(tools![dirty]), "dirty").await.text();
    assert!(text.starts_with("Upstream said no AAA"), "{text:.40}");
    assert!(text.len() < 3000);
    assert!(text.contains("(cut; "));
}

#[tokio::test]
async fn a_failure_is_one_text_and_nothing_else() {
    let client = client(tools![promised]);
    for (version, client) in everywhere(&client) {
        let result = sent(&client, "promised").await;
        assert_eq!(result["isError"], true, "{version}");
        assert_eq!(result["content"].as_array().unwrap().len(), 1);
        assert_eq!(result["content"][0]["type"], "text");
        assert!(result.get("structuredContent").is_none());
        let twin = &result["_meta"]["rs.mcp-runtime/failure"];
        assert_eq!(twin["class"], "not_found");
        assert_eq!(twin["code"], 404);
        assert_eq!(twin["retry"], "after_change");
    }
    match call(&client, "promised").await {
        Outcome::ToolFailure { text, .. } => assert_eq!(
            text,
            "No rows for 'x'. The same call will fail again; correct the value first."
        ),
        other => panic!("{other:?}"),
    }
}
