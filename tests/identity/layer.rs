//! The check of tokens as a layer, and layers of an application's own.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use http::{Request, Response};
use mcp_runtime::{BearerLayer, HttpService, Principal};
use serde_json::json;
use tower_layer::Layer;
use tower_service::Service;

use crate::world::{METADATA, bare, bearer, builder, call, modern, send};

/// A service that tells what it is shown of a request.
#[derive(Clone)]
struct Mirror;

impl Service<Request<String>> for Mirror {
    type Response = Response<String>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<String>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<String>) -> Self::Future {
        let who = request
            .extensions()
            .get::<Principal>()
            .map(Principal::subject);
        let said = format!(
            "{who:?} {}",
            request.headers().contains_key("authorization")
        );
        Box::pin(async move { Ok(Response::new(said)) })
    }
}

fn unprotected() -> HttpService {
    builder().build().unwrap().into_service()
}

#[tokio::test]
async fn what_is_behind_the_layer_learns_who_calls_and_not_by_which_token() {
    let layer = BearerLayer::new(bearer()).unwrap();
    let mut service = layer.layer(Mirror);
    let request =
        |method: &str, token: &str| bare(method, "/x", token).body(String::new()).unwrap();
    let came = send(&mut service, request("GET", "ada")).await;
    assert_eq!((came.status, &*came.body), (200, "Some(\"ada\") false"));
    let came = send(&mut service, request("GET", "")).await;
    assert_eq!(came.status, 401);
    assert!(
        came.challenge()
            .ends_with(&format!(r#"resource_metadata="{METADATA}""#))
    );
    // Not every OPTIONS is a browser's.
    assert_eq!(send(&mut service, request("OPTIONS", "")).await.status, 401);
    let preflight = bare("OPTIONS", "/x", "").header("Access-Control-Request-Method", "GET");
    let came = send(&mut service, preflight.body(String::new()).unwrap()).await;
    assert_eq!((came.status, &*came.body), (200, "None false"));
}

#[tokio::test]
async fn the_layer_serves_the_metadata() {
    let layer = BearerLayer::new(bearer()).unwrap();
    let request = bare("GET", layer.metadata_path(), "")
        .body(String::new())
        .unwrap();
    let came = send(&mut layer.layer(Mirror), request).await;
    assert_eq!((came.status, &*came.body), (200, layer.metadata()));
}

#[tokio::test]
async fn a_server_behind_the_layer_tells_where_to_get_the_scopes() {
    let mut service = BearerLayer::new(bearer()).unwrap().layer(unprotected());
    let came = send(&mut service, call("ada", "read_order", json!({"id": 1}))).await;
    assert_eq!(came.status, 403);
    assert_eq!(
        came.challenge(),
        format!(
            r#"Bearer error="insufficient_scope", scope="orders:read", resource_metadata="{METADATA}""#
        )
    );
    let came = send(
        &mut service,
        call("ada.orders-read", "read_order", json!({"id": 1})),
    )
    .await;
    assert_eq!(came.text(), "order 1");
}

#[tokio::test]
async fn a_layer_of_ones_own_says_who_calls_and_what_that_one_may() {
    let mut service = unprotected();
    let mut request = call("", "read_order", json!({"id": 1}));
    let ada = Principal::new("ada").scope("orders:read");
    request.extensions_mut().insert(ada);
    assert_eq!(send(&mut service, request).await.text(), "order 1");
    let mut request = call("", "read_order", json!({"id": 1}));
    request.extensions_mut().insert(Principal::new("eve"));
    let came = send(&mut service, request).await;
    assert_eq!(came.status, 403);
    assert_eq!(
        came.challenge(),
        r#"Bearer error="insufficient_scope", scope="orders:read""#
    );
}

/// Whoever put no layer there protects nothing, and so nobody is let in.
#[tokio::test]
async fn over_http_nobody_has_no_scopes() {
    let mut service = unprotected();
    let came = send(&mut service, call("", "read_order", json!({"id": 1}))).await;
    assert_eq!(came.status, 401);
    assert_eq!(came.challenge(), r#"Bearer scope="orders:read""#);
    let came = send(&mut service, modern("", "tools/list", json!({}))).await;
    assert_eq!(came.names("tools", "name"), ["who"]);
    assert_eq!(
        send(&mut service, call("", "who", json!({}))).await.text(),
        "nobody"
    );
}
