//! The spans of calls, as a collector gets them.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use examples::traced::{server, subscriber};
use mcp_runtime::testing::{Client, HttpClient};
use opentelemetry::trace::{SpanKind, Status};
use opentelemetry_sdk::trace::{InMemorySpanExporter, SpanData};
use serde_json::json;
use tracing::subscriber::set_default;

const CALLER: &str = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";
const PROXY: &str = "00-11111111111111111111111111111111-2222222222222222-01";

/// The spans that ended while something ran, the innermost first.
async fn spans(run: impl AsyncFnOnce(Client)) -> Vec<SpanData> {
    let exporter = InMemorySpanExporter::default();
    let _guard = set_default(subscriber(exporter.clone()));
    run(Client::new(&server().build().unwrap())).await;
    exporter.get_finished_spans().unwrap()
}

fn attribute(span: &SpanData, name: &str) -> Option<String> {
    let found = span
        .attributes
        .iter()
        .find(|pair| pair.key.as_str() == name);
    found.map(|pair| pair.value.to_string())
}

#[tokio::test]
async fn a_call_is_a_span_within_the_callers_trace_and_the_tools_own_are_parts_of_it() {
    let spans = spans(async |client| {
        let params = json!({
            "name": "roast",
            "arguments": { "darkness": 2 },
            "_meta": { "traceparent": CALLER },
        });
        client.request("tools/call", params).await.unwrap();
    })
    .await;
    let [heating, call] = spans.as_slice() else {
        panic!("{spans:?}");
    };
    assert_eq!(call.name, "tools/call roast");
    assert_eq!(call.span_kind, SpanKind::Server);
    assert_eq!(
        call.span_context.trace_id().to_string(),
        "0af7651916cd43dd8448eb211c80319c"
    );
    assert_eq!(call.parent_span_id.to_string(), "00f067aa0ba902b7");
    assert_eq!(heating.parent_span_id, call.span_context.span_id());
    for (name, value) in [
        ("mcp.method.name", "tools/call"),
        ("mcp.protocol.version", "2026-07-28"),
        ("gen_ai.operation.name", "execute_tool"),
        ("gen_ai.tool.name", "roast"),
        ("jsonrpc.request.id", "1"),
        ("mcp.outcome", "success"),
    ] {
        assert_eq!(attribute(call, name).as_deref(), Some(value), "{name}");
    }
    assert_eq!(attribute(call, "error.type"), None);
}

#[tokio::test]
async fn what_went_wrong_is_said_by_channel_and_code() {
    for (darkness, error, code) in [(5, "tool_error", None), (9, "-32602", Some("-32602"))] {
        let spans = spans(async |client| {
            client.call("roast", json!({ "darkness": darkness })).await;
        })
        .await;
        let [call] = spans.as_slice() else {
            panic!("{spans:?}");
        };
        assert_eq!(attribute(call, "error.type").as_deref(), Some(error));
        assert_eq!(attribute(call, "rpc.response.status_code").as_deref(), code);
        assert!(
            matches!(call.status, Status::Error { .. }),
            "{:?}",
            call.status
        );
        let kind = code.is_none().then_some("rejected");
        assert_eq!(attribute(call, "mcp.failure.kind").as_deref(), kind);
    }
}

#[tokio::test(flavor = "current_thread")]
async fn over_http_the_trace_is_in_headers_unless_the_message_has_one() {
    let exporter = InMemorySpanExporter::default();
    tracing::subscriber::set_global_default(subscriber(exporter.clone())).unwrap();
    let serving = server().build().unwrap().serve_http("127.0.0.1:0");
    let url = serving.url().unwrap();
    tokio::spawn(serving.into_future());
    let client = HttpClient::connect(&url)
        .unwrap()
        .with_header("traceparent", PROXY);
    for (meta, trace) in [
        (json!({}), "11111111111111111111111111111111"),
        (
            json!({ "traceparent": CALLER }),
            "0af7651916cd43dd8448eb211c80319c",
        ),
    ] {
        exporter.reset();
        let params = json!({ "name": "roast", "arguments": { "darkness": 1 }, "_meta": meta });
        client.request("tools/call", params).await.unwrap().unwrap();
        let spans = exporter.get_finished_spans().unwrap();
        let call = spans
            .iter()
            .find(|span| span.name == "tools/call roast")
            .unwrap();
        assert_eq!(call.span_context.trace_id().to_string(), trace);
        assert_eq!(attribute(call, "network.transport").as_deref(), Some("tcp"));
        assert_eq!(
            attribute(call, "network.protocol.name").as_deref(),
            Some("http")
        );
    }
}
