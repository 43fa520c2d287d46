//! Sessions, which belong to who began them.

use serde_json::{Value, json};
use tower_service::Service;

use crate::world::{bare, begin, legacy, send, service};

fn message(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

#[tokio::test]
async fn another_principals_token_is_of_no_use_in_a_session() {
    let mut service = service();
    let session = begin(&mut service, "ada.orders-read", "2025-11-25").await;
    let ping = || message("ping", json!({}));
    assert_eq!(
        send(&mut service, legacy("eve", &session, ping()))
            .await
            .status,
        404
    );
    assert_eq!(
        send(&mut service, legacy("", &session, ping()))
            .await
            .status,
        401
    );
    assert_eq!(
        send(&mut service, legacy("ada", &session, ping()))
            .await
            .status,
        200
    );
    for method in ["GET", "DELETE"] {
        let request = bare(method, "/mcp", "eve").header("Mcp-Session-Id", &session);
        let request = request
            .header("Accept", "text/event-stream")
            .body(String::new())
            .unwrap();
        assert_eq!(send(&mut service, request).await.status, 404, "{method}");
    }
    assert_eq!(
        send(&mut service, legacy("ada", &session, ping()))
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn every_request_of_a_session_is_held_to_its_own_token() {
    let mut service = service();
    let session = begin(&mut service, "ada.orders-read", "2025-06-18").await;
    let call = || {
        message(
            "tools/call",
            json!({"name": "read_order", "arguments": {"id": 1}}),
        )
    };
    let came = send(&mut service, legacy("ada.orders-read", &session, call())).await;
    assert_eq!((came.status, &*came.text()), (200, "order 1"));
    // Clients of sessions, too, look at the status for what a token lacks.
    let came = send(&mut service, legacy("ada", &session, call())).await;
    assert_eq!(came.status, 403);
    assert!(
        came.challenge()
            .contains(r#"error="insufficient_scope", scope="orders:read""#)
    );
    let came = send(&mut service, legacy("expired", &session, call())).await;
    assert_eq!(came.status, 401);
}

#[tokio::test]
async fn a_stream_is_resumed_by_who_began_it() {
    let mut service = service();
    let session = begin(&mut service, "ada", "2025-11-25").await;
    let mut resume = async |token: &str| {
        let request = bare("GET", "/mcp", token)
            .header("Mcp-Session-Id", &session)
            .header("Accept", "text/event-stream")
            .header("Last-Event-ID", "0-0");
        let response = service
            .call(request.body(String::new()).unwrap())
            .await
            .unwrap();
        response.status().as_u16()
    };
    assert_eq!(resume("eve").await, 404);
    assert_eq!(resume("").await, 401);
    assert_eq!(resume("ada").await, 200);
}

#[tokio::test]
async fn watching_a_resource_asks_for_what_reading_it_does() {
    let mut service = service();
    let session = begin(&mut service, "ada", "2025-11-25").await;
    let watch = |uri: &str| message("resources/subscribe", json!({"uri": uri}));
    for uri in ["orders://open", "orders://by-id/7"] {
        let came = send(&mut service, legacy("ada", &session, watch(uri))).await;
        assert_eq!(came.status, 403, "{uri}");
        let came = send(
            &mut service,
            legacy("ada.orders-read", &session, watch(uri)),
        )
        .await;
        assert_eq!(came.status, 200, "{uri}");
    }
    let came = send(
        &mut service,
        legacy("ada", &session, watch("orders://help")),
    )
    .await;
    assert_eq!(came.json()["result"], json!({}));
}
