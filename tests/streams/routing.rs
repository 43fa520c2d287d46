//! The routing table, row by row: what happens decides the channel and the code.

use std::time::Duration;

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{
    Channel, ErrorCode, Happened, InvalidArguments, Server, ServerBuilder, ToolFailure, tool, tools,
};
use serde_json::{Value, json};

/// Fail.
#[tool]
async fn fail() -> Result<String, ToolFailure> {
    Err(ToolFailure::unavailable("the shop is closed"))
}

/// Panic.
#[tool]
async fn panic() -> String {
    panic!("boom")
}

/// Fail with an error that nobody mapped.
#[tool]
async fn break_down() -> Result<String, ToolFailure> {
    Err(ToolFailure::internal("disk full"))
}

/// Take too long.
#[tool(timeout = "5ms")]
async fn take_long() -> String {
    tokio::time::sleep(Duration::from_secs(60)).await;
    String::new()
}

/// Repeat a number.
#[tool]
async fn repeat(number: i64) -> i64 {
    number
}

/// Repeat a number, and tell the model what is wrong with it.
#[tool(invalid_arguments = "tool_failure")]
async fn repeat_kindly(number: i64) -> i64 {
    number
}

fn builder() -> ServerBuilder<()> {
    Server::builder("routing", "1.0.0").tools(tools![
        fail,
        panic,
        break_down,
        take_long,
        repeat,
        repeat_kindly,
    ])
}

fn client() -> Client {
    Client::new(&builder().build().unwrap())
}

/// The channel that answered, read from the wire.
fn channel(answer: &Value) -> Channel {
    match answer["error"]["code"].as_i64() {
        None => {
            assert_eq!(answer["result"]["isError"], true, "{answer}");
            Channel::ToolFailure
        }
        Some(code) => match ErrorCode::classify(code) {
            mcp_runtime::CodeClass::Defined(code) => Channel::Protocol(code),
            other => panic!("{other:?} in {answer}"),
        },
    }
}

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

async fn row(happened: Happened, method: &str, params: &str) {
    let message =
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{params}}}}}"#);
    raw_row(happened, &message).await;
}

async fn raw_row(happened: Happened, message: &str) {
    let answer = client().send(message).await.unwrap();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(
        channel(&answer),
        happened.route().channel,
        "{message} is answered with {answer}"
    );
}

#[tokio::test]
async fn a_tool_that_failed_is_a_tool_failure() {
    row(Happened::ToolFailed, "tools/call", r#""name":"fail""#).await;
}

#[tokio::test]
async fn a_tool_that_broke_is_a_tool_failure() {
    row(Happened::ToolBroke, "tools/call", r#""name":"panic""#).await;
    row(Happened::ToolBroke, "tools/call", r#""name":"break_down""#).await;
}

#[tokio::test]
async fn a_tool_that_took_too_long_is_a_tool_failure() {
    row(
        Happened::ToolTimedOut,
        "tools/call",
        r#""name":"take_long""#,
    )
    .await;
}

#[tokio::test]
async fn overload_is_a_tool_failure() {
    let server = builder().max_running(0).build().unwrap();
    let outcome = Client::new(&server)
        .call("repeat", json!({ "number": 1 }))
        .await;
    assert!(
        matches!(outcome, Outcome::ToolFailure { .. }),
        "{outcome:?}"
    );
    assert_eq!(Happened::Overloaded.route().channel, Channel::ToolFailure);
}

#[tokio::test]
async fn an_unknown_tool_is_invalid_params() {
    row(Happened::UnknownTool, "tools/call", r#""name":"nobody""#).await;
}

#[tokio::test]
async fn arguments_that_break_the_schema_are_invalid_params_unless_the_choice_is_another() {
    row(
        Happened::ArgumentsRefused,
        "tools/call",
        r#""name":"repeat","arguments":{"number":"x"}"#,
    )
    .await;
    row(
        Happened::ArgumentsRefusedToModel,
        "tools/call",
        r#""name":"repeat_kindly","arguments":{"number":"x"}"#,
    )
    .await;
    let switched = builder()
        .invalid_arguments(InvalidArguments::ToolFailure)
        .build()
        .unwrap();
    let to_model = Client::new(&switched)
        .call("repeat", json!({ "number": "x" }))
        .await;
    assert!(
        matches!(to_model, Outcome::ToolFailure { .. }),
        "{to_model:?}"
    );
    let to_host = client().call("repeat", json!({ "number": "x" })).await;
    assert!(
        matches!(to_host, Outcome::ProtocolError { code: -32602, .. }),
        "{to_host:?}"
    );
    assert_eq!(to_model.text(), to_host.text());
}

#[tokio::test]
async fn malformed_params_are_invalid_params_whatever_the_choice() {
    row(Happened::MalformedParams, "tools/call", "").await;
    row(
        Happened::MalformedParams,
        "tools/call",
        r#""name":"repeat_kindly","arguments":[1]"#,
    )
    .await;
    row(
        Happened::MalformedParams,
        "logging/setLevel",
        r#""level":"loud""#,
    )
    .await;
    row(Happened::MalformedParams, "initialize", "").await;
}

#[tokio::test]
async fn a_missing_meta_field_is_invalid_params() {
    row(Happened::MalformedMeta, "server/discover", "").await;
    let half = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#;
    row(Happened::MalformedMeta, "tools/list", half).await;
}

#[tokio::test]
async fn a_bad_cursor_is_invalid_params() {
    row(Happened::BadCursor, "tools/list", r#""cursor":"x""#).await;
}

#[tokio::test]
async fn an_unknown_method_is_method_not_found() {
    row(Happened::UnknownMethod, "nothing", "").await;
    row(Happened::UnknownMethod, "prompts/list", "").await;
    row(Happened::UnknownMethod, "ping", META).await;
}

#[tokio::test]
async fn what_is_not_json_is_a_parse_error() {
    raw_row(Happened::NotJson, "{").await;
}

#[tokio::test]
async fn what_is_not_a_request_is_an_invalid_request() {
    for text in ["{}", "[]", r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#] {
        raw_row(Happened::NotARequest, text).await;
    }
}

#[tokio::test]
async fn a_version_that_is_not_spoken_is_that() {
    let meta = META.replace("2026-07-28", "1900-01-01");
    row(Happened::UnsupportedVersion, "tools/list", &meta).await;
}

#[test]
fn the_rows_that_need_http_prompts_or_resources_have_their_codes() {
    for (happened, code, http_status) in [
        (Happened::UnknownResource, ErrorCode::INVALID_PARAMS, 200),
        (Happened::UnknownPrompt, ErrorCode::INVALID_PARAMS, 200),
        (Happened::ServerBroke, ErrorCode::INTERNAL_ERROR, 500),
        (Happened::HeaderMismatch, ErrorCode::HEADER_MISMATCH, 400),
        (
            Happened::MissingCapability,
            ErrorCode::MISSING_CLIENT_CAPABILITY,
            400,
        ),
    ] {
        assert_eq!(happened.route().channel, Channel::Protocol(code));
        assert_eq!(happened.route().http_status, http_status);
    }
}

#[test]
fn the_http_status_is_that_of_the_table() {
    for (happened, http_status) in [
        (Happened::ToolFailed, 200),
        (Happened::ToolBroke, 200),
        (Happened::ToolTimedOut, 200),
        (Happened::Overloaded, 200),
        (Happened::Stopping, 200),
        (Happened::UnknownTool, 200),
        (Happened::ArgumentsRefused, 200),
        (Happened::ArgumentsRefusedToModel, 200),
        (Happened::BadCursor, 200),
        (Happened::MalformedParams, 400),
        (Happened::MalformedMeta, 400),
        (Happened::UnknownMethod, 404),
        (Happened::NotJson, 400),
        (Happened::NotARequest, 400),
        (Happened::UnsupportedVersion, 400),
    ] {
        assert_eq!(happened.route().http_status, http_status, "{happened:?}");
    }
}
