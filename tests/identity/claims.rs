//! Good tokens that were issued for somebody else.

use mcp_runtime::{Bearer, Principal, Token, TokenClaims, TokenRefused};
use serde_json::json;

use crate::world::{ISSUER, RESOURCE, builder, call, send};

/// A token says `issuer,audience,seconds until it expires`, each short.
async fn verify(token: Token) -> Result<TokenClaims, TokenRefused> {
    let mut parts = token.as_str().split('.');
    let mut next = || parts.next().unwrap();
    let issuer = match next() {
        "own" => ISSUER,
        "second" => "https://login.example.com",
        _ => "https://evil.example",
    };
    let audience = match next() {
        "own" => vec!["https://other.example.com/mcp", RESOURCE],
        "named" => vec!["orders-api"],
        _ => vec!["https://other.example.com/mcp"],
    };
    let since = std::time::UNIX_EPOCH.elapsed().unwrap().as_secs();
    let expires_at = since.saturating_add_signed(next().replace('m', "-").parse().unwrap());
    let claims = TokenClaims::new(Principal::new("ada"), issuer, audience);
    Ok(claims.expires_at(expires_at))
}

#[tokio::test]
async fn a_token_is_taken_from_a_known_issuer_for_this_server_and_in_time() {
    let bearer = Bearer::new(RESOURCE, ISSUER, verify)
        .authorization_server("https://login.example.com")
        .audience("orders-api");
    let mut service = builder().bearer(bearer).build().unwrap().into_service();
    for token in ["own.own.600", "own.named.600", "second.own.600"] {
        let came = send(&mut service, call(token, "who", json!({}))).await;
        assert_eq!((came.status, &*came.text()), (200, "ada"), "{token}");
    }
    for token in ["own.other.600", "evil.own.600", "own.own.m600"] {
        let came = send(&mut service, call(token, "who", json!({}))).await;
        assert_eq!(came.status, 401, "{token}");
        let challenge = came.challenge();
        assert!(
            challenge.starts_with(r#"Bearer error="invalid_token""#),
            "{challenge}"
        );
        assert_eq!(came.body, "invalid_token\n");
    }
}
