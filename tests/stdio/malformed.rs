//! Bytes that are not a request never end the process.

use serde_json::{Value, json};

use crate::peer::{Peer, text};

/// Sends a line and gives the one answer to it.
fn answer(peer: &mut Peer, line: &[u8]) -> Value {
    peer.send_bytes(line);
    let answer = peer.next();
    peer.assert_silence();
    answer
}

#[test]
fn what_is_not_json_is_a_parse_error_without_an_id() {
    let mut peer = Peer::session("2025-11-25");
    let lines: [&[u8]; 7] = [
        b"nonsense",
        b"{",
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"",
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}}",
        b"\"\xFF\xFE\"",
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xC3\x28\"}",
        b"\x00\x01\x02",
    ];
    for line in lines {
        let answer = answer(&mut peer, line);
        assert_eq!(answer["error"]["code"], -32700, "{answer}");
        assert_eq!(answer.get("id"), None);
    }
}

#[test]
fn json_that_is_not_a_request_is_an_invalid_request() {
    let mut peer = Peer::session("2025-11-25");
    let lines = [
        ("[]", None),
        ("{}", None),
        ("\"x\"", None),
        ("1", None),
        ("null", None),
        (
            r#"{"jsonrpc":"1.0","id":5,"method":"ping"}"#,
            Some(json!(5)),
        ),
        (r#"{"id":"five","method":"ping"}"#, Some(json!("five"))),
        (r#"{"jsonrpc":"2.0","id":5,"method":7}"#, Some(json!(5))),
        (r#"{"jsonrpc":"2.0","id":5}"#, Some(json!(5))),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, None),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, None),
        (r#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, None),
        (r#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, None),
    ];
    for (line, id) in lines {
        let answer = answer(&mut peer, line.as_bytes());
        assert_eq!(answer["error"]["code"], -32600, "{line}: {answer}");
        assert_eq!(answer.get("id"), id.as_ref(), "{line}: {answer}");
    }
}

#[test]
fn blank_lines_and_foreign_line_ends_are_no_messages() {
    let mut peer = Peer::start();
    peer.send_bytes(b"\xEF\xBB\xBF{\"jsonrpc\":\"2.0\",\"id\":\"bom\",\"method\":\"ping\"}\r");
    assert_eq!(peer.next()["id"], "bom");
    peer.send_bytes(b"\n\r\n  \t\n");
    peer.assert_silence();
}

#[test]
fn what_looks_like_an_answer_is_never_answered() {
    let mut peer = Peer::session("2025-11-25");
    for line in [
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#,
        r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"no"}}"#,
        r#"{"jsonrpc":"1.0","id":1,"result":{}}"#,
        r#"{"error":"what"}"#,
        r#"{"jsonrpc":"2.0","id":{},"result":1}"#,
    ] {
        peer.send_text(line);
        peer.assert_silence();
    }
}

#[test]
fn notifications_are_never_answered() {
    let mut peer = Peer::session("2025-11-25");
    for line in [
        r#"{"jsonrpc":"2.0","method":"notifications/unknown"}"#,
        r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"nothing"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":[1]}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
    ] {
        peer.send_text(line);
        peer.assert_silence();
    }
}

#[test]
fn ids_come_back_byte_for_byte() {
    let mut peer = Peer::session("2025-11-25");
    let long = format!("\"{}\"", "i".repeat(1_000_000));
    let ids = [
        "0",
        "-1",
        "9007199254740993",
        "18446744073709551615",
        "123456789012345678901234567890",
        "\"1\"",
        "\"\"",
        r#""\u00e9\n""#,
        "\"\u{e9}\"",
        &long,
    ];
    for id in ids {
        peer.send_text(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#));
        let line = peer.next_line();
        assert_eq!(
            line,
            format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)
        );
    }
}

#[test]
fn a_duplicate_id_in_flight_is_refused_and_the_first_call_goes_on() {
    let mut peer = Peer::session("2025-11-25");
    let id = peer.start_call("sleep", json!({ "ms": 200 }));
    peer.send(&json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": { "name": "echo", "arguments": { "text": "x" } } }));
    let refused = peer.next();
    assert_eq!(refused["error"]["code"], -32600, "{refused}");
    assert_eq!(text(&peer.next()["result"]), "slept");
}

#[test]
fn deep_nesting_is_refused_and_the_process_lives() {
    let mut peer = Peer::session("2025-11-25");
    let deep = "[".repeat(10_000) + &"]".repeat(10_000);
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{{"name":"search","arguments":{{"query":"x","filters":{deep}}}}}}}"#
    );
    let refused = answer(&mut peer, call.as_bytes());
    assert_eq!(refused["error"]["code"], -32600, "{refused}");
    assert!(
        refused["error"]["message"]
            .as_str()
            .unwrap()
            .contains("128 levels"),
        "{refused}"
    );
    assert_eq!(refused["id"], "deep");
    let bare = answer(&mut peer, deep.as_bytes());
    assert!(
        [-32600, -32700].contains(&bare["error"]["code"].as_i64().unwrap()),
        "{bare}"
    );
}

#[test]
fn a_line_over_the_limit_is_refused_and_the_next_one_is_read() {
    let mut peer = Peer::session("2025-11-25");
    let long = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"echo","arguments":{{"text":"{}"}}}}}}"#,
        "x".repeat(50_000_000)
    );
    let refused = answer(&mut peer, long.as_bytes());
    assert_eq!(refused["error"]["code"], -32600, "{refused}");
    assert_eq!(text(&peer.call("echo", json!({ "text": "next" }))), "next");
}

#[test]
fn lone_surrogates_are_refused_and_the_process_lives() {
    let mut peer = Peer::session("2025-11-25");
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"\ud800"}}}"#;
    let refused = answer(&mut peer, call.as_bytes());
    let code = refused["error"]["code"].as_i64().unwrap();
    assert!([-32602, -32700].contains(&code), "{refused}");
}

#[test]
fn separators_that_end_a_line_elsewhere_are_escaped() {
    let mut peer = Peer::session("2025-11-25");
    let separators = "a\u{2028}b\u{2029}c\u{85}d\ne";
    let id = peer.start_call("echo", json!({ "text": separators }));
    let line = peer.next_line();
    assert!(line.contains(&format!("\"id\":{id}")));
    assert!(line.is_ascii(), "{line}");
    let answer: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(text(&answer["result"]), separators);
}

#[test]
fn random_and_mutated_lines_never_end_the_process() {
    let mut peer = Peer::session("2025-11-25");
    let seed = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_weather","arguments":{"city":"Oslo","days":3}}}"#;
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    for round in 0..400 {
        let mut line = seed.to_vec();
        if round % 4 == 0 {
            line = (0..random.below(200)).map(|_| random.byte()).collect();
        }
        for _ in 0..=random.below(4) {
            mutate(&mut line, &mut random);
        }
        line.retain(|byte| *byte != b'\n');
        peer.send_bytes(&line);
    }
    peer.send_text(r#"{"jsonrpc":"2.0","id":"the end","method":"ping"}"#);
    assert_eq!(peer.answer(&json!("the end"))["result"], json!({}));
    assert!(peer.end().status.success());
}

fn mutate(line: &mut Vec<u8>, random: &mut Random) {
    if line.is_empty() {
        return;
    }
    let at = random.below(line.len());
    match random.below(5) {
        0 => line[at] = random.byte(),
        1 => line.truncate(at),
        2 => line.insert(at, random.byte()),
        3 => drop(line.remove(at)),
        _ => {
            let piece = line[at..].to_vec();
            line.extend(piece);
        }
    }
}

/// Xorshift: the same lines in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % (limit as u64)).unwrap()
    }

    fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[3]
    }
}
