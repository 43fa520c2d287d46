//! Streams of server-sent events: whatever is told, and whatever stands in it, a client reads exactly that, and after a
//! break the rest of it.
//!
//! The input, with a byte 1E between its parts: a progress token as JSON, and the texts that a call tells.

#![no_main]

use std::sync::OnceLock;

use fuzz::http::{Event, Response, events, post, send};
use fuzz::json::{judge_answer, members, repeated};
use http::{HeaderValue, Method};
use libfuzzer_sys::fuzz_target;
use mcp_runtime::{Context, HttpService, LogLevel, Server, tool, tools};
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// Tells texts, by turns as a message of the log and with progress, and answers with the last. What is JSON is told to
/// the log as it is, line breaks and all.
#[tool]
fn tell(texts: Vec<String>, cx: &Context) -> String {
    for (place, text) in (1_u32..).zip(&texts) {
        if place % 2 == 1 {
            match as_it_is(text) {
                Some(json) => cx.log(LogLevel::Warning, json),
                None => cx.log(LogLevel::Warning, text),
            }
        } else {
            cx.progress(place, None, &**text);
        }
    }
    format!("told {}", texts.last().map_or("", String::as_str))
}

fn as_it_is(text: &str) -> Option<&RawValue> {
    serde_json::from_str::<Value>(text).ok()?;
    serde_json::from_str(text).ok()
}

fn service() -> &'static HttpService {
    static SERVICE: OnceLock<HttpService> = OnceLock::new();
    SERVICE.get_or_init(|| {
        let server = Server::builder("fuzz", "1.0.0").tools(tools![tell]);
        server.build().expect("it is a server").into_service()
    })
}

fuzz_target!(|input: &str| {
    let mut parts = input.split('\u{1e}');
    let token = parts.next().unwrap_or_default();
    let token = match serde_json::from_str(token) {
        Ok(Value::String(_)) => Some(token),
        Ok(Value::Number(number)) if number.is_i64() || number.is_u64() => Some(token),
        _ => None,
    };
    let texts: Vec<&str> = parts.collect();
    if texts.len() > 40 {
        return;
    }
    let arguments = json!({ "texts": texts });
    let token_member = token.map_or(String::new(), |token| format!("\"progressToken\":{token},"));

    // A revision without sessions: a stream that cannot be resumed.
    let mut request = post(format!(
        r#"{{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{{"name":"tell","arguments":{arguments},"_meta":{{{token_member}"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}},"io.modelcontextprotocol/logLevel":"debug"}}}}}}"#
    ));
    for (name, value) in [
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", "tell"),
        ("accept", "text/event-stream"),
    ] {
        request
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    let response = send(service(), request);
    judge(&told(&response), token, &texts, "\"a\"");

    // A session: each event can be come back from.
    let begin = send(service(), post(
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"fuzz","version":"1"}}}"#.to_owned(),
    ));
    let session = begin.headers["mcp-session-id"].clone();
    let mut request = post(format!(
        r#"{{"jsonrpc":"2.0","id":-7,"method":"tools/call","params":{{"name":"tell","arguments":{arguments},"_meta":{{{}}}}}}}"#,
        token_member.trim_end_matches(',')
    ));
    request
        .headers_mut()
        .insert("mcp-session-id", session.clone());
    let accept = HeaderValue::from_static("application/json, text/event-stream");
    request.headers_mut().insert("accept", accept.clone());
    let response = send(service(), request);
    if response.kind() == "text/event-stream" {
        let events = told(&response);
        judge(&events, token, &texts, "-7");
        for (place, event) in events.iter().enumerate().step_by(1 + texts.len() / 3) {
            let mut request = post(String::new());
            *request.method_mut() = Method::GET;
            let id = HeaderValue::from_str(&event.id).expect("an id is a header");
            request.headers_mut().insert("last-event-id", id);
            request
                .headers_mut()
                .insert("mcp-session-id", session.clone());
            request.headers_mut().insert("accept", accept.clone());
            let rest = told(&send(service(), request));
            assert_eq!(rest, events[place + 1..], "the rest after {event:?}");
        }
    } else {
        assert_eq!(response.kind(), "application/json");
        assert!(texts.is_empty(), "it told something");
        assert_eq!(judge_answer(&response.body, Some("-7")), None);
    }
    let mut end = post(String::new());
    *end.method_mut() = Method::DELETE;
    end.headers_mut().insert("mcp-session-id", session);
    assert_eq!(send(service(), end).status, 204);
});

/// The events of a stream that say something.
fn told(response: &Response) -> Vec<Event> {
    assert_eq!(
        (response.status.as_u16(), response.kind()),
        (200, "text/event-stream"),
        "{response:?}"
    );
    assert!(
        response.body.ends_with("\n\n") || response.body.is_empty(),
        "the last event is whole"
    );
    let mut events = events(&response.body);
    events.retain(|event| !event.data.is_empty());
    events
}

#[track_caller]
fn judge(events: &[Event], token: Option<&str>, texts: &[&str], id: &str) {
    let mut events = events.iter();
    let mut next = || {
        let event = events.next().expect("nothing is lost");
        assert_eq!(event.kind, "");
        event.data.as_str()
    };
    for (place, text) in (1_u64..).zip(texts) {
        let is_log = place % 2 == 1;
        if !is_log && token.is_none() {
            continue;
        }
        let message = next();
        let read: Value = serde_json::from_str(message).expect("an event is a message");
        if is_log {
            assert_eq!(read["method"], "notifications/message", "{message}");
            let told = as_it_is(text).map_or(json!(text), |json| json!(json));
            assert_eq!(read["params"]["data"], told, "{message}");
        } else {
            assert_eq!(read["method"], "notifications/progress", "{message}");
            assert_eq!(read["params"]["message"], *text, "{message}");
            let params = members(message).and_then(|message| {
                let params = message.into_iter().find(|(name, _)| name == "params");
                members(params.expect("it has some").1)
            });
            let sent = params.expect("they are an object").into_iter();
            let sent = sent.filter(|(name, _)| name == "progressToken");
            let sent: Vec<_> = sent.map(|(_, value)| value).collect();
            assert_eq!(
                sent,
                [repeated(token.unwrap_or_default().trim())],
                "{message}"
            );
        }
    }
    let answer = next();
    assert_eq!(judge_answer(answer, Some(id)), None);
    let read: Value = serde_json::from_str(answer).expect("it was just read");
    let expected = format!("told {}", texts.last().copied().unwrap_or_default());
    assert_eq!(read["result"]["content"][0]["text"], expected);
    assert_eq!(events.next(), None, "nothing is added");
}
