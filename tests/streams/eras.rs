//! Which revision a request is served under.

use mcp_runtime::ProtocolVersion;
use serde_json::{Value, json};

use crate::{json, refusal, silent};

const META: &str = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

fn with_meta(method: &str, meta: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"_meta":{meta}}}}}"#)
}

fn initialize(version: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{{}},"clientInfo":{{"name":"x","version":"1"}}}}}}"#
    )
}

#[tokio::test]
async fn before_the_handshake_everything_is_served() {
    let client = silent();
    assert_eq!(
        json(
            client
                .send(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
                .await
        )["result"],
        json!({})
    );
    let answer = json(
        client
            .send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}}"#)
            .await,
    );
    assert_eq!(answer["result"]["content"][0]["text"], "x");
    assert!(answer["result"].get("resultType").is_none());
}

#[tokio::test]
async fn the_handshake_selects_the_version_and_may_come_again() {
    let client = silent();
    for (asked, given) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("1900-01-01", "2025-11-25"),
        ("", "2025-11-25"),
    ] {
        let answer = json(client.send(&initialize(asked)).await);
        assert_eq!(answer["result"]["protocolVersion"], given, "{asked}");
        assert_eq!(answer["result"]["serverInfo"]["name"], "streams");
        assert_eq!(
            answer["result"]["capabilities"],
            json!({ "logging": {}, "tools": {} })
        );
    }
    let batch = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#;
    client.send(&initialize("2025-03-26")).await;
    assert!(json(client.send(batch).await).is_array());
    client.send(&initialize("2025-06-18")).await;
    assert!(json(client.send(batch).await).is_object());
    let without = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#;
    assert_eq!(refusal(&client, without).await.0, -32602);
}

#[tokio::test]
async fn discover_and_the_handshake_go_together() {
    let client = silent();
    let discovered = json(client.send(&with_meta("server/discover", META)).await);
    assert_eq!(
        discovered["result"]["supportedVersions"],
        json!(["2026-07-28"])
    );
    assert_eq!(discovered["result"]["resultType"], "complete");
    assert_eq!(discovered["result"]["ttlMs"], 0);
    assert_eq!(discovered["result"]["cacheScope"], "public");
    let info = &discovered["result"]["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!(info["name"], "streams");
    let initialized = json(client.send(&initialize("2025-06-18")).await);
    assert_eq!(initialized["result"]["protocolVersion"], "2025-06-18");
    let again = json(client.send(&with_meta("server/discover", META)).await);
    assert_eq!(again, discovered);
}

#[tokio::test]
async fn a_stateless_request_must_be_complete() {
    let client = silent();
    for (method, meta, code) in [
        ("server/discover", "null", -32602),
        ("server/discover", "{}", -32602),
        ("server/discover", "[]", -32602),
        (
            "tools/list",
            r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#,
            -32602,
        ),
        (
            "tools/list",
            r#"{"io.modelcontextprotocol/clientCapabilities":{}}"#,
            -32602,
        ),
        (
            "tools/list",
            r#"{"io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"}}"#,
            -32602,
        ),
        (
            "tools/list",
            r#"{"io.modelcontextprotocol/logLevel":"info"}"#,
            -32602,
        ),
        (
            "tools/list",
            r#"{"io.modelcontextprotocol/protocolVersion":7,"io.modelcontextprotocol/clientCapabilities":{}}"#,
            -32602,
        ),
        (
            "tools/list",
            r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":[]}"#,
            -32602,
        ),
        (
            "tools/list",
            r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/logLevel":"loud"}"#,
            -32602,
        ),
        ("initialize", META, -32601),
        ("ping", META, -32601),
        ("logging/setLevel", META, -32601),
        ("nothing", META, -32601),
    ] {
        assert_eq!(
            refusal(&client, &with_meta(method, meta)).await,
            (code, Some(json!(1))),
            "{method} {meta}"
        );
    }
    let without_params = r#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#;
    assert_eq!(refusal(&client, without_params).await.0, -32602);
}

#[tokio::test]
async fn a_version_that_is_not_spoken_is_answered_with_those_that_are() {
    let client = silent();
    for version in ["v999.0.0", "2025-11-25", ""] {
        let meta = META.replace("2026-07-28", version);
        let answer = json(client.send(&with_meta("tools/list", &meta)).await);
        assert_eq!(answer["error"]["code"], -32022);
        assert_eq!(
            answer["error"]["data"],
            json!({ "supported": ["2026-07-28"], "requested": version })
        );
    }
}

#[tokio::test]
async fn stateless_requests_leave_the_session_alone() {
    let client = silent().with_version(ProtocolVersion::V2025_03_26);
    client.send(&with_meta("tools/list", META)).await;
    let batch = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#;
    assert!(json(client.send(batch).await).is_array());
}

#[tokio::test]
async fn methods_of_what_the_server_does_not_have_are_unknown() {
    for version in ProtocolVersion::ALL {
        let client = silent().with_version(version);
        for method in [
            "prompts/list",
            "prompts/get",
            "resources/list",
            "resources/read",
            "resources/templates/list",
            "resources/subscribe",
            "completion/complete",
            "tools/nothing",
            "notifications/initialized",
        ] {
            let error = client.request(method, json!({})).await.err().unwrap();
            assert_eq!(error.code, -32601, "{version} {method}");
        }
    }
}

#[tokio::test]
async fn an_unknown_tool_is_named_with_the_nearest() {
    for version in ProtocolVersion::ALL {
        let client = silent().with_version(version);
        let outcome = client.call("ecko", Value::Null).await;
        assert_eq!(outcome.text(), "Unknown tool 'ecko', did you mean 'echo'?");
        let outcome = client.call("something_else\u{1b}[31m", Value::Null).await;
        assert_eq!(
            outcome.text(),
            "Unknown tool 'something_else': 'tools/list' has the names"
        );
    }
}

#[tokio::test]
async fn a_call_that_is_not_one_is_malformed_whatever_its_tool() {
    let client = silent();
    for params in [
        "{}",
        r#"{"name":7}"#,
        r#"{"name":null}"#,
        r#"{"name":"echo","arguments":["x"]}"#,
        r#"{"name":"echo","arguments":"x"}"#,
        r#"{"name":"echo","arguments":7}"#,
        r#"{"name":"echo","arguments":true}"#,
        r#"{"name":"echo","name":"echo"}"#,
        r#"{"name":"echo","arguments":{"text":"a"},"arguments":{"text":"b"}}"#,
        r#"{"name":"echo","_meta":7}"#,
    ] {
        let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#);
        assert_eq!(
            refusal(&client, &text).await,
            (-32602, Some(json!(1))),
            "{params}"
        );
    }
}
