//! Arguments that models and hosts really send, end to end.

use serde_json::{Value, json};

use crate::peer::{Peer, text};

/// The message of a refusal, with its code checked.
fn message(error: &Value) -> &str {
    assert_eq!(error["code"], -32602, "{error}");
    error["message"].as_str().unwrap()
}

#[test]
fn arrays_and_objects_that_are_encoded_twice_are_read() {
    let mut peer = Peer::session("2025-11-25");
    let filters = r#"[{"field":"state","value":"open"}]"#;
    let found = peer.call(
        "search",
        json!({ "query": "q", "limit": 1, "filters": filters }),
    );
    assert_eq!(found["structuredContent"]["records"][0]["filters"], 1);
    let echoed = peer.call("echo", json!({ "text": "{\"state\":\"open\"}" }));
    assert_eq!(text(&echoed), "{\"state\":\"open\"}");
    let nearly = peer.refused("search", json!({ "query": "q", "filters": "[{\"field\":" }));
    assert!(message(&nearly).contains("filters"), "{nearly}");
}

#[test]
fn text_is_not_a_number() {
    let mut peer = Peer::session("2025-11-25");
    for days in ["3", "three", "", "true"] {
        let refused = peer.refused("get_weather", json!({ "city": "Oslo", "days": days }));
        assert!(message(&refused).contains("'days'"), "{refused}");
        assert!(message(&refused).contains("string"), "{refused}");
    }
}

#[test]
fn a_whole_number_is_an_integer_however_it_is_written() {
    let mut peer = Peer::session("2025-11-25");
    for (days, read) in [("3.0", 3), ("1e1", 10), ("3", 3), ("3.000", 3)] {
        let id = peer.new_id();
        peer.send_text(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"get_weather","arguments":{{"city":"Oslo","days":{days}}}}}}}"#
        ));
        let answer = peer.answer(&json!(id));
        assert_eq!(
            answer["result"]["structuredContent"]["days"], read,
            "{answer}"
        );
    }
    for days in [
        json!(3.5),
        json!(true),
        json!([3]),
        json!({}),
        json!(1e2),
        json!(0),
        json!(-1),
    ] {
        let refused = peer.refused("get_weather", json!({ "city": "Oslo", "days": days }));
        assert!(message(&refused).contains("'days'"), "{refused}");
    }
}

#[test]
fn a_number_that_only_rounds_to_a_whole_one_is_none() {
    let mut peer = Peer::session("2025-11-25");
    for days in ["2.9999999999999999999", "16.0000000000000000000000000001"] {
        let id = peer.new_id();
        peer.send_text(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"get_weather","arguments":{{"city":"Oslo","days":{days}}}}}}}"#
        ));
        let answer = peer.answer(&json!(id));
        assert!(message(&answer["error"]).contains(days), "{answer}");
    }
}

#[test]
fn a_key_given_twice_below_the_root_is_one_finding() {
    let mut peer = Peer::session("2025-11-25");
    let id = peer.new_id();
    peer.send_text(&format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"search","arguments":{{"query":"q","filters":[{{"field":"a","field":"b","value":"c"}}]}}}}}}"#
    ));
    let answer = peer.answer(&json!(id));
    assert!(
        message(&answer["error"]).contains("filters[0].field"),
        "{answer}"
    );
    assert_eq!(
        answer["error"]["data"]["errors"].as_array().unwrap().len(),
        1,
        "{answer}"
    );
}

#[test]
fn null_means_absent_where_it_may() {
    let mut peer = Peer::session("2025-11-25");
    let result = peer.call(
        "get_weather",
        json!({ "city": "Oslo", "units": null, "days": null }),
    );
    assert_eq!(result["structuredContent"]["units"], "metric");
    let refused = peer.refused("get_weather", json!({ "city": null }));
    assert!(message(&refused).contains("null"), "{refused}");
}

#[test]
fn arguments_that_are_left_out_null_or_empty_are_the_same_call() {
    let mut peer = Peer::unruly(|_| {});
    for params in [
        json!({ "name": "panic_at_once" }),
        json!({ "name": "panic_at_once", "arguments": null }),
        json!({ "name": "panic_at_once", "arguments": {} }),
    ] {
        let answer = peer.request("tools/call", params);
        assert_eq!(answer["result"]["isError"], true, "the tool ran: {answer}");
    }
}

#[test]
fn arguments_of_another_shape_are_a_malformed_request() {
    let mut peer = Peer::session("2025-11-25");
    for arguments in [
        json!(["Oslo"]),
        json!("Oslo"),
        json!("{\"city\":\"Oslo\"}"),
        json!(1),
        json!(true),
    ] {
        let refused = peer.refused("get_weather", arguments);
        message(&refused);
    }
}

#[test]
fn an_unknown_argument_is_refused_with_the_nearest_name() {
    let mut peer = Peer::session("2025-11-25");
    let refused = peer.refused("get_weather", json!({ "city": "Oslo", "unit": "metric" }));
    assert!(
        message(&refused).contains("'unit', did you mean 'units'?"),
        "{refused}"
    );
}

#[test]
fn all_findings_are_in_one_answer() {
    let mut peer = Peer::session("2025-11-25");
    let refused = peer.refused("get_weather", json!({ "days": 300, "units": "kelvin" }));
    let message = message(&refused);
    assert!(
        message.starts_with("Invalid arguments for 'get_weather': "),
        "{message}"
    );
    for part in [
        "'city' is required",
        "between 1 and 16",
        "300",
        "metric",
        "imperial",
        "kelvin",
    ] {
        assert!(message.contains(part), "{part}: {message}");
    }
    assert_eq!(
        refused["data"]["errors"].as_array().unwrap().len(),
        3,
        "{refused}"
    );
}

#[test]
fn the_same_key_twice_is_refused() {
    let mut peer = Peer::session("2025-11-25");
    let id = peer.new_id();
    peer.send_text(&format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"echo","arguments":{{"text":"a","text":"b"}}}}}}"#
    ));
    let answer = peer.answer(&json!(id));
    assert!(message(&answer["error"]).contains("text"), "{answer}");
}

#[test]
fn big_integers_are_exact_or_refused() {
    let mut peer = Peer::session("2025-11-25");
    let sum = peer.call("add", json!({ "a": i64::MAX, "b": 0 }));
    assert_eq!(text(&sum), i64::MAX.to_string());
    let sum = peer.call("add", json!({ "a": i64::MIN, "b": 0 }));
    assert_eq!(text(&sum), i64::MIN.to_string());
    let id = peer.new_id();
    peer.send_text(&format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"add","arguments":{{"a":9007199254740993.0,"b":0}}}}}}"#
    ));
    assert_eq!(text(&peer.answer(&json!(id))["result"]), "9007199254740993");
    for a in [
        "9223372036854775808",
        "1e19",
        "123456789012345678901234567890",
    ] {
        let id = peer.new_id();
        peer.send_text(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"add","arguments":{{"a":{a},"b":0}}}}}}"#
        ));
        let answer = peer.answer(&json!(id));
        assert!(message(&answer["error"]).contains("'a'"), "{a}: {answer}");
    }
    let refused = peer.refused("add", json!({ "a": "9007199254740993", "b": 0 }));
    assert!(message(&refused).contains("'a'"), "{refused}");
}

#[test]
fn a_long_value_is_cut_where_it_is_echoed() {
    let mut peer = Peer::session("2025-11-25");
    let refused = peer.refused(
        "get_weather",
        json!({ "city": "Oslo", "units": "x".repeat(5_000_000) }),
    );
    assert!(
        message(&refused).len() < 1000,
        "{}",
        message(&refused).len()
    );
}
