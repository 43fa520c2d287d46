//! What a model reads for each rule that it can break: the path, what was expected, and what came.

use std::collections::BTreeMap;

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{Conversions, Server, tool, tools};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum State {
    Open,
    Closed,
}

/// Many values, of which not all are listed.
#[derive(Debug, Deserialize, JsonSchema)]
#[rustfmt::skip]
enum Letter { A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, X, Y, Z }

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "read through Debug")]
struct Rules {
    state: Option<State>,
    letter: Option<Letter>,
    #[schemars(range(min = 1, max = 16))]
    between: Option<i64>,
    #[schemars(range(min = 1))]
    least: Option<i64>,
    #[schemars(range(max = 0.5))]
    most: Option<f64>,
    #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1))]
    inside: Option<f64>,
    #[schemars(extend("multipleOf" = 5))]
    step: Option<i64>,
    #[schemars(length(min = 2, max = 3))]
    characters: Option<String>,
    #[schemars(length(equal = 1))]
    one: Option<String>,
    #[schemars(regex(pattern = "^[a-z]+$"))]
    pattern: Option<String>,
    #[schemars(email)]
    email: Option<String>,
    #[schemars(length(min = 1))]
    items: Option<Vec<u8>>,
    #[schemars(extend("uniqueItems" = true))]
    unique: Option<Vec<u8>>,
    #[schemars(extend("maxProperties" = 1))]
    members: Option<BTreeMap<String, u8>>,
    boolean: Option<bool>,
    nested: Option<Vec<Inner>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "read through Debug")]
struct Inner {
    state: State,
    #[serde(rename = "a b")]
    blank: Option<u8>,
}

/// Keep the rules.
#[tool]
fn keep(rules: Rules, #[arg(secret, pattern = "^sk_", length(..=20))] key: Option<&str>) -> String {
    format!("{rules:?} {}", key.is_some())
}

fn client() -> Client {
    Client::new(
        &Server::builder("rules", "1.0.0")
            .tools(tools![keep])
            .build()
            .unwrap(),
    )
}

/// The message and the data of a refusal.
async fn refused(arguments: Value) -> (String, Value) {
    match client().call("keep", arguments.clone()).await {
        Outcome::ProtocolError { message, data, .. } => {
            let message = message
                .strip_prefix("Invalid arguments for 'keep': ")
                .unwrap();
            (message.to_owned(), data.unwrap())
        }
        other => panic!("{arguments}: {}", other.text()),
    }
}

#[tokio::test]
async fn every_rule_is_told_in_words_that_say_what_to_send() {
    for (name, value, expected) in [
        (
            "state",
            json!("opn"),
            "must be \"open\" or \"closed\", got \"opn\", did you mean \"open\"?",
        ),
        ("state", json!(1), "must be \"open\" or \"closed\", got 1"),
        ("between", json!(17), "must be between 1 and 16, got 17"),
        (
            "between",
            json!("3"),
            "must be an integer between 1 and 16, got the string \"3\"",
        ),
        ("least", json!(0), "must be at least 1, got 0"),
        ("most", json!(0.75), "must be at most 0.5, got 0.75"),
        (
            "inside",
            json!(1),
            "must be greater than 0 and less than 1, got 1",
        ),
        ("step", json!(7), "must be a multiple of 5, got 7"),
        (
            "characters",
            json!("abcd"),
            "must have 2 to 3 characters, got 4",
        ),
        ("one", json!("ab"), "must have exactly 1 character, got 2"),
        (
            "pattern",
            json!("A1"),
            "must match the pattern ^[a-z]+$, got \"A1\"",
        ),
        (
            "email",
            json!("ann"),
            "must be an e-mail address, got \"ann\"",
        ),
        ("items", json!([]), "must not be empty"),
        (
            "items",
            json!("1,2"),
            "must be an array of at least 1 item, got the string \"1,2\"",
        ),
        (
            "unique",
            json!([1, 2, 1]),
            "must not have the same item twice, items 1 and 3 are equal",
        ),
        (
            "members",
            json!({"a": 1, "b": 2}),
            "must have at most 1 member, got 2",
        ),
        (
            "boolean",
            json!("true"),
            "must be true or false, got the string \"true\"",
        ),
    ] {
        let (message, _) = refused(json!({"rules": {name: value}})).await;
        assert_eq!(message, format!("'rules.{name}' {expected}"));
    }
}

#[tokio::test]
async fn a_path_leads_to_the_place_in_words_and_as_a_pointer() {
    let (message, data) = refused(json!({"rules": {"nested": [
        {"state": "open"},
        {"state": "close", "a b": 300},
        {"stat": "open"},
    ]}}))
    .await;
    assert_eq!(
        message,
        "'rules.nested[1].state' must be \"open\" or \"closed\", got \"close\", did you mean \"closed\"?; \
         'rules.nested[1][\"a b\"]' must be between 0 and 255, got 300; \
         'rules.nested[2].state' is required and must be \"open\" or \"closed\"; \
         'rules.nested[2]' has no member 'stat', did you mean 'state'?"
    );
    let found: Vec<(&str, &str)> = data["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| {
            (
                error["path"].as_str().unwrap(),
                error["problem"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("/rules/nested/1/state", "not_allowed"),
            ("/rules/nested/1/a b", "out_of_range"),
            ("/rules/nested/2/state", "missing"),
            ("/rules/nested/2/stat", "unknown"),
        ]
    );
    // The same findings, word for word.
    let messages: Vec<&str> = data["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error["message"].as_str().unwrap())
        .collect();
    assert_eq!(messages.join("; "), message);
}

#[tokio::test]
async fn long_lists_and_long_values_are_cut_with_a_count() {
    let (message, _) = refused(json!({"rules": {"letter": "\u{c4}"}})).await;
    assert_eq!(
        message,
        "'rules.letter' must be one of \"A\", \"B\", \"C\", \"D\", \"E\", \"F\", \"G\", \"H\", \"I\", \
         \"J\", \"K\", \"L\", \"M\", \"N\", \"O\", \"P\", \"Q\", \"R\", \"S\", \"T\" and 6 others, \
         got \"\u{c4}\""
    );
    let (message, _) = refused(json!({"rules": {"state": "x".repeat(1_000)}})).await;
    assert_eq!(
        message,
        format!(
            "'rules.state' must be \"open\" or \"closed\", got \"{} \u{2026} (cut; 1000 characters in all)\"",
            "x".repeat(40)
        )
    );
}

#[tokio::test]
async fn a_string_that_is_nearly_json_is_explained() {
    for (text, problem) in [
        (
            "{'state': 'open'}",
            "a text stands in single quotes, and double ones are needed at character 2",
        ),
        (
            "{\"state\": open}",
            "a word stands without double quotes at character 11",
        ),
        (
            "{\"state\": \"open\",}",
            "a comma is too many at character 18",
        ),
        (
            "{\"state\": \"open\" \"step\": 5}",
            "a comma is missing at character 18",
        ),
        ("{\"state\": \"open\"", "it breaks off at character 16"),
        (
            "{\"boolean\": True}",
            "a word stands without double quotes at character 13",
        ),
    ] {
        let (message, _) = refused(json!({"rules": text})).await;
        assert_eq!(
            message,
            format!(
                "'rules' must be an object, got the string \"{text}\", which is not valid JSON: {problem}"
            )
        );
    }
    let (message, _) = refused(json!({"rules": "[1]"})).await;
    assert_eq!(
        message,
        "'rules' must be an object, got the string \"[1]\", which holds an array"
    );
}

#[tokio::test]
async fn a_secret_is_never_in_a_message_or_its_data() {
    for key in [
        json!("hunter2"),
        json!("sk_hunter2_hunter2_hunter2"),
        json!(["hunter2"]),
        json!({"hunter2": 1}),
    ] {
        let (message, data) = refused(json!({"rules": {}, "key": key})).await;
        assert!(message.starts_with("'key' must "), "{message}");
        assert!(!message.contains("hunter2"), "{message}");
        assert!(!data.to_string().contains("hunter2"), "{data}");
    }
}

#[tokio::test]
async fn scalars_that_do_not_fit_are_told_as_what_they_are() {
    let server = Server::builder("rules", "1.0.0")
        .conversions(Conversions::Scalars)
        .tools(tools![keep]);
    let client = Client::new(&server.build().unwrap());
    let outcome = client
        .call(
            "keep",
            json!({"rules": {"between": "17", "step": "five", "boolean": "true"}}),
        )
        .await;
    assert_eq!(
        outcome.text(),
        "Invalid arguments for 'keep': 'rules.between' must be between 1 and 16, got 17; \
         'rules.step' must be an integer that is a multiple of 5, got the string \"five\""
    );
}
