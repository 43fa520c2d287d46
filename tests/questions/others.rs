//! Prompts and resources ask as tools do.

use mcp_runtime::testing::Client;
use mcp_runtime::{
    Context, ProtocolVersion, Server, ToolFailure, prompt, prompts, resource, resources, tool,
    tools,
};
use serde_json::{Value, json};

use crate::name;
use crate::schemas::Schemas;
use crate::server::Name;

/// Greets somebody by name.
#[prompt]
async fn greeting(style: &str, cx: &Context) -> Result<String, ToolFailure> {
    let Name { name } = cx.elicit("user_name", "Whom?").await?.required()?;
    Ok(format!("Greet {name} in a {style} way."))
}

/// A page for somebody.
#[resource(uri = "page://{id}")]
async fn page(id: u32, cx: &Context) -> Result<String, ToolFailure> {
    let Name { name } = cx.elicit("user_name", "Who reads?").await?.required()?;
    Ok(format!("Page {id} for {name}."))
}

fn client(version: ProtocolVersion) -> Client {
    let server = Server::builder("others", "1.0.0")
        .prompts(prompts![greeting])
        .resources(resources![page])
        .build();
    Client::new(&server.unwrap())
        .with_capabilities(json!({ "elicitation": {} }))
        .with_version(version)
}

/// Each method, with parameters, and where in its result the answer shows.
fn requests() -> [(&'static str, Value, &'static str, &'static str); 2] {
    [
        (
            "prompts/get",
            json!({ "name": "greeting", "arguments": { "style": "formal" } }),
            "/messages/0/content/text",
            "Greet Ada in a formal way.",
        ),
        (
            "resources/read",
            json!({ "uri": "page://7" }),
            "/contents/0/text",
            "Page 7 for Ada.",
        ),
    ]
}

#[tokio::test]
async fn a_prompt_and_a_resource_ask_in_rounds() {
    for (method, mut params, place, text) in requests() {
        let client = client(ProtocolVersion::LATEST);
        let first = client.request(method, params.clone()).await.unwrap();
        assert_eq!(first["resultType"], "input_required", "{method}: {first}");
        let faults = Schemas::find().faults(ProtocolVersion::LATEST, "InputRequiredResult", &first);
        assert!(faults.is_empty(), "{faults:?}");
        params["requestState"] = first["requestState"].clone();
        params["inputResponses"] = json!({ "user_name": name("Ada") });
        let done = client.request(method, params.clone()).await.unwrap();
        assert_eq!(done["resultType"], "complete", "{method}: {done}");
        assert_eq!(done.pointer(place), Some(&json!(text)), "{method}: {done}");

        // State of one belongs to no other.
        params["uri"] = json!("page://8");
        params["arguments"] = json!({ "style": "rude" });
        let error = client.request(method, params).await.unwrap_err();
        assert_eq!(error.code, -32602, "{method}: {error}");
        assert!(error.message.contains("requestState"), "{method}: {error}");
    }
}

#[tokio::test]
async fn a_prompt_and_a_resource_ask_in_a_session() {
    for (method, params, place, text) in requests() {
        let client = client(ProtocolVersion::V2025_11_25).with_answers(|_, _| Some(name("Ada")));
        let done = client.request(method, params).await.unwrap();
        assert_eq!(done.pointer(place), Some(&json!(text)), "{method}: {done}");
    }
}

#[tokio::test]
async fn in_a_session_what_a_client_cannot_answer_is_unsupported() {
    for version in ProtocolVersion::ALL {
        if version == ProtocolVersion::LATEST {
            continue;
        }
        for (method, params, _, _) in requests() {
            let client = client(version).with_capabilities(json!({}));
            let error = client.request(method, params).await.unwrap_err();
            assert_eq!(error.code, -32603, "{version} {method}: {error}");
            let said = "The client cannot ask its user for input, and this call needs that.";
            assert!(
                error.message.starts_with(said),
                "{version} {method}: {error}"
            );
            let class = error.data.unwrap()["rs.mcp-runtime/failure"]["class"].clone();
            assert_eq!(class, "unsupported", "{version} {method}");
        }
    }
}

/// Greets somebody by name, as a tool.
#[tool(name = "greeting")]
async fn greeting_tool(style: &str, cx: &Context) -> Result<String, ToolFailure> {
    greeting(style, cx).await
}

#[tokio::test]
async fn state_belongs_to_its_method() {
    let server = Server::builder("others", "1.0.0")
        .tools(tools![greeting_tool])
        .prompts(prompts![greeting])
        .build();
    let client = Client::new(&server.unwrap()).with_capabilities(json!({ "elicitation": {} }));
    for (method, other) in [("tools/call", "prompts/get"), ("prompts/get", "tools/call")] {
        let mut params = json!({ "name": "greeting", "arguments": { "style": "formal" } });
        let first = client.request(method, params.clone()).await.unwrap();
        params["requestState"] = first["requestState"].clone();
        params["inputResponses"] = json!({ "user_name": name("Ada") });
        let error = client.request(other, params.clone()).await.unwrap_err();
        assert_eq!(error.code, -32602, "{other}: {error}");
        assert!(
            error.message.starts_with("Invalid 'requestState'"),
            "{other}: {error}"
        );
        let done = client.request(method, params).await.unwrap();
        assert_eq!(done["resultType"], "complete", "{method}: {done}");
    }
}

#[tokio::test]
async fn what_a_client_cannot_answer_is_a_protocol_error() {
    for (method, params, _, _) in requests() {
        let client = client(ProtocolVersion::LATEST).with_capabilities(json!({}));
        let error = client.request(method, params).await.unwrap_err();
        assert_eq!(error.code, -32021, "{method}: {error}");
        let required = json!({ "requiredCapabilities": { "elicitation": {} } });
        assert_eq!(error.data, Some(required), "{method}");
    }
}
