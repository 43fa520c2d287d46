//! How often each caller may call. Of limits per hour nothing comes back while a test runs.

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{
    Context, DynamicTool, Principal, Rate, RawArguments, Server, ServerBuilder, prompt, prompts,
    tool, tools,
};
use serde_json::{Value, json};

use crate::world::{bearer, call, send};

/// Searches.
#[tool(rate = "2/h", read_only)]
fn search() -> &'static str {
    "found"
}

/// Says hello.
#[tool]
fn hello() -> &'static str {
    "hello"
}

/// Greets.
#[prompt]
fn greet(name: &str) -> String {
    format!("Greet {name}.")
}

fn builder() -> ServerBuilder<()> {
    Server::builder("limited", "1.0.0")
        .tools(tools![search, hello])
        .prompts(prompts![greet])
}

fn client(server: &Server, who: &str) -> Client {
    Client::new(server).with_principal(Principal::new(who))
}

#[tokio::test]
async fn a_call_too_soon_tells_the_model_how_long_to_wait() {
    let server = builder().build().unwrap();
    let ada = client(&server, "ada");
    for _ in 0..2 {
        assert_eq!(ada.call("search", json!({})).await.text(), "found");
    }
    let outcome = ada.call("search", json!({})).await;
    assert_eq!(
        outcome.text(),
        "'search' was not run because it takes no more than 2 calls an hour from one caller. \
         Wait 30 minutes, then call once more. If it fails again, stop calling and tell the user."
    );
    let Outcome::ToolFailure { .. } = &outcome else {
        panic!("{outcome:?}");
    };
}

#[tokio::test]
async fn the_twin_has_the_kind_and_the_seconds() {
    let server = builder().bearer(bearer()).build().unwrap();
    let mut service = server.into_service();
    let mut last = send(&mut service, call("ada", "search", json!({}))).await;
    for _ in 0..2 {
        last = send(&mut service, call("ada", "search", json!({}))).await;
    }
    assert_eq!(last.status, 200);
    let failure = &last.json()["result"]["_meta"]["rs.mcp-runtime/failure"];
    assert_eq!(failure["class"], "rate_limited");
    assert_eq!(failure["retry"], "after");
    let seconds = failure["retryAfterSeconds"].as_u64().unwrap();
    assert!((1_700..=1_800).contains(&seconds), "{seconds}");
}

#[tokio::test]
async fn each_caller_and_each_tool_has_calls_of_its_own() {
    let server = builder().build().unwrap();
    let (ada, eve) = (client(&server, "ada"), client(&server, "eve"));
    for _ in 0..3 {
        ada.call("search", json!({})).await;
    }
    assert_eq!(eve.call("search", json!({})).await.text(), "found");
    assert_eq!(ada.call("hello", json!({})).await.text(), "hello");
}

#[tokio::test]
async fn whoever_is_not_known_shares_with_all_that_are_not() {
    let server = builder().build().unwrap();
    for _ in 0..2 {
        assert_eq!(
            Client::new(&server).call("search", json!({})).await.text(),
            "found"
        );
    }
    let outcome = Client::new(&server).call("search", json!({})).await;
    assert!(
        matches!(outcome, Outcome::ToolFailure { .. }),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn a_limit_of_the_server_counts_all_of_a_callers_calls() {
    let server = builder()
        .rate_limit(Rate::per_second(1_000))
        .rate_limit(Rate::per_hour(2));
    let server = server.build().unwrap();
    let ada = client(&server, "ada");
    assert_eq!(ada.call("search", json!({})).await.text(), "found");
    assert_eq!(ada.call("hello", json!({})).await.text(), "hello");
    let outcome = ada.call("hello", json!({})).await;
    assert_eq!(
        outcome.text(),
        "'hello' was not run because this server takes no more than 2 calls an hour from one caller. \
         Wait 30 minutes, then call once more. If it fails again, stop calling and tell the user."
    );
    // A prompt has no result by which a model could be told.
    let prompt = ada.prompt("greet", json!({"name": "Eve"})).await;
    let error = prompt
        .error()
        .expect("a prompt has no result to tell the model by");
    assert_eq!(error.code, -32603);
}

#[tokio::test]
async fn what_is_not_a_call_does_not_count() {
    let server = builder().rate_limit(Rate::per_hour(1)).build().unwrap();
    let ada = client(&server, "ada");
    for _ in 0..3 {
        assert_eq!(ada.list_tools().await.unwrap().len(), 2);
        ada.call("unknown", json!({})).await;
    }
    assert_eq!(ada.call("hello", json!({})).await.text(), "hello");
}

#[tokio::test]
async fn tools_of_run_time_have_rates_as_well() {
    let echo = |arguments: RawArguments, _: Context| async move { arguments.get().to_owned() };
    let schema: Value = json!({"type": "object", "properties": {}});
    let tool = DynamicTool::new("echo", "Echoes.", &schema, echo).rate(Rate::per_hour(1));
    let server = Server::builder("proxy", "1.0.0")
        .tools(tool.into())
        .build()
        .unwrap();
    assert_eq!(
        client(&server, "ada").call("echo", json!({})).await.text(),
        "{}"
    );
    let outcome = client(&server, "ada").call("echo", json!({})).await;
    assert!(
        matches!(outcome, Outcome::ToolFailure { .. }),
        "{outcome:?}"
    );
}
