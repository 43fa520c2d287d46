//! Headers that repeat what the body says (H5), and those that choose the form of an answer.

use serde_json::{Value, json};

use crate::peer::{Served, call, modern, serve};
use crate::tools::{World, server};

fn served() -> Served {
    serve(server(&World::default()))
}

#[test]
fn a_header_that_is_missing_or_differs_is_a_mismatch() {
    let served = served();
    let request = call("add", json!({"a": 1, "b": 2}));
    for (name, value) in [
        ("MCP-Protocol-Version", ""),
        ("MCP-Protocol-Version", "2025-11-25"),
        ("MCP-Protocol-Version", "v999.0.0"),
        ("Mcp-Method", ""),
        ("Mcp-Method", "tools/list"),
        ("Mcp-Method", "TOOLS/CALL"),
        ("Mcp-Name", ""),
        ("Mcp-Name", "chat"),
        ("Mcp-Name", "=?base64?YWRk?"),
        ("Mcp-Name", "=?base64?YW!k?="),
        ("Mcp-Name", "=?base64?YWR?="),
    ] {
        let response = request.send_with(&served, name, value);
        assert_eq!(
            (response.status, response.code()),
            (400, -32020),
            "{name}: {value}"
        );
        assert_eq!(response.json()["id"], 1, "{name}: {value}");
    }
}

#[test]
fn a_header_in_other_letters_with_blanks_or_in_base64_agrees() {
    let served = served();
    let request = call("add", json!({"a": 1, "b": 2}));
    for (name, value) in [
        ("mcp-method", "tools/call"),
        ("MCP-METHOD", "tools/call"),
        ("Mcp-Name", "  add  "),
        ("Mcp-Name", "=?base64?YWRk?="),
    ] {
        let response = request.send_with(&served, name, value);
        assert_eq!(response.status, 200, "{name}: {value}");
    }
}

#[test]
fn a_header_that_is_there_twice_is_a_mismatch() {
    let served = served();
    let request = call("add", json!({"a": 1, "b": 2}));
    let mut headers = request.headers();
    headers.push(("Mcp-Name", "add"));
    let response = served.post(&headers, &request.body.to_string());
    assert_eq!((response.status, response.code()), (400, -32020));
}

#[test]
fn a_version_that_is_not_spoken_is_named_with_those_that_are() {
    let served = served();
    let mut request = modern(3, "server/discover", json!({}));
    request.body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("v999.0.0");
    let response = request.send_with(&served, "MCP-Protocol-Version", "v999.0.0");
    assert_eq!((response.status, response.code()), (400, -32022));
    let data = &response.json()["error"]["data"];
    assert_eq!(
        *data,
        json!({"supported": ["2026-07-28"], "requested": "v999.0.0"})
    );
    // A version that only the header or only the body names is a mismatch first.
    assert_eq!(request.send(&served).code(), -32020);
    let request = modern(3, "server/discover", json!({}));
    let response = request.send_with(&served, "MCP-Protocol-Version", "v999.0.0");
    assert_eq!(response.code(), -32020);
}

#[test]
fn a_header_of_this_revision_asks_for_its_meta() {
    let served = served();
    for left_out in [
        Some("io.modelcontextprotocol/protocolVersion"),
        Some("io.modelcontextprotocol/clientCapabilities"),
        None,
    ] {
        for method in ["server/discover", "tools/list", "initialize"] {
            let mut request = modern(4, method, json!({}));
            match left_out {
                Some(name) => {
                    let meta = request.body["params"]["_meta"].as_object_mut().unwrap();
                    meta.remove(name).unwrap();
                }
                None => request.body["params"] = json!({}),
            }
            let response = request.send(&served);
            assert_eq!(
                (response.status, response.code()),
                (400, -32602),
                "{method} without {left_out:?}"
            );
            assert_eq!(response.json()["id"], 4);
        }
    }
    let mut request = modern(4, "server/discover", json!({}));
    let meta = request.body["params"]["_meta"].as_object_mut().unwrap();
    meta.remove("io.modelcontextprotocol/clientInfo").unwrap();
    assert_eq!(request.send(&served).status, 200);
}

#[test]
fn arguments_in_headers_must_agree() {
    let served = served();
    let send = |arguments: Value, sent: &[(&str, &str)]| {
        let request = call("greet", arguments);
        let mut headers = request.headers();
        headers.extend(sent);
        let response = served.post(&headers, &request.body.to_string());
        let answer = response.json();
        (response.status, answer["error"]["code"].as_i64())
    };
    let oslo = json!({"region": "Oslo"});
    assert_eq!(
        send(oslo.clone(), &[("Mcp-Param-Region", "Oslo")]),
        (200, None)
    );
    assert_eq!(
        send(oslo.clone(), &[("mcp-param-region", "=?base64?T3Nsbw==?=")]),
        (200, None)
    );
    assert_eq!(
        send(
            json!({"region": "Tromsø", "count": 3}),
            &[
                ("Mcp-Param-Region", "=?base64?VHJvbXPDuA==?="),
                ("Mcp-Param-Count", "3.0")
            ]
        ),
        (200, None)
    );
    let refused = (400, Some(-32020));
    assert_eq!(send(oslo.clone(), &[]), refused);
    assert_eq!(send(oslo.clone(), &[("Mcp-Param-Region", "oslo")]), refused);
    assert_eq!(
        send(oslo.clone(), &[("Mcp-Param-Region", "=?base64?T3Nsbw=?=")]),
        refused
    );
    assert_eq!(
        send(
            oslo,
            &[("Mcp-Param-Region", "Oslo"), ("Mcp-Param-Count", "3")]
        ),
        refused
    );
}

#[test]
fn a_client_gets_the_form_that_it_accepts() {
    let served = served();
    let kind = |tool: &str, accept: &str| {
        let arguments = if tool == "add" {
            json!({"a": 1, "b": 2})
        } else {
            json!({})
        };
        let response = call(tool, arguments).send_with(&served, "Accept", accept);
        let kind = response.header("content-type").unwrap().to_owned();
        (response.status, kind)
    };
    let json = (200, "application/json".to_owned());
    let events = (200, "text/event-stream".to_owned());
    for accept in [
        "",
        "*/*",
        "application/json",
        "application/*;q=0.1, text/html",
    ] {
        assert_eq!(kind("add", accept), json, "{accept}");
    }
    assert_eq!(kind("add", "text/event-stream"), events);
    assert_eq!(kind("chat", ""), events);
    assert_eq!(kind("chat", "*/*"), events);
    // Who takes no events goes without what the call told, and gets the answer.
    assert_eq!(kind("chat", "application/json"), json);
    assert_eq!(kind("add", "text/html").0, 406);
    // A status says more than an event could.
    let response = call("add", json!([])).send_with(&served, "Accept", "text/event-stream");
    assert_eq!((response.status, response.code()), (400, -32602));
}

#[test]
fn a_body_must_be_json() {
    let served = served();
    let status = |kind: &str| {
        let request = call("add", json!({"a": 1, "b": 2}));
        request.send_with(&served, "Content-Type", kind).status
    };
    assert_eq!(status("application/json; charset=utf-8"), 200);
    assert_eq!(status("text/plain"), 415);
    assert_eq!(status("application/x-www-form-urlencoded"), 415);
    assert_eq!(status(""), 415);
}

#[test]
fn nothing_of_a_request_comes_back_in_a_header() {
    let served = served();
    let request = call("chat", json!({}));
    for (name, value) in [
        ("Mcp-Session-Id", "sent-by-the-peer"),
        ("X-Request-Id", "sent-by-the-peer"),
        ("Last-Event-ID", "sent-by-the-peer"),
    ] {
        let response = request.send_with(&served, name, value);
        assert_eq!(response.status, 200, "{name}");
        let names: Vec<_> = response.headers.iter().map(|(name, _)| &**name).collect();
        assert_eq!(
            names,
            [
                "content-type",
                "cache-control",
                "x-accel-buffering",
                "transfer-encoding",
                "date"
            ],
        );
    }
}
