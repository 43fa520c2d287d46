//! Structured results are what their output schemas say, or they are not sent.

use mcp_runtime::testing::Outcome;
use mcp_runtime::{Json, ProtocolVersion, tool, tools};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::{call, client, everywhere, sent};

/// A price that is sent as text, and says that it is a number.
#[derive(Debug, Serialize, JsonSchema)]
struct Price {
    #[serde(serialize_with = "as_text")]
    amount: f64,
}

fn as_text<S: Serializer>(amount: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(amount)
}

/// Prices.
#[tool]
fn prices() -> Json<Vec<Price>> {
    Json(vec![Price { amount: 1.5 }])
}

/// A mean of nothing.
#[tool]
fn mean() -> Json<Vec<f64>> {
    Json(vec![1.0, f64::NAN])
}

/// A ratio of nothing.
#[tool]
fn ratio() -> f64 {
    f64::INFINITY
}

/// A height that is not known, and one that is none.
#[tool]
fn heights() -> Json<(Option<f64>, Option<f32>)> {
    Json((None, Some(f32::INFINITY)))
}

/// A height that is not known.
#[tool]
fn unknown_height() -> Json<Option<f64>> {
    Json(None)
}

#[tokio::test]
#[should_panic(
    expected = "the result of 'prices' breaks the tool's own output schema: '[0].amount' must be a number, not \"1.5\"\n\nthe structured content is [{\"amount\":\"1.5\"}]"
)]
async fn a_result_that_breaks_its_schema_fails_the_test() {
    call(&client(tools![prices]), "prices").await;
}

#[tokio::test]
#[should_panic(expected = "'result[0].amount' must be a number")]
async fn it_does_so_in_the_shape_of_the_clients_revision() {
    let client = client(tools![prices]).with_version(ProtocolVersion::V2025_06_18);
    call(&client, "prices").await;
}

#[tokio::test]
async fn a_debug_build_does_not_send_it() {
    let client = client(tools![prices]).unchecked();
    for (version, client) in everywhere(&client) {
        let outcome = call(&client, "prices").await;
        if !cfg!(debug_assertions) {
            assert!(matches!(outcome, Outcome::Success { .. }), "{version}");
            continue;
        }
        let Outcome::ToolFailure { text, details, .. } = &outcome else {
            panic!("{version}: {outcome:?}");
        };
        assert_eq!(details["class"], "internal");
        // What is wrong is the author's to know.
        assert!(
            !text.contains("schema") && !text.contains("amount"),
            "{text}"
        );
    }
}

#[tokio::test]
async fn a_number_that_json_has_not_is_never_sent_as_null() {
    let client = client(tools![mean, heights, ratio]);
    for (version, client) in everywhere(&client) {
        for tool in ["mean", "heights", "ratio"] {
            let result = sent(&client, tool).await;
            assert_eq!(result["isError"], true, "{version} {tool}");
            assert_eq!(result.get("structuredContent"), None);
        }
    }
}

#[tokio::test]
async fn nothing_is_still_null() {
    let outcome = call(&client(tools![unknown_height]), "unknown_height").await;
    assert_eq!(outcome.structured(), Some(&Value::Null));
    assert_eq!(outcome.text(), json!(null).to_string());
}
