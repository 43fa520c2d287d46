//! `#[prompt]`: arguments from texts, messages, failures.

use mcp_runtime::testing::Client;
use mcp_runtime::{Content, Context, Prompt, PromptMessage, Server, ToolFailure, prompt, prompts};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// How strict.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Tone {
    Kind,
    Strict,
}

struct House {
    style: String,
}

/// Asks for a review of some code.
#[prompt(title = "Review")]
async fn review(
    house: &House,
    /// The code.
    #[arg(title = "Code")]
    code: &str,
    /// How to speak.
    tone: Option<Tone>,
    /// How many findings.
    #[arg(default = 3, range(1..=10))]
    most: u8,
    closely: Option<bool>,
) -> Prompt {
    let style = &house.style;
    Prompt::new([
        PromptMessage::user(format!(
            "Review by {style}: {code} {tone:?} {most} {closely:?}"
        )),
        PromptMessage::assistant("I will."),
    ])
    .description("A review")
}

/// Says hello.
#[prompt]
fn hello(cx: &Context) -> &'static str {
    assert_eq!(cx.tool(), "hello");
    "Hello"
}

/// Shows a picture.
#[prompt]
fn picture() -> Vec<PromptMessage> {
    vec![PromptMessage::user(Content::image([1, 2, 3], "image/png"))]
}

/// Fails.
#[prompt]
fn fails(how: &str) -> Result<String, ToolFailure> {
    Err(match how {
        "missing" => ToolFailure::not_found("no city named 'X'"),
        "input" => ToolFailure::invalid_input("that is no city"),
        "panic" => panic!("hunter2"),
        _ => ToolFailure::unavailable("the service is down"),
    })
}

fn client() -> Client {
    let server = Server::builder("prompts", "1.0.0")
        .state(House {
            style: "house style".into(),
        })
        .prompts(prompts![review, hello, picture, fails]);
    Client::new(&server.build().unwrap())
}

#[tokio::test]
async fn arguments_are_read_from_texts() {
    let arguments = json!({"code": "1+1", "tone": "strict", "most": "7", "closely": "true"});
    let got = client()
        .prompt("review", arguments)
        .await
        .success()
        .unwrap();
    assert_eq!(got.messages[0].role, "user");
    assert_eq!(
        got.messages[0].text().unwrap(),
        "Review by house style: 1+1 Some(Strict) 7 Some(true)"
    );
    assert_eq!(got.messages[1].role, "assistant");
    assert_eq!(got.description.as_deref(), Some("A review"));
}
