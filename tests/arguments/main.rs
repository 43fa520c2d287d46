//! What models and hosts send as arguments, from the message on the wire to the tool and back.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]
#![allow(
    clippy::unused_async,
    clippy::needless_pass_by_value,
    reason = "tools are written as users write them"
)]

mod accepted;
mod listed;
mod messages;
mod refused;

use std::path::Path;

use mcp_runtime::testing::Client;
use mcp_runtime::{Server, ServerBuilder, tool, tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Unit system.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Units {
    /// Degrees Celsius.
    Metric,
    /// Degrees Fahrenheit.
    Imperial,
}

/// Weather forecast for a city.
#[tool]
async fn get_weather(
    /// City name, for example "Oslo".
    #[arg(length(1..=100))]
    city: &str,
    #[arg(default = Units::Metric)] units: Units,
    /// Days ahead.
    #[arg(range(1..=16))]
    days: Option<u8>,
) -> String {
    format!("{city} {units:?} {days:?}")
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "read through Debug")]
struct Filter {
    field: String,
    value: Option<i64>,
}

/// Search.
#[tool]
async fn search(query: String, limit: Option<u32>, filters: Option<Vec<Filter>>) -> String {
    format!("{query} {limit:?} {filters:?}")
}

/// Add two numbers of 64 bits.
#[tool]
async fn add(a: i64, b: u64) -> String {
    format!("{}", i128::from(a) + i128::from(b))
}

/// What the codes of airports look like.
const AIRPORT: &str = "^[A-Z]{3}$";

/// Find an airport.
#[tool]
async fn find_airport(
    #[arg(pattern = AIRPORT, example = "OSL")] code: &str,
    #[arg(items(pattern = "^[a-z]+$", length(1..=8)))] tags: Option<&[String]>,
    /// A language, as two letters.
    #[arg(pattern = "^[a-z]{2}$")]
    language: Option<&str>,
) -> String {
    format!("{code} {:?} {language:?}", tags.unwrap_or_default())
}

/// Where logs are kept.
const LOGS: &str = "logs";

/// Read a log.
#[tool]
async fn read_log(
    #[arg(default = "today", length(1..=10))] day: &str,
    #[arg(default = LOGS)] folder: &Path,
    #[arg(default = [1, 2], items(range(1..=5)))] levels: &[u8],
    #[arg(default = vec!["main".to_owned()])] parts: &[String],
) -> String {
    format!("{day} {} {levels:?} {parts:?}", folder.display())
}

/// Say that the server is there.
#[tool]
async fn here() -> &'static str {
    "here"
}

fn builder() -> ServerBuilder<()> {
    Server::builder("arguments", "1.0.0").tools(tools![
        get_weather,
        search,
        add,
        find_airport,
        read_log,
        here
    ])
}

fn client() -> Client {
    Client::new(&builder().build().unwrap())
}

/// A call as its text, answered by the success's text or the protocol error's message.
async fn call(client: &Client, tool: &str, arguments: &str) -> Result<String, String> {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments},"_meta":{meta}}}}}"#
    );
    let answer: Value = serde_json::from_str(&client.send(&message).await.unwrap()).unwrap();
    if answer.get("error").is_some() {
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        return Err(answer["error"]["message"].as_str().unwrap().to_owned());
    }
    assert_ne!(answer["result"]["isError"], true, "{answer}");
    Ok(answer["result"]["content"][0]["text"]
        .as_str()
        .unwrap()
        .to_owned())
}
