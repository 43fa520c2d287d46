//! For whom a server answers (H1), and at which paths and methods.

use serde_json::json;

use crate::peer::{call, initialize, serve};
use crate::tools::{World, builder, server};

#[test]
fn another_host_or_origin_is_forbidden() {
    let served = serve(server(&World::default()));
    let request = call("add", json!({"a": 1, "b": 2}));
    for (name, value) in [
        ("Host", "evil.example"),
        ("Host", "localhost.evil.example"),
        ("Origin", "https://evil.example"),
        ("Origin", "null"),
    ] {
        let response = request.send_with(&served, name, value);
        assert_eq!(response.status, 403, "{name}: {value}");
        assert!(!response.body.contains("evil"), "{}", response.body);
    }
    let evil = [("Host", "evil.example"), ("Origin", "http://evil.example")];
    assert_eq!(served.post(&evil, &initialize("2025-11-25")).status, 403);
}

#[test]
fn this_machine_is_let_in() {
    let served = serve(server(&World::default()));
    let request = call("add", json!({"a": 1, "b": 2}));
    let own = format!("http://{}", served.address);
    let port = served.address.port();
    for (name, value) in [
        ("Host", format!("localhost:{port}")),
        ("Host", "[::1]:1234".to_owned()),
        ("Origin", own),
        ("Origin", "http://localhost:6274".to_owned()),
    ] {
        let response = request.send_with(&served, name, &value);
        assert_eq!(response.status, 200, "{name}: {value}");
    }
}

#[test]
fn a_name_and_a_page_are_opened_with_one_option_each() {
    let server = builder(&World::default())
        .allowed_hosts(["mcp.example.com"])
        .allowed_origins(["https://app.example.com"])
        .build()
        .unwrap();
    let served = serve(server);
    let request = call("add", json!({"a": 1, "b": 2}));
    let status = |origin: &str| {
        let mut headers = request.headers();
        headers.extend([("Host", "mcp.example.com"), ("Origin", origin)]);
        served.post(&headers, &request.body.to_string()).status
    };
    assert_eq!(status(""), 200);
    assert_eq!(status("https://app.example.com"), 200);
    assert_eq!(status("https://mcp.example.com"), 200);
    assert_eq!(status("https://evil.example"), 403);
}

#[test]
fn a_page_that_may_call_is_told_so_in_its_browsers_words() {
    let server = builder(&World::default())
        .allowed_origins(["https://app.example.com"])
        .build()
        .unwrap();
    let served = serve(server);
    let preflight = |origin: &str| {
        let asks = [
            ("Origin", origin),
            ("Access-Control-Request-Method", "POST"),
            (
                "Access-Control-Request-Headers",
                "content-type,mcp-param-region",
            ),
        ];
        served.connect().bare("OPTIONS", &asks)
    };
    for origin in ["https://app.example.com", "http://localhost:6274"] {
        let response = preflight(origin);
        assert_eq!(response.status, 204);
        for (name, value) in [
            ("access-control-allow-origin", origin),
            ("access-control-allow-methods", "GET, POST, DELETE, OPTIONS"),
            ("access-control-allow-headers", "*, Authorization"),
            ("access-control-max-age", "7200"),
            ("vary", "Origin"),
        ] {
            assert_eq!(response.header(name), Some(value));
        }
        assert_eq!(response.header("access-control-allow-credentials"), None);
        let request = call("add", json!({"a": 1, "b": 2}));
        let response = request.send_with(&served, "Origin", origin);
        assert_eq!(response.status, 200);
        for (name, value) in [
            ("access-control-allow-origin", origin),
            (
                "access-control-expose-headers",
                "Mcp-Session-Id, WWW-Authenticate, Retry-After",
            ),
            ("vary", "Origin"),
        ] {
            assert_eq!(response.header(name), Some(value));
        }
    }
    let refused = preflight("https://evil.example");
    assert_eq!(refused.status, 403);
    assert_eq!(refused.header("access-control-allow-origin"), None);
}

#[test]
fn where_every_page_may_call_none_is_named() {
    let server = builder(&World::default()).allowed_origins(["*"]).build();
    let served = serve(server.unwrap());
    let request = call("add", json!({"a": 1, "b": 2}));
    let response = request.send_with(&served, "Origin", "https://evil.example");
    assert_eq!(response.status, 200);
    assert_eq!(response.header("access-control-allow-origin"), Some("*"));
}

#[test]
fn a_host_must_be_named_and_once() {
    let served = serve(server(&World::default()));
    let mut peer = served.connect();
    peer.write("GET /mcp HTTP/1.1\r\n\r\n");
    assert_eq!(peer.response().status, 400);
    let mut peer = served.connect();
    peer.write("GET /mcp HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n");
    assert_eq!(peer.response().status, 400);
    let mut peer = served.connect();
    peer.write("GET http://evil.example/mcp HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_eq!(peer.response().status, 400);
}

#[test]
fn methods_are_answered_for_what_they_are() {
    let served = serve(server(&World::default()));
    let mut peer = served.connect();
    let modern = [
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Session-Id", "x"),
    ];
    for method in ["GET", "DELETE"] {
        for headers in [&[][..], &modern] {
            let response = peer.bare(method, headers);
            assert_eq!(response.status, 405, "{method}");
            assert_eq!(response.header("allow"), Some("POST, OPTIONS"));
        }
    }
    for method in ["PUT", "PATCH", "HEAD", "TRACE"] {
        let response = peer.bare(method, &[]);
        assert_eq!(response.status, 405, "{method}");
        let allowed = response.header("allow");
        assert_eq!(allowed, Some("GET, POST, DELETE, OPTIONS"));
    }
    let response = peer.bare("OPTIONS", &[]);
    assert_eq!(response.status, 204);
    assert_eq!(response.header("allow"), Some("GET, POST, DELETE, OPTIONS"));
    assert_eq!(response.header("access-control-allow-origin"), None);
}

#[test]
fn elsewhere_there_is_nothing() {
    let served = serve(server(&World::default()));
    for path in ["/", "/mcp/", "/.well-known/oauth-protected-resource"] {
        let mut peer = served.connect();
        peer.write(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        let response = peer.response();
        assert_eq!(response.status, 404, "{path}");
        assert!(response.body.contains("/mcp"), "{}", response.body);
    }
}
