//! A process of its own that serves HTTP to those with tokens.

use mcp_runtime::testing::HttpClient;
use mcp_runtime::{ServeError, Server, tool, tools};
use serde_json::json;

use crate::world::{bearer, builder};

#[tokio::test]
async fn with_a_token_it_serves() {
    let serving = builder()
        .bearer(bearer())
        .build()
        .unwrap()
        .serve_http("127.0.0.1:0");
    let url = serving.url().unwrap();
    let served = tokio::spawn(serving.into_future());
    let client = HttpClient::connect(&url)
        .unwrap()
        .with_header("Authorization", "Bearer ada");
    assert_eq!(client.call("who", json!({})).await.unwrap().text(), "ada");
    served.abort();
}

/// The endpoint's path is not all that it has: clients look for the metadata beside it.
#[tokio::test]
async fn it_serves_the_metadata_beside_the_endpoint() {
    use std::io::{Read, Write};

    let serving = builder()
        .bearer(bearer())
        .build()
        .unwrap()
        .serve_http("127.0.0.1:0");
    let address = serving.local_addr().unwrap();
    let served = tokio::spawn(serving.into_future());
    let ask = move |path: &str| {
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let asked = tokio::task::spawn_blocking(move || {
        [
            "/.well-known/oauth-protected-resource/mcp",
            "/.well-known/oauth-protected-resource",
            "/x",
        ]
        .map(ask)
    });
    let [at_path, at_root, elsewhere] = asked.await.unwrap();
    for answer in [at_path, at_root] {
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        assert!(
            answer.contains(r#""resource":"https://mcp.example.com/mcp""#),
            "{answer}"
        );
    }
    assert!(
        elsewhere.starts_with("HTTP/1.1 404 Not Found\r\n"),
        "{elsewhere}"
    );
    served.abort();
}

#[tokio::test]
async fn scopes_that_nothing_would_protect_are_not_served() {
    let serving = builder().build().unwrap().serve_http("127.0.0.1:0");
    let error = serving.url().unwrap_err();
    assert!(matches!(error, ServeError::NobodyIdentifies { .. }));
    assert_eq!(
        error.to_string(),
        "the tool 'read_order' has a scope, and over HTTP nothing would say who calls: give the server a `bearer(..)`, or mount it with `into_service` behind a layer that puts a `Principal` into requests"
    );
    assert!(matches!(
        serving.await,
        Err(ServeError::NobodyIdentifies { .. })
    ));
}

/// Says hello.
#[tool]
fn hello() {}

#[tokio::test]
async fn without_scopes_it_is_served_to_anybody() {
    let server = Server::builder("open", "1.0.0").tools(tools![hello]);
    let serving = server.build().unwrap().serve_http("127.0.0.1:0");
    assert!(serving.url().is_ok());
}
