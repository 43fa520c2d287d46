//! What a client did not declare is not asked of it.

use mcp_runtime::ProtocolVersion;
use mcp_runtime::testing::{Client, Outcome};
use serde_json::{Value, json};

use crate::asked;
use crate::schemas::Schemas;
use crate::server::{Counts, server};

fn client(version: ProtocolVersion, capabilities: Value) -> Client {
    Client::new(&server(&Counts::default()))
        .with_capabilities(capabilities)
        .with_version(version)
}

#[tokio::test]
async fn a_capability_that_is_missing_is_a_protocol_error_that_names_it() {
    for (tool, declared, required) in [
        ("capital", json!({}), json!({ "sampling": {} })),
        (
            "greet",
            json!({ "sampling": {} }),
            json!({ "elicitation": {} }),
        ),
        (
            "greet",
            json!({ "elicitation": { "url": {} } }),
            json!({ "elicitation": {} }),
        ),
        (
            "sign_in",
            json!({ "elicitation": {} }),
            json!({ "elicitation": { "url": {} } }),
        ),
        ("folders", json!({}), json!({ "roots": {} })),
        (
            "everything",
            json!({ "roots": {} }),
            json!({ "elicitation": {}, "sampling": {} }),
        ),
    ] {
        let client = client(ProtocolVersion::LATEST, declared);
        let outcome = client.call(tool, json!({})).await;
        let Outcome::ProtocolError {
            code,
            message,
            data,
            ..
        } = &outcome
        else {
            panic!("{tool}: {outcome:?}");
        };
        assert_eq!(*code, -32021, "{tool}");
        let data = data.as_ref().unwrap();
        assert_eq!(data, &json!({ "requiredCapabilities": required }), "{tool}");
        let answer = json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": code, "message": message, "data": data } });
        let faults = Schemas::find().faults(
            ProtocolVersion::LATEST,
            "MissingRequiredClientCapabilityError",
            &answer,
        );
        assert!(faults.is_empty(), "{faults:?}");
    }
}

#[tokio::test]
async fn in_a_session_the_model_learns_that_it_is_not_supported() {
    for version in ProtocolVersion::ALL {
        if version == ProtocolVersion::LATEST {
            continue;
        }
        for tool in ["greet", "capital", "folders", "sign_in", "everything"] {
            let outcome = client(version, json!({})).call(tool, json!({})).await;
            let Outcome::ToolFailure { text, details, .. } = &outcome else {
                panic!("{version} {tool}: {outcome:?}");
            };
            assert_eq!(details["class"], "unsupported", "{version} {tool}");
            assert!(text.starts_with("The client "), "{text}");
        }
    }
}

#[tokio::test]
async fn a_revision_without_forms_has_none_whatever_is_declared() {
    let declared = json!({ "elicitation": {} });
    for version in [ProtocolVersion::V2024_11_05, ProtocolVersion::V2025_03_26] {
        let outcome = client(version, declared.clone())
            .call("greet", json!({}))
            .await;
        let Outcome::ToolFailure { details, .. } = &outcome else {
            panic!("{version}: {outcome:?}");
        };
        assert_eq!(details["class"], "unsupported", "{version}");
    }
}

#[tokio::test]
async fn a_tool_that_looks_first_asks_what_can_be_asked() {
    for version in [ProtocolVersion::LATEST, ProtocolVersion::V2025_11_25] {
        let client = |declared| client(version, declared);
        let outcome = client(json!({ "sampling": {} }))
            .call("whatever_goes", json!({}))
            .await;
        let request = asked(&outcome).request("name").unwrap().clone();
        assert_eq!(request["method"], "sampling/createMessage");
        let outcome = client(json!({ "elicitation": {} }))
            .call("whatever_goes", json!({}))
            .await;
        let request = asked(&outcome).request("name").unwrap().clone();
        assert_eq!(request["method"], "elicitation/create");
        let outcome = client(json!({})).call("whatever_goes", json!({})).await;
        assert_eq!(outcome.text(), "Nobody");
    }
}
