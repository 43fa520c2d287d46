//! HTTP/1.1 as it is spoken: connections that are kept, bodies in pieces, requests in a row.

use serde_json::json;

use crate::peer::{call, modern, serve};
use crate::tools::{World, server};

#[test]
fn a_connection_is_kept() {
    let served = serve(server(&World::default()));
    let mut peer = served.connect();
    for number in 0..3 {
        call("add", json!({"a": number, "b": 0})).write_to(&mut peer);
        let response = peer.response();
        assert_eq!(
            response.json()["result"]["content"][0]["text"],
            number.to_string()
        );
        call("chat", json!({})).write_to(&mut peer);
        assert_eq!(peer.response().events().len(), 2);
    }
}

#[test]
fn requests_in_a_row_are_answered_in_a_row() {
    let served = serve(server(&World::default()));
    let mut peer = served.connect();
    for number in 0..5 {
        modern(number, "tools/list", json!({})).write_to(&mut peer);
    }
    for number in 0..5 {
        assert_eq!(peer.response().json()["id"], number);
    }
}

#[test]
fn a_body_may_come_in_pieces() {
    let served = serve(server(&World::default()));
    let request = call("add", json!({"a": 1, "b": 2}));
    let body = request.body.to_string();
    let mut headers = request.headers();
    headers.extend([("Content-Length", ""), ("Transfer-Encoding", "chunked")]);
    let mut peer = served.connect();
    peer.write_post(&headers, "");
    for piece in body.as_bytes().chunks(7) {
        peer.write(format!("{:x}\r\n", piece.len()));
        peer.write(piece);
        peer.write("\r\n");
    }
    peer.write("0\r\n\r\n");
    assert_eq!(peer.response().json()["result"]["content"][0]["text"], "3");
}

#[test]
fn a_client_that_waits_to_be_asked_for_its_body_is_asked() {
    let served = serve(server(&World::default()));
    let request = call("add", json!({"a": 1, "b": 2}));
    let body = request.body.to_string();
    let length = body.len().to_string();
    let mut headers = request.headers();
    headers.extend([("Content-Length", &*length), ("Expect", "100-continue")]);
    let mut peer = served.connect();
    peer.write_post(&headers, "");
    assert_eq!(peer.head().status, 100);
    peer.write(body);
    assert_eq!(peer.response().status, 200);
    // What is refused before its body is not asked for.
    headers.push(("Origin", "https://evil.example"));
    let mut peer = served.connect();
    peer.write_post(&headers, "");
    assert_eq!(peer.head().status, 403);
}

#[test]
fn many_clients_are_served_side_by_side() {
    let served = serve(server(&World::default()));
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let served = &served;
            scope.spawn(move || {
                let mut peer = served.connect();
                for number in 0..50 {
                    call("add", json!({"a": thread * 1000, "b": number})).write_to(&mut peer);
                    let sum = (thread * 1000 + number).to_string();
                    assert_eq!(peer.response().json()["result"]["content"][0]["text"], sum);
                }
            });
        }
    });
}

#[test]
fn bytes_that_are_no_message_are_answered_and_end_nothing() {
    let served = serve(server(&World::default()));
    let mut peer = served.connect();
    for (body, code) in [
        ("", -32700),
        ("  \n", -32700),
        ("{", -32700),
        ("nonsense", -32700),
        ("[]", -32600),
        ("{}", -32600),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#,
            -32600,
        ),
    ] {
        let headers = [("MCP-Protocol-Version", "2026-07-28")];
        let response = peer.post(&headers, body);
        assert_eq!((response.status, response.code()), (400, code), "{body}");
        assert_eq!(response.json().get("id"), None, "{body}");
    }
    let mut peer = served.connect();
    peer.write("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n");
    peer.write([0xff, 0xfe]);
    let response = peer.response();
    assert_eq!((response.status, response.code()), (400, -32700));
}

#[test]
fn a_notification_is_taken() {
    let served = serve(server(&World::default()));
    let headers = [("MCP-Protocol-Version", "2026-07-28")];
    let response = served.post(&headers, r#"{"jsonrpc":"2.0","method":"notifications/x"}"#);
    assert_eq!((response.status, &*response.body), (202, ""));
}
