//! What `tools/list` says of arguments.

use mcp_runtime::{Server, tool, tools};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::client;

#[tokio::test]
async fn the_signature_is_the_schema() {
    let tools = client().list_tools().await.unwrap();
    let schema = |name: &str| -> &Value {
        &tools.iter().find(|tool| tool["name"] == name).unwrap()["inputSchema"]
    };
    assert_eq!(
        *schema("get_weather"),
        json!({
            "type": "object",
            "properties": {
                "city": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 100,
                    "description": "City name, for example \"Oslo\".",
                },
                "units": {
                    "type": "string",
                    "enum": ["metric", "imperial"],
                    "description": "Unit system.\n- metric: Degrees Celsius.\n- imperial: Degrees Fahrenheit.",
                    "default": "metric",
                },
                "days": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 16,
                    "description": "Days ahead.",
                },
            },
            "required": ["city"],
            "additionalProperties": false,
        })
    );
    let log = schema("read_log");
    assert_eq!(log.get("required"), None, "{log}");
    for (name, default) in [
        ("day", json!("today")),
        ("folder", json!("logs")),
        ("levels", json!([1, 2])),
        ("parts", json!(["main"])),
    ] {
        assert_eq!(log["properties"][name]["default"], default, "{log}");
    }
    assert_eq!(
        *schema("here"),
        json!({"type": "object", "properties": {}, "additionalProperties": false})
    );
}

#[derive(Debug, Deserialize, serde::Serialize, JsonSchema)]
struct Node {
    children: Vec<Node>,
}

fn count(node: &Node) -> usize {
    1 + node.children.iter().map(count).sum::<usize>()
}

/// Count the nodes of a tree.
#[tool]
async fn count_nodes(tree: Node) -> u64 {
    count(&tree) as u64
}

/// Count the nodes of a tree.
#[tool(recursive)]
async fn count_all(tree: Node) -> u64 {
    count(&tree) as u64
}

/// Grow a tree.
#[tool]
async fn grow() -> mcp_runtime::Json<Node> {
    mcp_runtime::Json(Node {
        children: Vec::new(),
    })
}

/// Grow a tree again.
#[tool(recursive)]
async fn regrow() -> mcp_runtime::Json<Node> {
    mcp_runtime::Json(Node {
        children: Vec::new(),
    })
}

#[test]
fn a_recursive_result_is_refused_when_the_server_is_built_unless_the_tool_says_so() {
    let error = Server::builder("trees", "1.0.0")
        .tools(tools![grow])
        .build();
    assert_eq!(
        error.unwrap_err().to_string(),
        "the server cannot be built: the tool 'grow': the type of its result contains itself, and \
         some hosts try to write such a schema out; return a flat form of it (a list of nodes that \
         name their parents), or write `#[tool(recursive)]` to send it with a local reference"
    );
    let server = Server::builder("trees", "1.0.0")
        .tools(tools![regrow])
        .build();
    assert!(server.is_ok());
}

#[tokio::test]
async fn a_recursive_type_is_refused_when_the_server_is_built_unless_the_tool_says_so() {
    let error = Server::builder("trees", "1.0.0")
        .tools(tools![count_nodes])
        .build()
        .unwrap_err()
        .to_string();
    for part in [
        "count_nodes",
        "'tree'",
        "'Node' contains itself",
        "#[tool(recursive)]",
    ] {
        assert!(error.contains(part), "{error}");
    }
    let server = Server::builder("trees", "1.0.0")
        .tools(tools![count_all])
        .build()
        .unwrap();
    let client = mcp_runtime::testing::Client::new(&server);
    let tree = json!({"children": [{"children": []}, {"children": [{"children": []}]}]});
    assert_eq!(
        client.call("count_all", json!({"tree": tree})).await.text(),
        "4"
    );
    assert_eq!(
        client
            .call(
                "count_all",
                json!({"tree": {"children": [{"children": 1}]}})
            )
            .await
            .text(),
        "Invalid arguments for 'count_all': 'tree.children[0].children' must be an array, got 1"
    );
}
