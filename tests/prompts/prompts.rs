//! `#[prompt]`: arguments from texts, messages, listing, failures.

use mcp_runtime::testing::{Answered, Client};
use mcp_runtime::{
    Channel, Content, Context, ErrorCode, Happened, LogLevel, Prompt, PromptMessage,
    ProtocolVersion, Server, ToolFailure, prompt, prompts,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

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
#[prompt(title = "Review", icon = "https://example.com/review.png")]
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
    let text = format!("{style}: {code} {tone:?} {most} {closely:?}");
    Prompt::new([
        PromptMessage::user(text),
        PromptMessage::assistant("I will."),
    ])
    .description("A review")
}

/// Says hello.
#[prompt]
fn hello(cx: &Context) -> &'static str {
    cx.progress(1, 2.0, None);
    cx.log(LogLevel::Info, "greeting");
    "Hello"
}

/// Shows a picture.
#[prompt]
fn picture() -> Vec<PromptMessage> {
    vec![
        PromptMessage::user(Content::image([1, 2, 3], "image/png")),
        PromptMessage::user(Content::resource_text("test://a", "text").mime_type("text/plain")),
    ]
}

/// Fails.
#[prompt(blocking)]
fn fails(how: &str) -> Result<String, ToolFailure> {
    Err(match how {
        "missing" => ToolFailure::not_found("no city named 'X'"),
        "input" => ToolFailure::invalid_input("that is no city"),
        "internal" => ToolFailure::internal("hunter2"),
        "panic" => panic!("hunter2"),
        _ => ToolFailure::unavailable("the service is down"),
    })
}

struct Library;

#[prompt]
impl House {
    /// Describes the house.
    #[prompt(name = "describe_house")]
    fn describe(&self) -> String {
        format!("This is a {}.", self.style)
    }

    fn helper(&self) -> usize {
        self.style.len()
    }
}

#[mcp_runtime::tool]
#[prompt]
impl Library {
    /// Counts the books.
    #[mcp_runtime::tool]
    fn count_books(&self, #[arg(range(1..=3))] shelf: u8) -> u8 {
        shelf
    }

    /// Asks for a book.
    #[prompt]
    fn ask_for_book(&self, #[arg(range(1..=3))] shelf: u8) -> String {
        format!("A book of shelf {shelf}, please.")
    }
}

fn server() -> Server {
    let builder = Server::builder("prompts", "1.0.0")
        .state(House {
            style: "house".into(),
        })
        .prompts(prompts![review, hello, picture, fails, House]);
    builder.build().unwrap()
}

fn client() -> Client {
    Client::new(&server())
}

async fn refused(name: &str, arguments: Value) -> (i64, String, Option<Value>) {
    match client().prompt(name, arguments).await {
        Answered::ProtocolError(error) => (error.code, error.message, error.data),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn arguments_are_read_from_texts() {
    let arguments = json!({"code": "1+1", "tone": "strict", "most": "7", "closely": "true"});
    let got = client().prompt("review", arguments).await;
    let got = got.success().unwrap();
    assert_eq!(got.messages[0].role, "user");
    assert_eq!(got.text(), "house: 1+1 Some(Strict) 7 Some(true)\nI will.");
    assert_eq!(got.messages[1].role, "assistant");
    assert_eq!(got.description.as_deref(), Some("A review"));
}

#[tokio::test]
async fn a_text_argument_keeps_its_text() {
    for code in ["7", "true", "", "{\"a\":1}", "a\nb \u{1F600}"] {
        let got = client().prompt("review", json!({ "code": code })).await;
        let text = got.success().unwrap().text();
        assert!(
            text.starts_with(&format!("house: {code} None 3 None")),
            "{text}"
        );
    }
}

#[tokio::test]
async fn what_was_left_blank_is_absent_unless_it_is_text() {
    let arguments = json!({"code": "x", "tone": "", "most": "", "closely": ""});
    let got = client().prompt("review", arguments).await;
    assert!(
        got.success()
            .unwrap()
            .text()
            .starts_with("house: x None 3 None")
    );
}

#[tokio::test]
async fn every_finding_is_in_one_message() {
    let arguments = json!({"tone": "loud", "most": "11", "closely": "perhaps", "cod": "x"});
    let (code, message, data) = refused("review", arguments).await;
    assert_eq!(code, -32602);
    for part in [
        "Invalid arguments for 'review'",
        "'code' is required",
        "'tone' must be",
        "kind",
        "'most' must be between 1 and 10, got 11",
        "'closely' must be",
        "unknown argument 'cod', did you mean 'code'?",
    ] {
        assert!(message.contains(part), "{part}: {message}");
    }
    assert_eq!(data.unwrap()["errors"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn an_unknown_prompt_is_a_protocol_error_that_names_the_nearest() {
    let (code, message, data) = refused("reveiw", json!({})).await;
    assert_eq!(code, -32602);
    assert_eq!(message, "Unknown prompt 'reveiw', did you mean 'review'?");
    assert_eq!(data, Some(json!({"name": "reveiw"})));
}

#[tokio::test]
async fn arguments_that_are_no_object_are_malformed() {
    let (code, message, _) = refused("review", json!(["x"])).await;
    assert_eq!(code, -32602);
    assert!(
        message.contains("'arguments' must be an object"),
        "{message}"
    );
}

#[tokio::test]
async fn failures_are_protocol_errors_with_their_twin() {
    for (how, expected, said) in [
        ("missing", -32602, "No city named 'X'."),
        ("input", -32602, "That is no city."),
        ("other", -32603, "The service is down."),
        (
            "internal",
            -32603,
            "This prompt failed because of a fault of its own.",
        ),
        (
            "panic",
            -32603,
            "This prompt failed because of a fault of its own.",
        ),
    ] {
        let (code, message, data) = refused("fails", json!({ "how": how })).await;
        assert_eq!(code, expected, "{how}");
        assert!(message.starts_with(said), "{message}");
        assert!(
            !message.contains("hunter2") && !message.contains("tool"),
            "{message}"
        );
        let twin = &data.unwrap()["rs.mcp-runtime/failure"];
        assert!(twin["class"].is_string(), "{twin}");
    }
    let got = client().prompt("hello", Value::Null).await;
    assert_eq!(got.success().unwrap().text(), "Hello");
}

#[tokio::test]
async fn prompts_are_listed_with_what_their_arguments_ask_for() {
    let listed = client().list_prompts().await.unwrap();
    let names: Vec<_> = listed
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        ["review", "hello", "picture", "fails", "describe_house"]
    );
    assert_eq!(
        listed[0],
        json!({
            "name": "review",
            "title": "Review",
            "description": "Asks for a review of some code.",
            "icons": [{"src": "https://example.com/review.png"}],
            "arguments": [
                {"name": "code", "title": "Code", "description": "The code.", "required": true},
                {"name": "tone", "description": "How to speak.\nIt must be \"kind\" or \"strict\".", "required": false},
                {"name": "most", "description": "How many findings.\nIt must be an integer between 1 and 10.\n3 when left out.", "required": false},
                {"name": "closely", "description": "It must be true or false.", "required": false},
            ],
        })
    );
    assert_eq!(listed[1].get("arguments"), None);
}

#[tokio::test]
async fn an_impl_block_may_hold_tools_and_prompts() {
    let server = Server::builder("library", "1.0.0")
        .state(Library)
        .tools(mcp_runtime::tools![Library])
        .prompts(prompts![Library])
        .build()
        .unwrap();
    let client = Client::new(&server);
    assert_eq!(
        client.call("count_books", json!({"shelf": 2})).await.text(),
        "2"
    );
    let got = client.prompt("ask_for_book", json!({"shelf": "2"})).await;
    assert_eq!(got.success().unwrap().text(), "A book of shelf 2, please.");
    let got = Client::new(&self::server())
        .prompt("describe_house", json!({}))
        .await;
    assert_eq!(got.success().unwrap().text(), "This is a house.");
    assert_eq!(House { style: "x".into() }.helper(), 1);
}

#[tokio::test]
async fn progress_and_log_messages_come_before_the_answer() {
    let client = client();
    client.prompt("hello", json!({})).await;
    assert_eq!(client.notifications().len(), 2);
}

#[tokio::test]
async fn a_kind_of_content_that_an_era_lacks_is_a_text() {
    for version in ProtocolVersion::ALL {
        let client = client().with_version(version);
        let got = client.prompt("picture", json!({})).await.success().unwrap();
        assert_eq!(got.messages[0].content["type"], "image");
        assert_eq!(got.messages[1].content["resource"]["uri"], "test://a");
    }
}

#[tokio::test]
async fn an_argument_that_is_no_text_is_refused_when_the_server_is_built() {
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Filter {
        #[allow(dead_code, reason = "only declared")]
        city: String,
    }
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Words(#[allow(dead_code, reason = "only declared")] Vec<String>);
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Node {
        #[allow(dead_code, reason = "only declared")]
        children: Vec<Node>,
    }
    /// Filters.
    #[prompt]
    fn filtered(filter: Filter, words: Words, tree: Node) -> String {
        format!("{filter:?} {words:?} {tree:?}")
    }
    let error = Server::builder("prompts", "1.0.0")
        .prompts(prompts![filtered])
        .build()
        .unwrap_err();
    let problems: Vec<_> = error.problems().collect();
    assert_eq!(problems.len(), 3, "{problems:?}");
    assert!(
        problems[2]
            .contains("parameter 'tree': an argument of a prompt is a text, and this is an object"),
        "{}",
        problems[2]
    );
    assert!(
        problems[0].starts_with(
            "the prompt 'filtered': parameter 'filter': an argument of a prompt is a text, and this is an object; take a `String`"
        ),
        "{}",
        problems[0]
    );
}

#[tokio::test]
async fn only_what_is_registered_is_a_capability() {
    let prompts_only = client();
    let discovered = prompts_only
        .request("server/discover", json!({}))
        .await
        .unwrap();
    let capabilities = &discovered["capabilities"];
    assert_eq!(capabilities["prompts"], json!({}));
    assert_eq!(capabilities["completions"], json!({}));
    assert_eq!(capabilities.get("tools"), None);
    assert_eq!(capabilities.get("resources"), None);
    for method in [
        "tools/list",
        "tools/call",
        "resources/list",
        "resources/templates/list",
        "resources/read",
    ] {
        let error = prompts_only.request(method, json!({})).await.unwrap_err();
        assert_eq!(error.code, -32601, "{method}");
    }
    let tools_only = Client::new(&Server::builder("tools", "1.0.0").build().unwrap());
    for method in ["prompts/list", "prompts/get", "completion/complete"] {
        let error = tools_only.request(method, json!({})).await.unwrap_err();
        assert_eq!(error.code, -32601, "{method}");
    }
}

#[tokio::test]
async fn a_prompt_that_runs_too_long_is_stopped() {
    /// Never ends.
    #[prompt(timeout = "20ms")]
    async fn never() -> String {
        std::future::pending().await
    }
    let server = Server::builder("prompts", "1.0.0").prompts(prompts![never]);
    let got = Client::new(&server.build().unwrap())
        .prompt("never", json!({}))
        .await;
    let error = got.error().unwrap();
    assert_eq!(error.code, -32603);
    assert!(
        error.message.contains("longer than 20 milliseconds"),
        "{}",
        error.message
    );
}

/// Never ends.
#[prompt]
async fn endless() -> String {
    std::future::pending().await
}

fn endless_client() -> Client {
    let server = Server::builder("prompts", "1.0.0").prompts(prompts![endless]);
    let server = server.build().unwrap();
    Client::new(&server).with_version(ProtocolVersion::V2025_11_25)
}

const GET: &str =
    r#"{"jsonrpc":"2.0","id":"p","method":"prompts/get","params":{"name":"endless"}}"#;

#[tokio::test]
async fn a_cancelled_prompt_is_not_answered() {
    let client = endless_client();
    let cancel =
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"p"}}"#;
    let (answer, _) = tokio::join!(client.send(GET), client.send(cancel));
    assert_eq!(answer, None);
}

#[tokio::test]
async fn a_server_that_stops_answers_a_prompt_with_a_protocol_error() {
    let client = endless_client();
    let stop = async { client.abandon() };
    let (answer, owed) = tokio::join!(client.send(GET), stop);
    assert_eq!(answer, None);
    let owed: Vec<Value> = owed
        .iter()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    assert_eq!(owed.len(), 1);
    assert_eq!(
        (&owed[0]["id"], &owed[0]["error"]["code"]),
        (&json!("p"), &json!(-32603))
    );
}

#[test]
fn what_fails_without_a_tool_is_a_protocol_error() {
    for (happened, code, http_status) in [
        (Happened::UnknownPrompt, ErrorCode::INVALID_PARAMS, 200),
        (Happened::UnknownResource, ErrorCode::INVALID_PARAMS, 200),
        (Happened::InputRefused, ErrorCode::INVALID_PARAMS, 200),
        (Happened::ContentFailed, ErrorCode::INTERNAL_ERROR, 200),
    ] {
        let route = happened.route();
        assert_eq!(route.channel, Channel::Protocol(code), "{happened:?}");
        assert_eq!(route.http_status, http_status, "{happened:?}");
    }
}
