//! Forms: what types become in the small language of schemas that clients can show.

use mcp_runtime::testing::Client;
use mcp_runtime::{Context, Elicited, ProtocolVersion, Server, ToolFailure, tool, tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::schemas::Schemas;
use crate::{accept, asked, client};

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Status {
    #[default]
    Active,
    Inactive,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Size {
    #[schemars(title = "Small (36 to 38)")]
    Small,
    /// The most common one.
    #[schemars(title = "Large (39 to 42)")]
    Large,
}

fn john() -> String {
    "John Doe".to_owned()
}

/// An order form.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Order {
    /// On the parcel.
    #[schemars(title = "Full name", length(min = 2))]
    #[serde(default = "john")]
    name: String,
    #[schemars(range(min = 1, max = 99))]
    age: u8,
    #[serde(default)]
    score: f64,
    #[serde(default)]
    status: Status,
    #[serde(default)]
    verified: bool,
    size: Option<Size>,
    #[serde(default)]
    extras: Vec<Status>,
    boxes: Vec<Size>,
    #[schemars(email)]
    mail: Option<String>,
}

/// Ask for an order.
#[tool]
async fn order(cx: &Context) -> Result<String, ToolFailure> {
    let order: Order = cx.elicit("order", "What may it be?").await?.required()?;
    serde_json::to_string(&order).map_err(ToolFailure::internal)
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Line {
    #[allow(dead_code, reason = "only asked for")]
    text: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Nested {
    #[allow(dead_code, reason = "only asked for")]
    lines: Vec<Line>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Either {
    #[allow(dead_code, reason = "only asked for")]
    One { one: String },
    #[allow(dead_code, reason = "only asked for")]
    Two { two: String },
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Empty {}

/// Ask for what a form cannot ask for.
#[tool]
async fn impossible(what: String, cx: &Context) -> Result<&'static str, ToolFailure> {
    fn done<T>(answer: Elicited<T>) -> Result<&'static str, ToolFailure> {
        answer.required().map(|_| "asked")
    }
    match what.as_str() {
        "nested" => done(cx.elicit::<Nested>("it", "?").await?),
        "either" => done(cx.elicit::<Either>("it", "?").await?),
        "empty" => done(cx.elicit::<Empty>("it", "?").await?),
        "text" => done(cx.elicit::<String>("it", "?").await?),
        _ => done(cx.elicit_url("it", "?", "not an address").await?),
    }
}

fn asking(version: ProtocolVersion) -> Client {
    let server = Server::builder("forms", "1.0.0").tools(tools![order, impossible]);
    Client::new(&server.build().unwrap())
        .with_capabilities(json!({ "elicitation": { "form": {}, "url": {} } }))
        .with_version(version)
}

async fn schema_of(client: &Client, tool: &str, key: &str) -> Value {
    let asked = asked(&client.call(tool, json!({})).await);
    asked.request(key).unwrap()["params"]["requestedSchema"].clone()
}

#[tokio::test]
async fn a_type_is_asked_for_field_by_field_in_the_order_written() {
    for version in [ProtocolVersion::LATEST, ProtocolVersion::V2025_11_25] {
        let schema = schema_of(&asking(version), "order", "order").await;
        assert_eq!(
            schema,
            json!({
                "type": "object",
                "properties": {
                    "name": {
                        "type": "string", "title": "Full name", "description": "On the parcel.",
                        "minLength": 2, "default": "John Doe",
                    },
                    "age": { "type": "integer", "minimum": 1, "maximum": 99 },
                    "score": { "type": "number", "default": 0.0 },
                    "status": {
                        "type": "string", "enum": ["active", "inactive"], "default": "active",
                    },
                    "verified": { "type": "boolean", "default": false },
                    "size": {
                        "type": "string",
                        "description": "- large: The most common one.",
                        "oneOf": [
                            { "const": "small", "title": "Small (36 to 38)" },
                            { "const": "large", "title": "Large (39 to 42)" },
                        ],
                    },
                    "extras": {
                        "type": "array", "default": [],
                        "items": { "type": "string", "enum": ["active", "inactive"] },
                    },
                    "boxes": {
                        "type": "array",
                        "items": { "anyOf": [
                            { "const": "small", "title": "Small (36 to 38)" },
                            { "const": "large", "title": "Large (39 to 42)" },
                        ] },
                    },
                    "mail": { "type": "string", "format": "email" },
                },
                "required": ["age", "boxes"],
            }),
            "{version}"
        );
        let definition = json!({
            "jsonrpc": "2.0", "id": 1, "method": "elicitation/create",
            "params": { "mode": "form", "message": "?", "requestedSchema": schema },
        });
        let faults = Schemas::find().faults(version, "ElicitRequest", &definition);
        assert!(faults.is_empty(), "{faults:?}");
    }
    let client = asking(ProtocolVersion::LATEST);
    let request = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"order","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}}"#;
    let text = client.send(request).await.unwrap();
    let places: Vec<usize> = [
        "name", "age", "score", "status", "verified", "size", "extras",
    ]
    .iter()
    .map(|name| text.find(&format!("\"{name}\":{{")).unwrap())
    .collect();
    assert!(places.is_sorted(), "{text}");
}

#[tokio::test]
async fn an_answer_becomes_the_type_and_what_is_left_out_its_default() {
    for version in [ProtocolVersion::LATEST, ProtocolVersion::V2025_11_25] {
        let client = asking(version);
        let first = asked(&client.call("order", json!({})).await);
        let content = json!({ "age": 30.0, "boxes": ["large", "small"], "mail": null, "more": 1 });
        let outcome = client
            .answer(&first, json!({ "order": accept(content) }))
            .await;
        let order: Value = serde_json::from_str(&outcome.text()).unwrap();
        assert_eq!(
            order,
            json!({
                "name": "John Doe", "age": 30, "score": 0.0, "status": "active",
                "verified": false, "size": null, "extras": [], "boxes": ["large", "small"],
                "mail": null,
            })
        );
    }
}

#[tokio::test]
async fn everything_that_is_wrong_with_an_answer_is_said_at_once() {
    let client = asking(ProtocolVersion::LATEST);
    let first = asked(&client.call("order", json!({})).await);
    let content = json!({ "name": "J", "age": 300, "status": "asleep", "boxes": ["tiny"] });
    let outcome = client
        .answer(&first, json!({ "order": accept(content) }))
        .await;
    let again = asked(&outcome);
    let message = again.request("order").unwrap()["params"]["message"]
        .as_str()
        .unwrap()
        .to_owned();
    for part in [
        "What may it be?",
        "'name'",
        "'age'",
        "'status'",
        "'boxes[0]'",
        "\"small\"",
    ] {
        assert!(message.contains(part), "{part}: {message}");
    }
}

#[tokio::test]
async fn what_a_form_cannot_ask_for_is_a_fault_of_the_tool() {
    for what in ["nested", "either", "empty", "text", "address"] {
        let client = asking(ProtocolVersion::LATEST);
        let outcome = client.call("impossible", json!({ "what": what })).await;
        assert!(outcome.text().contains("reference"), "{what}: {outcome:?}");
    }
}

#[tokio::test]
async fn a_schema_written_by_hand_is_sent_and_checked() {
    let client = client(ProtocolVersion::LATEST);
    let schema = schema_of(&client, "handmade", "style").await;
    assert_eq!(
        schema,
        json!({
            "type": "object",
            "properties": {
                "color": { "type": "string", "enum": ["r", "g"], "enumNames": ["Red", "Green"] },
                "sizes": {
                    "type": "array", "minItems": 1,
                    "items": { "anyOf": [
                        { "const": "s", "title": "Small" }, { "const": "l", "title": "Large" },
                    ] },
                },
            },
            "required": ["color"],
        })
    );
    let first = asked(&client.call("handmade", json!({})).await);
    let wrong = json!({ "style": accept(json!({ "color": "b" })) });
    let again = asked(&client.answer(&first, wrong).await);
    let right = json!({ "style": accept(json!({ "color": "g", "sizes": ["l"] })) });
    let outcome = client.answer(&again, right).await;
    assert_eq!(outcome.text(), r#"{"color":"g","sizes":["l"]}"#);
}

#[tokio::test]
async fn the_first_revision_with_forms_gets_what_it_knows() {
    let client = client(ProtocolVersion::V2025_06_18);
    let outcome = client.call("handmade", json!({})).await;
    assert!(outcome.text().contains("choose several"), "{outcome:?}");
}
