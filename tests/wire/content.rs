//! The server of prompts and resources that the cases talk to.

use mcp_runtime::{
    Content, Json, Prompt, PromptMessage, ResourceContents, Server, ToolFailure, prompt, prompts,
    resource, resources,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A tone.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Tone {
    Kind,
    Strict,
}

/// Asks for a review of some code.
#[prompt(
    title = "Review",
    icon = "https://example.com/review.png",
    meta = serde_json::json!({ "example.com/order": 1 })
)]
async fn review(
    /// The code.
    #[arg(title = "Code")]
    code: &str,
    /// How to speak.
    tone: Option<Tone>,
) -> Prompt {
    Prompt::new([
        PromptMessage::user(format!("Review, {tone:?}: {code}")),
        PromptMessage::assistant(Content::image([1, 2, 3], "image/png")),
        PromptMessage::user(Content::audio([1], "audio/wav").priority(0.5)),
        PromptMessage::user(Content::resource_text("test://text", "Text").mime_type("text/plain")),
        PromptMessage::user(Content::resource_link("test://text", "text").title("The text")),
    ])
    .description("A review")
}

/// Fails.
#[prompt]
async fn fails(how: &str) -> Result<String, ToolFailure> {
    match how {
        "missing" => Err(ToolFailure::not_found("there is no city 'X'")),
        "panic" => panic!("a secret"),
        _ => Err(ToolFailure::unavailable("the service is down")),
    }
}

/// A text that never changes.
#[resource(
    uri = "test://text",
    title = "Text",
    icon = "https://example.com/text.png",
    size = 4,
    audience(user),
    priority = 1.0,
    last_modified = "2026-07-28T09:00:00Z",
    meta = serde_json::json!({ "example.com/order": 1 }),
    cache_for = "1m",
    cache_scope = "public"
)]
async fn text() -> &'static str {
    "Text"
}

/// Bytes, and a text beside them.
#[resource(uri = "test://several", mime_type = "image/png")]
async fn several() -> Vec<ResourceContents> {
    vec![
        ResourceContents::bytes([1, 2, 3]),
        ResourceContents::text("About it")
            .uri("test://several/about")
            .mime_type("text/plain")
            .meta("example.com/key", 1),
    ]
}

#[derive(Serialize)]
struct Row {
    id: u32,
}

/// A row.
#[resource(uri = "test://rows/{id}", title = "Row", priority = 0.5)]
async fn row(id: u32) -> Result<Json<Row>, ToolFailure> {
    match id {
        0 => Err(ToolFailure::not_found("there is no row 0")),
        1 => Err(ToolFailure::internal("a secret")),
        id => Ok(Json(Row { id })),
    }
}

pub(crate) fn build() -> Server {
    Server::builder("content", "1.0.0")
        .prompts(prompts![review, fails])
        .resources(resources![text, several, row])
        .build()
        .unwrap()
}
