//! Requests with a good token, with a bad one, and with none.

use serde_json::json;

use crate::world::{METADATA, bare, call, send, service};

#[tokio::test]
async fn a_good_token_is_let_in_and_tools_know_whose_it_is() {
    let came = send(&mut service(), call("ada", "who", json!({}))).await;
    assert_eq!((came.status, &*came.text()), (200, "ada"));
}

#[tokio::test]
async fn without_a_token_the_client_is_told_where_to_get_one() {
    let came = send(&mut service(), call("", "who", json!({}))).await;
    assert_eq!(came.status, 401);
    assert_eq!(
        came.challenge(),
        format!(r#"Bearer scope="orders:read", resource_metadata="{METADATA}""#)
    );
    assert_eq!(came.headers["cache-control"], "no-store");
    assert_eq!(
        came.body,
        "this server takes requests with a token: `Authorization: Bearer ..`\n"
    );
}

#[tokio::test]
async fn credentials_of_another_kind_are_no_token() {
    let mut request = call("", "who", json!({}));
    let basic = "Basic YWRhOnNlY3JldA==".parse().unwrap();
    request.headers_mut().insert("Authorization", basic);
    let came = send(&mut service(), request).await;
    assert_eq!(came.status, 401);
    assert!(!came.challenge().contains("error="), "{}", came.challenge());
}

#[tokio::test]
async fn a_bad_token_is_refused_without_a_word_about_why() {
    for token in ["expired", "a b", "a\"b", "=="] {
        let came = send(&mut service(), call(token, "who", json!({}))).await;
        assert_eq!(came.status, 401, "{token}");
        assert_eq!(
            came.challenge(),
            format!(
                r#"Bearer error="invalid_token", scope="orders:read", resource_metadata="{METADATA}""#
            ),
            "{token}"
        );
        assert_eq!(came.body, "invalid_token\n");
    }
}

#[tokio::test]
async fn two_tokens_are_a_malformed_request() {
    let mut request = call("ada", "who", json!({}));
    let second = "Bearer eve".parse().unwrap();
    request.headers_mut().append("Authorization", second);
    let came = send(&mut service(), request).await;
    assert_eq!(came.status, 400);
    assert!(
        came.challenge()
            .starts_with(r#"Bearer error="invalid_request", "#)
    );
}

#[tokio::test]
async fn a_token_in_the_address_is_none() {
    let mut request = call("", "who", json!({}));
    *request.uri_mut() = "/mcp?access_token=ada".parse().unwrap();
    assert_eq!(send(&mut service(), request).await.status, 401);
}

#[tokio::test]
async fn nothing_of_a_request_comes_back_in_the_refusal() {
    let mut request = call("expired", "who", json!({}));
    let value = "Bearer x\", error=\"injected".parse().unwrap();
    request.headers_mut().insert("Authorization", value);
    *request.uri_mut() = "/mcp?injected".parse().unwrap();
    let came = send(&mut service(), request).await;
    assert_eq!(came.status, 401);
    assert!(!format!("{came:?}").contains("injected"), "{came:?}");
}

#[tokio::test]
async fn while_nobody_can_tell_a_good_token_is_not_called_bad() {
    for token in ["down", "panics"] {
        let came = send(&mut service(), call(token, "who", json!({}))).await;
        assert_eq!(came.status, 503, "{token}");
        assert_eq!(came.headers["retry-after"], "10");
        assert!(!came.headers.contains_key("www-authenticate"));
    }
}

#[tokio::test]
async fn every_method_asks_for_a_token_but_the_one_of_a_browser() {
    for method in ["GET", "DELETE", "PUT"] {
        let request = bare(method, "/mcp", "").body(String::new()).unwrap();
        assert_eq!(send(&mut service(), request).await.status, 401, "{method}");
    }
    let preflight = bare("OPTIONS", "/mcp", "")
        .header("Origin", "http://localhost:3000")
        .header("Access-Control-Request-Method", "POST")
        .body(String::new())
        .unwrap();
    let came = send(&mut service(), preflight).await;
    assert_eq!(came.status, 204);
    assert_eq!(
        came.headers["access-control-allow-origin"],
        "http://localhost:3000"
    );
    let mut request = call("", "who", json!({}));
    let origin = "http://localhost:3000".parse().unwrap();
    request.headers_mut().insert("Origin", origin);
    let came = send(&mut service(), request).await;
    assert_eq!(came.status, 401);
    assert_eq!(
        came.headers["access-control-allow-origin"],
        "http://localhost:3000"
    );
}

#[tokio::test]
async fn a_request_is_refused_before_its_body_is_read() {
    let mut request = call("", "who", json!({}));
    *request.body_mut() = "not JSON".to_owned();
    assert_eq!(send(&mut service(), request).await.status, 401);
}
