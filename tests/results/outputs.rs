//! What tools return, as each revision wants it.

use std::collections::BTreeMap;

use mcp_runtime::{Audience, Content, Json, ProtocolVersion, ToolFailure, ToolOutput, tool, tools};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::{call, client, everywhere, sent};

/// A place on a list.
#[derive(Debug, Serialize, JsonSchema)]
struct Place {
    /// Its name.
    name: String,
    height: Option<f64>,
}

/// Nothing.
#[tool]
async fn nothing() {}

/// An empty text.
#[tool]
async fn empty_text() -> String {
    String::new()
}

/// No content.
#[tool]
async fn no_content() -> Vec<Content> {
    Vec::new()
}

/// Content without text.
#[tool]
async fn empty_content() -> Content {
    Content::text("")
}

/// A number.
#[tool]
async fn number() -> f32 {
    1.5
}

/// A truth.
#[tool]
async fn truth() -> bool {
    true
}

/// An object.
#[tool]
async fn object() -> Json<Place> {
    Json(Place {
        name: "Galdhøpiggen\u{2028}".to_owned(),
        height: Some(2469.0),
    })
}

/// A list.
#[tool]
async fn list() -> Json<Vec<u32>> {
    Json(vec![1, 2])
}

/// Perhaps an object.
#[tool]
async fn perhaps() -> Json<Option<Place>> {
    Json(None)
}

/// A number with a schema.
#[tool]
async fn structured_number() -> Result<Json<u64>, ToolFailure> {
    Ok(Json(u64::MAX))
}

/// A tree.
#[derive(Debug, Serialize, JsonSchema)]
struct Tree {
    children: Vec<Tree>,
}

/// Trees.
#[tool(recursive)]
async fn trees() -> Json<Vec<Tree>> {
    Json(vec![Tree {
        children: Vec::new(),
    }])
}

/// What JSON cannot say.
#[tool]
async fn unspeakable() -> Json<BTreeMap<String, Unspeakable>> {
    Json(BTreeMap::from([("x".to_owned(), Unspeakable)]))
}

#[derive(Debug, JsonSchema)]
struct Unspeakable;

impl Serialize for Unspeakable {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("hunter2"))
    }
}

/// All kinds of content.
#[tool]
async fn all_kinds() -> ToolOutput {
    ToolOutput::text("text")
        .content(Content::image([1, 2, 3], "image/png").audience([Audience::User]))
        .content(Content::audio([1, 2, 3], "audio/wav").priority(0.5))
        .content(
            Content::resource_link("file:///a.txt", "a.txt")
                .title("A")
                .description("The letter"),
        )
        .content(Content::resource_text("file:///b.txt", "b").mime_type("text/plain"))
        .content(Content::resource_bytes("file:///c", [0xFF]).last_modified("2026-01-01T00:00:00Z"))
        .meta("com.example/cost", 3)
}

#[tokio::test]
async fn content_is_never_empty_and_neither_is_a_text() {
    let client = client(tools![nothing, empty_text, no_content, empty_content]);
    for (version, client) in everywhere(&client) {
        for (tool, text) in [
            ("nothing", "Done."),
            ("empty_text", "(empty)"),
            ("no_content", "(no content)"),
            ("empty_content", "(empty)"),
        ] {
            let result = sent(&client, tool).await;
            assert_eq!(
                result["content"],
                json!([{ "type": "text", "text": text }]),
                "{version} {tool}"
            );
            assert_ne!(result["isError"], true);
        }
    }
}

#[tokio::test]
async fn plain_values_are_texts() {
    let client = client(tools![number, truth]);
    assert_eq!(call(&client, "number").await.text(), "1.5");
    assert_eq!(call(&client, "truth").await.text(), "true");
}

#[tokio::test]
async fn structured_content_takes_the_shape_that_the_revision_allows() {
    let client = client(tools![object, list, perhaps, structured_number]);
    for (version, client) in everywhere(&client) {
        for (tool, bare) in [
            (
                "object",
                json!({ "name": "Galdhøpiggen\u{2028}", "height": 2469.0 }),
            ),
            ("list", json!([1, 2])),
            ("perhaps", json!(null)),
            ("structured_number", json!(u64::MAX)),
        ] {
            let wrapped = json!({ "result": bare.clone() });
            let expected = match version {
                ProtocolVersion::V2024_11_05 | ProtocolVersion::V2025_03_26 => None,
                ProtocolVersion::V2025_06_18 | ProtocolVersion::V2025_11_25 if tool != "object" => {
                    Some(&wrapped)
                }
                _ => Some(&bare),
            };
            let result = sent(&client, tool).await;
            assert_eq!(
                result.get("structuredContent"),
                expected,
                "{version} {tool}"
            );
            let text = result["content"][0]["text"].as_str().unwrap();
            let text: Value = serde_json::from_str(text).unwrap();
            assert_eq!(&text, expected.unwrap_or(&bare), "{version} {tool}");
        }
    }
}

#[tokio::test]
async fn output_schemas_take_the_same_shape_and_their_references_resolve() {
    let client = client(tools![object, list, trees, nothing]);
    for (version, client) in everywhere(&client) {
        let tools = client.list_tools().await.unwrap();
        let schema = |name: &str| {
            let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
            tool.get("outputSchema").cloned()
        };
        assert_eq!(schema("nothing"), None);
        match version {
            ProtocolVersion::V2024_11_05 | ProtocolVersion::V2025_03_26 => {
                assert_eq!(schema("object"), None);
                assert_eq!(schema("list"), None);
            }
            ProtocolVersion::V2025_06_18 | ProtocolVersion::V2025_11_25 => {
                assert_eq!(
                    schema("object").unwrap()["properties"]["name"]["description"],
                    "Its name."
                );
                assert_eq!(schema("list").unwrap()["type"], "object");
                assert_eq!(schema("list").unwrap()["required"], json!(["result"]));
                assert_eq!(
                    schema("list").unwrap()["properties"]["result"]["type"],
                    "array"
                );
            }
            _ => assert_eq!(
                schema("list"),
                Some(json!({
                    "type": "array",
                    "items": { "type": "integer", "minimum": 0 },
                }))
            ),
        }
        if let Some(schema) = schema("trees") {
            let mut references = Vec::new();
            collect_references(&schema, &mut references);
            assert!(!references.is_empty());
            for reference in references {
                let pointer = reference.strip_prefix('#').unwrap();
                assert!(
                    schema.pointer(pointer).is_some(),
                    "{version}: {reference} in {schema}"
                );
            }
        }
    }
}

fn collect_references(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            for (key, value) in members {
                match value {
                    Value::String(target) if key == "$ref" => found.push(target.clone()),
                    value => collect_references(value, found),
                }
            }
        }
        Value::Array(items) => items
            .iter()
            .for_each(|item| collect_references(item, found)),
        _ => {}
    }
}

#[tokio::test]
async fn what_cannot_be_written_as_json_is_an_internal_failure() {
    let outcome = call(&client(tools![unspeakable]), "unspeakable").await;
    assert!(outcome.text().contains("reference"), "{outcome:?}");
    assert!(!outcome.text().contains("hunter2"));
}

#[tokio::test]
async fn content_that_a_revision_lacks_becomes_a_text() {
    let client = client(tools![all_kinds]);
    for (version, client) in everywhere(&client) {
        let result = sent(&client, "all_kinds").await;
        let kinds: Vec<_> = result["content"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["type"].as_str().unwrap())
            .collect();
        let audio = if version >= ProtocolVersion::V2025_03_26 {
            "audio"
        } else {
            "text"
        };
        let link = if version >= ProtocolVersion::V2025_06_18 {
            "resource_link"
        } else {
            "text"
        };
        assert_eq!(
            kinds,
            ["text", "image", audio, link, "resource", "resource"],
            "{version}"
        );
        assert_eq!(result["_meta"]["com.example/cost"], 3);
        assert_eq!(result["content"][1]["data"], "AQID");
        assert_eq!(
            result["content"][1]["annotations"],
            json!({ "audience": ["user"] })
        );
    }
}
