//! The client for tests, at a served address.

use mcp_runtime::ProtocolVersion;
use mcp_runtime::testing::{HttpClient, Outcome};
use serde_json::{Value, json};

use crate::peer::{Served, serve};
use crate::tools::{World, server};

fn served() -> Served {
    serve(server(&World::default()))
}

fn connect(served: &Served) -> HttpClient {
    HttpClient::connect(&format!("http://{}/mcp", served.address)).unwrap()
}

/// An answer to the question for a name.
fn name(_: &str, request: &Value) -> Option<Value> {
    let is_form = request["method"] == "elicitation/create";
    is_form.then(|| json!({"action": "accept", "content": {"name": "Ada"}}))
}

#[tokio::test]
async fn every_revision_is_spoken_over_http() {
    let served = served();
    for version in ProtocolVersion::ALL {
        let client = connect(&served).with_version(version).await.unwrap();
        let outcome = client.call("add", json!({"a": 1, "b": 2})).await.unwrap();
        assert_eq!(outcome.text(), "3", "{version}");
        let outcome = client.call("fail", json!({})).await.unwrap();
        assert!(matches!(outcome, Outcome::ToolFailure { .. }), "{version}");
        let outcome = client.call("none", json!({})).await.unwrap();
        assert!(
            matches!(outcome, Outcome::ProtocolError { code: -32602, .. }),
            "{version}"
        );
        let outcome = client.call("chat", json!({})).await.unwrap();
        assert_eq!(outcome.text(), "chatted");
        let told = client.notifications();
        assert_eq!(told.len(), 1, "{version}: {told:?}");
        assert_eq!(told[0]["method"], "notifications/progress");
        assert!(!client.list_tools().await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn arguments_go_into_their_headers() {
    let served = served();
    let client = connect(&served);
    for (arguments, said) in [
        (json!({"region": "Oslo", "count": 3}), "Oslo Some(3)"),
        (json!({"region": " Tromsø "}), " Tromsø  None"),
        (
            json!({"region": "=?base64?x?=", "count": null}),
            "=?base64?x?= None",
        ),
    ] {
        let outcome = client.call("greet", arguments).await.unwrap();
        assert_eq!(outcome.text(), said);
    }
}

#[tokio::test]
async fn questions_are_answered_in_rounds_and_in_sessions() {
    let served = served();
    let elicits = json!({"elicitation": {}});
    for version in [
        ProtocolVersion::V2025_06_18,
        ProtocolVersion::V2025_11_25,
        ProtocolVersion::V2026_07_28,
    ] {
        let client = connect(&served).with_version(version).await.unwrap();
        let client = client.with_capabilities(elicits.clone()).await.unwrap();
        let client = client.with_answers(name);
        let outcome = client.call("ask", json!({})).await.unwrap();
        assert_eq!(outcome.text(), "Hello, Ada!", "{version}");
    }
    // Without answers the questions are the outcome.
    let client = connect(&served).with_capabilities(elicits).await.unwrap();
    let Outcome::InputRequired(asked) = client.call("ask", json!({})).await.unwrap() else {
        panic!("nothing was asked")
    };
    let answers = json!({"name": {"action": "accept", "content": {"name": "Grace"}}});
    let outcome = client.answer(&asked, &answers).await.unwrap();
    assert_eq!(outcome.text(), "Hello, Grace!");
}

#[tokio::test]
async fn a_capability_that_is_missing_has_its_status() {
    let served = served();
    let request = crate::peer::call("ask", json!({}));
    let response = request.send(&served);
    assert_eq!((response.status, response.code()), (400, -32021));
    let outcome = connect(&served).call("ask", json!({})).await.unwrap();
    assert!(matches!(
        outcome,
        Outcome::ProtocolError { code: -32021, .. }
    ));
}

#[tokio::test]
async fn what_is_no_answer_of_the_protocol_is_an_error() {
    let served = served();
    let elsewhere = HttpClient::connect(&format!("http://{}/", served.address)).unwrap();
    let error = elsewhere.call("add", json!({})).await.unwrap_err();
    assert!(error.to_string().contains("404"), "{error}");
    let client = connect(&served).with_header("Origin", "https://evil.example");
    let error = client.call("add", json!({})).await.unwrap_err();
    assert!(error.to_string().contains("403"), "{error}");
    assert!(HttpClient::connect("https://localhost/mcp").is_err());
    assert!(HttpClient::connect("localhost").is_err());
}
