//! What each revision has on the wire, end to end.

use serde_json::{Value, json};

use crate::peer::{Peer, modern};

const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

fn weather(peer: &mut Peer) -> Value {
    peer.call("get_weather", json!({ "city": "Oslo" }))
}

#[test]
fn structured_content_is_sent_from_2025_06_18_on() {
    for version in LEGACY {
        let mut peer = Peer::session(version);
        let result = weather(&mut peer);
        let structured = version >= "2025-06-18";
        assert_eq!(
            result.get("structuredContent").is_some(),
            structured,
            "{version}"
        );
        let tools = peer.request("tools/list", json!({}));
        let tool = &tools["result"]["tools"][0];
        assert_eq!(tool.get("outputSchema").is_some(), structured, "{version}");
        assert_eq!(tool["name"], "get_weather");
        assert_eq!(tools["result"].get("ttlMs"), None, "{version}");
    }
}

#[test]
fn what_is_new_in_2026_07_28_is_sent_only_there() {
    let mut peer = Peer::start();
    let tools = peer.request("tools/list", modern(json!({})));
    let result = &tools["result"];
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["ttlMs"], 0);
    assert_eq!(result["cacheScope"], "public");
    assert_eq!(
        result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"],
        "probe-server"
    );
    let call = modern(json!({ "name": "add", "arguments": { "a": 1, "b": 2 } }));
    let called = peer.request("tools/call", call);
    assert_eq!(called["result"]["resultType"], "complete");
    assert_eq!(
        called["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"],
        "probe-server"
    );
}

#[test]
fn only_2025_03_26_has_batches() {
    let batch = json!([
        { "jsonrpc": "2.0", "id": "a", "method": "ping" },
        { "jsonrpc": "2.0", "method": "notifications/initialized" },
        { "jsonrpc": "2.0", "id": "b", "method": "tools/call",
          "params": { "name": "add", "arguments": { "a": 1, "b": 2 } } },
        { "jsonrpc": "2.0", "id": "c", "method": "nothing" },
    ]);
    for version in LEGACY {
        let mut peer = Peer::session(version);
        peer.send(&batch);
        let answer = peer.next();
        if version == "2025-03-26" {
            let by_id = |id| {
                let mut all = answer.as_array().unwrap().iter();
                all.find(|answer| answer["id"] == id).unwrap()
            };
            assert_eq!(answer.as_array().unwrap().len(), 3, "{answer}");
            assert_eq!(by_id("a")["result"], json!({}));
            assert_eq!(by_id("b")["result"]["content"][0]["text"], "3");
            assert_eq!(by_id("c")["error"]["code"], -32601);
        } else {
            assert_eq!(answer["error"]["code"], -32600, "{version}: {answer}");
            assert_eq!(answer.get("id"), None);
        }
    }
}

#[test]
fn a_version_that_is_not_spoken_statelessly_names_those_that_are() {
    let mut peer = Peer::start();
    for version in ["2025-11-25", "2099-01-01"] {
        let mut params = modern(json!({}));
        params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(version);
        let answer = peer.request("tools/list", params);
        assert_eq!(answer["error"]["code"], -32022, "{answer}");
        let data = &answer["error"]["data"];
        assert_eq!(
            data,
            &json!({ "supported": ["2026-07-28"], "requested": version })
        );
    }
}

#[test]
fn a_stateless_request_without_its_required_fields_is_refused() {
    let mut peer = Peer::session("2025-11-25");
    let version = json!({ "_meta": { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } });
    let capabilities = json!({ "_meta": { "io.modelcontextprotocol/clientCapabilities": {} } });
    for (method, params) in [
        ("tools/list", version),
        ("tools/list", capabilities),
        ("server/discover", json!({})),
    ] {
        let answer = peer.request(method, params);
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
}

#[test]
fn methods_of_capabilities_that_are_not_advertised_do_not_exist() {
    let mut peer = Peer::session("2025-11-25");
    for method in [
        "prompts/list",
        "prompts/get",
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "completion/complete",
        "unknown/method",
    ] {
        let answer = peer.request(method, json!({}));
        assert_eq!(answer["error"]["code"], -32601, "{method}: {answer}");
        let answer = peer.request(method, modern(json!({})));
        assert_eq!(answer["error"]["code"], -32601, "{method}: {answer}");
    }
    for method in ["initialize", "ping", "logging/setLevel"] {
        let answer = peer.request(method, modern(json!({})));
        assert_eq!(answer["error"]["code"], -32601, "{method}: {answer}");
    }
}
