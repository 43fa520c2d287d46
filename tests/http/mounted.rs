//! The service inside of an application's own HTTP server.

use std::future::poll_fn;
use std::pin::pin;

use http::Request;
use http_body::Body;
use mcp_runtime::{HttpBody, HttpService, Principal};
use serde_json::{Value, json};
use tower_service::Service;

use crate::peer::{Modern, call, initialize};
use crate::tools::{World, builder, server};

fn request(modern: &Modern) -> Request<String> {
    let mut request = Request::post("/wherever/it/is")
        .header("Host", "localhost")
        .header("Content-Type", "application/json");
    for (name, value) in modern.headers() {
        request = request.header(name, value);
    }
    request.body(modern.body.to_string()).unwrap()
}

async fn text(body: HttpBody) -> String {
    let mut body = pin!(body);
    let mut text = String::new();
    while let Some(frame) = poll_fn(|cx| body.as_mut().poll_frame(cx)).await {
        let data = frame.unwrap().into_data().unwrap();
        text += std::str::from_utf8(&data).unwrap();
    }
    text
}

async fn said(service: &mut HttpService, request: Request<String>) -> String {
    let response = service.call(request).await.unwrap();
    let answer: Value = serde_json::from_str(&text(response.into_body()).await).unwrap();
    answer["result"]["content"][0]["text"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[tokio::test]
async fn it_serves_any_path() {
    let mut service = server(&World::default()).into_service();
    let added = said(&mut service, request(&call("add", json!({"a": 1, "b": 2})))).await;
    assert_eq!(added, "3");
}

#[tokio::test]
async fn a_layer_says_who_calls() {
    let mut service = server(&World::default()).into_service();
    let mut known = request(&call("who", json!({})));
    known.extensions_mut().insert(Principal::new("ada"));
    assert_eq!(said(&mut service, known).await, "ada");
    let unknown = request(&call("who", json!({})));
    assert_eq!(said(&mut service, unknown).await, "nobody");
}

#[tokio::test]
async fn a_session_belongs_to_who_began_it() {
    let mut service = server(&World::default()).into_service();
    let post = |body: &str| {
        Request::post("/")
            .header("Host", "localhost")
            .header("Content-Type", "application/json")
            .extension(Principal::new("ada"))
            .body(body.to_owned())
            .unwrap()
    };
    let began = service.call(post(&initialize("2025-11-25"))).await.unwrap();
    let id = began.headers()["mcp-session-id"].clone();
    let mut ping = post(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
    ping.headers_mut().insert("mcp-session-id", id);
    let mut anothers = ping.clone();
    anothers.extensions_mut().insert(Principal::new("eve"));
    let mut nobodys = ping.clone();
    nobodys.extensions_mut().remove::<Principal>();
    assert_eq!(service.call(anothers).await.unwrap().status(), 404);
    assert_eq!(service.call(nobodys).await.unwrap().status(), 404);
    // Clones of a service share their sessions.
    assert_eq!(service.clone().call(ping).await.unwrap().status(), 200);
}

#[tokio::test]
async fn dropping_a_response_drops_the_call() {
    let world = World::default();
    let mut service = server(&world).into_service();
    let mut asked = pin!(service.call(request(&call("hold", json!({})))));
    poll_fn(|cx| {
        assert!(asked.as_mut().poll(cx).is_pending());
        std::task::Poll::Ready(())
    })
    .await;
    world.seen.wait(|counts| counts.started == 1);
    asked.set(service.call(request(&call("add", json!({"a": 1, "b": 2})))));
    world.seen.wait(|counts| counts.dropped == 1);
}

#[tokio::test]
async fn its_end_ends_listeners() {
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let server = builder(&World::default()).build().unwrap();
    let mut service = server
        .into_service()
        .shutdown(async { drop(stopped.await) });
    let begin = Request::post("/")
        .header("Host", "localhost")
        .header("Content-Type", "application/json")
        .body(initialize("2025-06-18"))
        .unwrap();
    let began = service.call(begin).await.unwrap();
    let listen = Request::get("/")
        .header("Host", "localhost")
        .header("mcp-session-id", &began.headers()["mcp-session-id"])
        .body(String::new())
        .unwrap();
    let listening = service.call(listen).await.unwrap();
    assert_eq!(listening.status(), 200);
    drop(stop);
    assert_eq!(text(listening.into_body()).await, "");
}
