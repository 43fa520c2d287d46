//! The metadata of the protected resource (RFC 9728), and what keeps it from being served.

use mcp_runtime::{Bearer, BearerLayer, Principal, Token, TokenRefused};
use serde_json::json;

use crate::world::{ISSUER, RESOURCE, bare, bearer, builder, send, service};

async fn anybody(_: Token) -> Result<Principal, TokenRefused> {
    Ok(Principal::new("anybody"))
}

#[tokio::test]
async fn it_is_served_to_everybody_where_clients_look() {
    let mut service = service();
    assert_eq!(
        service.metadata_path(),
        Some("/.well-known/oauth-protected-resource/mcp")
    );
    for path in [
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/oauth-protected-resource",
    ] {
        let request = bare("GET", path, "").body(String::new()).unwrap();
        let came = send(&mut service, request).await;
        assert_eq!(came.status, 200, "{path}");
        assert_eq!(came.headers["content-type"], "application/json");
        assert_eq!(
            came.json(),
            json!({
                "resource": RESOURCE,
                "authorization_servers": [ISSUER],
                "scopes_supported": ["orders:read"],
                "bearer_methods_supported": ["header"],
            })
        );
        let post = bare("POST", path, "").body(String::new()).unwrap();
        let came = send(&mut service, post).await;
        assert_eq!(came.status, 405);
        assert_eq!(came.headers["allow"], "GET, HEAD, OPTIONS");
    }
}

#[tokio::test]
async fn it_names_every_authorization_server() {
    let bearer = Bearer::new(RESOURCE, ISSUER, anybody);
    let bearer = bearer.authorization_server("https://other.example/realms/x");
    let layer = BearerLayer::new(bearer).unwrap();
    let document: serde_json::Value = serde_json::from_str(layer.metadata()).unwrap();
    assert_eq!(
        document["authorization_servers"],
        json!([ISSUER, "https://other.example/realms/x"])
    );
    assert!(document.get("scopes_supported").is_none());
}

#[test]
fn what_is_wrong_with_it_is_said_at_once() {
    let wrong = || {
        Bearer::new("http://mcp.example.com/mcp", "auth.example.com", anybody)
            .scopes(["orders:read write"])
            .implies("orders:admin", ["\""])
    };
    let built = builder().bearer(wrong()).build().unwrap_err();
    let layered = BearerLayer::new(wrong()).unwrap_err();
    let problems: Vec<_> = built.problems().collect();
    assert_eq!(problems, layered.problems().collect::<Vec<_>>());
    assert_eq!(
        problems,
        [
            "`http://mcp.example.com/mcp` is not the address of a server's endpoint, such as `https://mcp.example.com/mcp`: tokens are sent over `https://`, or within one machine",
            "`auth.example.com` is not the address of an authorization server, such as `https://auth.example.com`: it does not begin with `https://` and a host",
            "the scope \"orders:read write\" of `Bearer` is none: a scope is made of ASCII letters, digits and marks, without blanks, `\"` and `\\` (RFC 6749, section 3.3)",
            "the scope \"\\\"\" of `Bearer` is none: a scope is made of ASCII letters, digits and marks, without blanks, `\"` and `\\` (RFC 6749, section 3.3)",
        ]
    );
    assert!(builder().bearer(bearer()).build().is_ok());
}
