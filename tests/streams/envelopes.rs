//! Envelopes: what is a message, and what an answer repeats of it.

use mcp_runtime::ProtocolVersion;
use serde_json::{Value, json};

use crate::{json, refusal, session, silent};

#[tokio::test]
async fn what_is_not_json_is_a_parse_error_without_id() {
    let client = silent();
    for text in [
        "x",
        "{",
        r#"{"jsonrpc":"2.0","id":1,"method":"ping""#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}}"#,
        r#"{"jsonrpc":"2.0","id":01,"method":"ping"}"#,
        "[1,",
        "\u{0}",
        "{'id':1}",
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1e}}"#,
    ] {
        assert_eq!(refusal(&client, text).await, (-32700, None), "{text}");
    }
    assert!(
        client
            .send(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
            .await
            .is_some()
    );
}

#[tokio::test]
async fn what_is_json_and_not_a_request_is_an_invalid_request() {
    let client = silent();
    for (text, id) in [
        ("{}", None),
        ("[]", None),
        ("7", None),
        ("\"x\"", None),
        ("null", None),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, None),
        (
            r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
            Some(json!(1)),
        ),
        (r#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#, Some(json!(1))),
        (r#"{"id":"a","method":"ping"}"#, Some(json!("a"))),
        (r#"{"jsonrpc":"2.0","id":1}"#, Some(json!(1))),
        (r#"{"jsonrpc":"2.0","id":1,"method":7}"#, Some(json!(1))),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}"#,
            Some(json!(1)),
        ),
        (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, None),
        (
            r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping","method":"ping"}"#,
            None,
        ),
        (
            r#"{"method":"ping","method":"ping","jsonrpc":"2.0","id":1,"id":2}"#,
            None,
        ),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, None),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, None),
        (r#"{"jsonrpc":"2.0","id":1e2,"method":"ping"}"#, None),
        (r#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, None),
        (r#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, None),
    ] {
        assert_eq!(refusal(&client, text).await, (-32600, id), "{text}");
    }
}

#[tokio::test]
async fn params_that_are_no_object_are_invalid_params() {
    let client = silent();
    for method in ["ping", "tools/call"] {
        for params in ["[]", "[1]", "\"x\"", "7", "true"] {
            let text =
                format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
            let expected = (-32602, Some(json!(1)));
            assert_eq!(refusal(&client, &text).await, expected, "{text}");
        }
    }
}

#[tokio::test]
async fn blanks_around_a_message_are_tolerated_and_blank_lines_are_nothing() {
    let client = silent();
    for text in ["", " ", "\t", "\r", "\u{feff}"] {
        assert_eq!(client.send(text).await, None);
    }
    for text in [
        " {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r",
        "\u{feff}{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
    ] {
        assert_eq!(json(client.send(text).await)["result"], json!({}));
    }
}

#[tokio::test]
async fn what_is_shaped_like_an_answer_is_never_answered() {
    let client = silent();
    for text in [
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32700,"message":"x"}}"#,
        r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"x"}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}"#,
        r#"{"id":1,"result":null}"#,
        r#"{"error":1}"#,
    ] {
        assert_eq!(client.send(text).await, None, "{text}");
    }
}

#[tokio::test]
async fn notifications_are_never_answered() {
    let client = silent();
    for text in [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/unheard_of","params":{"x":1}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/x","params":[1]}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/x","error":{"code":1}}"#,
        r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"nobody"}}"#,
        r#"{"jsonrpc":"2.0","method":"nothing/at/all"}"#,
    ] {
        assert_eq!(client.send(text).await, None, "{text}");
    }
}

#[tokio::test]
async fn ids_are_repeated_byte_for_byte() {
    let client = silent();
    let long = format!("\"{}\"", "x".repeat(1 << 20));
    for id in [
        "0",
        "-1",
        "9007199254740993",
        "123456789012345678901234567890",
        "\"1\"",
        "\"\"",
        "\"\\u0041\\/\\n\"",
        "\"Zürich 😀\"",
        &long,
    ] {
        for (method, params) in [("ping", ""), ("nothing", "")] {
            let request = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}"{params}}}"#);
            let answer = client.send(&request).await.unwrap();
            assert!(
                answer.contains(&format!("\"id\":{id},")),
                "{method} {id:.40}"
            );
        }
    }
}

#[tokio::test]
async fn an_answer_is_one_line_for_every_reader() {
    let client = session(ProtocolVersion::V2025_06_18);
    let request = "{\"jsonrpc\":\"2.0\",\"id\":\"a\u{2028}\",\"method\":\"tools/call\",\
        \"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"a\\nb\u{2028}c\u{85}d\u{2029}\"}}}";
    let answer = client.send(request).await.unwrap();
    assert!(
        !answer.contains(['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}']),
        "{answer}"
    );
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(
        answer["result"]["content"][0]["text"],
        "a\nb\u{2028}c\u{85}d\u{2029}"
    );
    assert_eq!(answer["id"], "a\u{2028}");
}

#[tokio::test]
async fn nesting_is_bounded_and_does_not_use_up_the_stack() {
    let client = session(ProtocolVersion::V2025_06_18);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for params in [
        format!(r#"{{"name":"echo","arguments":{{"text":{deep}}}}}"#),
        format!(r#"{{"name":"echo","_meta":{deep}}}"#),
        format!(r#"{{"else":{deep}}}"#),
        deep.clone(),
    ] {
        let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#);
        assert_eq!(refusal(&client, &text).await, (-32600, Some(json!(1))));
    }
    assert_eq!(refusal(&client, &deep).await, (-32600, None));
    let unclosed = "[".repeat(100_000);
    assert_eq!(refusal(&client, &unclosed).await, (-32700, None));
}

#[tokio::test]
async fn lone_surrogates_are_refused_and_nothing_breaks() {
    let client = session(ProtocolVersion::V2025_06_18);
    let (code, id) = refusal(
        &client,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"\ud800"}}}"#,
    )
    .await;
    assert_eq!((code, id), (-32602, Some(json!(1))));
    let (code, _) = refusal(
        &client,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\ud800"}}"#,
    )
    .await;
    assert_eq!(code, -32602);
    let (code, _) = refusal(&client, r#"{"jsonrpc":"2.0","id":1,"method":"\udfff"}"#).await;
    assert_eq!(code, -32600);
    assert!(
        client
            .send(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#)
            .await
            .is_some()
    );
}

#[tokio::test]
async fn batches_are_answered_in_one_array_where_they_exist() {
    let client = session(ProtocolVersion::V2025_03_26);
    let answer = json(
        client
            .send(
                r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},
                   {"jsonrpc":"2.0","method":"notifications/initialized"},
                   {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}},
                   {"jsonrpc":"2.0","id":3,"result":{}},
                   7,
                   {"jsonrpc":"2.0","id":4,"method":"initialize","params":{"protocolVersion":"2025-03-26"}},
                   {"jsonrpc":"2.0","id":5,"method":"nothing"}]"#,
            )
            .await,
    );
    let answers = answer.as_array().unwrap();
    let of = |id: Value| answers.iter().find(|answer| answer.get("id") == Some(&id));
    assert_eq!(answers.len(), 5, "{answer}");
    assert_eq!(of(json!(1)).unwrap()["result"], json!({}));
    assert_eq!(of(json!(2)).unwrap()["result"]["content"][0]["text"], "x");
    assert_eq!(of(json!(4)).unwrap()["error"]["code"], -32600);
    assert_eq!(of(json!(5)).unwrap()["error"]["code"], -32601);
    assert!(
        answers
            .iter()
            .any(|answer| answer.get("id").is_none() && answer["error"]["code"] == -32600)
    );

    assert_eq!(refusal(&client, "[]").await, (-32600, None));
    let silent = r#"[{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":1,"result":{}}]"#;
    assert_eq!(client.send(silent).await, None);
}

#[tokio::test]
async fn batches_are_refused_where_they_do_not_exist() {
    for version in ProtocolVersion::ALL {
        if version == ProtocolVersion::V2025_03_26 {
            continue;
        }
        let client = session(version);
        let batch = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#;
        assert_eq!(refusal(&client, batch).await, (-32600, None), "{version}");
    }
}
