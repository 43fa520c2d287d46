//! Headers that repeat what the body says: a request is served exactly when both say the same, as another reader of
//! base64 understands it.
//!
//! The input, a line each: the headers `Mcp-Name`, `Mcp-Param-Region`, `Mcp-Param-Count` and `Mcp-Param-Loud`, a line
//! `-` for none; then the arguments as JSON.

#![no_main]

use std::sync::OnceLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use fuzz::http::{post, send};
use fuzz::json::{is_exact, judge_answer, repeats_a_name};
use http::HeaderValue;
use libfuzzer_sys::fuzz_target;
use mcp_runtime::{HttpService, Server, tool, tools};
use serde_json::{Map, Number, Value};

/// Says what reached it.
#[tool]
fn say(
    /// A region.
    #[arg(header = "Region")]
    region: Option<String>,
    /// How many.
    #[arg(header = "Count")]
    count: Option<i32>,
    /// Whether to be loud.
    #[arg(header = "Loud")]
    loud: Option<bool>,
) -> String {
    format!("{region:?} {count:?} {loud:?}")
}

fn service() -> &'static HttpService {
    static SERVICE: OnceLock<HttpService> = OnceLock::new();
    SERVICE.get_or_init(|| {
        let server = Server::builder("fuzz", "1.0.0").tools(tools![say]);
        server.build().expect("it is a server").into_service()
    })
}

const NAMES: [&str; 4] = [
    "Mcp-Name",
    "Mcp-Param-Region",
    "Mcp-Param-Count",
    "Mcp-Param-Loud",
];

fuzz_target!(|input: &[u8]| {
    let mut lines = input.splitn(5, |byte| *byte == b'\n');
    let mut sent: [Option<&[u8]>; 4] = [None; 4];
    for value in &mut sent {
        let Some(line) = lines.next() else { return };
        *value = (line != b"-").then_some(line);
    }
    let Some(Ok(arguments)) = lines.next().map(std::str::from_utf8) else {
        return;
    };
    let Ok(Value::Object(read)) = serde_json::from_str(arguments) else {
        return;
    };
    if repeats_a_name(arguments)
        || !is_exact(arguments)
        || decoded(sent[2])
            .flatten()
            .is_some_and(|count| !is_exact(&count))
    {
        return;
    }
    let response = ask(&sent, arguments);
    let Some(response) = response else { return };
    let fits = fits(&read);
    match judge_answer(&response.body, Some("1")) {
        Some(-32020) => {
            assert!(
                !agree(&sent, &read) || !fits,
                "both say the same: {}",
                response.body
            );
            assert_eq!(response.status, 400);
        }
        Some(code) => {
            assert_eq!(code, -32602);
            assert!(!fits, "they are arguments: {}", response.body);
            // They were looked at, so the headers were found to agree: nothing but a name can be.
            assert!(
                decoded(sent[0]) == Some(Some("say".into())),
                "{}",
                response.body
            );
        }
        None => {
            assert!(
                fits && agree(&sent, &read),
                "they do not say the same: {}",
                response.body
            );
            assert_eq!(response.status, 200);
        }
    }

    // What says the same in any way of writing it is served.
    if fits {
        let written = |value: &Value, encoded: bool| {
            let text = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            let plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t'));
            let bare = text.trim_matches([' ', '\t']) == text && !text.starts_with("=?base64?");
            if plain && bare && !encoded {
                return text.into_bytes();
            }
            format!("=?base64?{}?=", STANDARD.encode(text)).into_bytes()
        };
        for encoded in [false, true] {
            let name = written(&Value::from("say"), encoded);
            let of = |name: &str| read.get(name).filter(|value| !value.is_null());
            let values =
                ["region", "count", "loud"].map(|name| of(name).map(|it| written(it, encoded)));
            let [region, count, loud] = &values;
            let sent = [
                Some(&*name),
                region.as_deref(),
                count.as_deref(),
                loud.as_deref(),
            ];
            let response = ask(&sent, arguments).expect("they are headers");
            assert_eq!(
                judge_answer(&response.body, Some("1")),
                None,
                "{sent:?} {}",
                response.body
            );
        }
    }
});

fn ask(sent: &[Option<&[u8]>; 4], arguments: &str) -> Option<fuzz::http::Response> {
    let mut request = post(format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"say","arguments":{arguments},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
    ));
    let headers = request.headers_mut();
    headers.insert(
        "mcp-protocol-version",
        HeaderValue::from_static("2026-07-28"),
    );
    headers.insert("mcp-method", HeaderValue::from_static("tools/call"));
    for (name, value) in NAMES.iter().zip(sent) {
        if let Some(value) = value {
            // What no header can hold does not arrive.
            headers.insert(*name, HeaderValue::from_bytes(value).ok()?);
        }
    }
    Some(send(service(), request))
}

/// Whether the arguments are those of the tool.
fn fits(read: &Map<String, Value>) -> bool {
    read.iter().all(|(name, value)| match name.as_str() {
        "region" => value.is_string() || value.is_null(),
        "count" => value.is_null() || value.as_number().is_some_and(is_i32),
        "loud" => value.is_boolean() || value.is_null(),
        _ => false,
    })
}

fn is_i32(number: &Number) -> bool {
    let value = number.as_f64().unwrap_or(f64::NAN);
    value.fract() == 0.0 && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&value)
}

fn agree(sent: &[Option<&[u8]>; 4], read: &Map<String, Value>) -> bool {
    let [name, region, count, loud] = sent.map(decoded);
    let (Some(name), Some(region), Some(count), Some(loud)) = (name, region, count, loud) else {
        return false;
    };
    let of = |name: &str| read.get(name).filter(|value| !value.is_null());
    name.as_deref() == Some("say")
        && region.as_deref() == of("region").and_then(Value::as_str)
        && loud == of("loud").map(Value::to_string)
        && match (count, of("count").and_then(Value::as_f64)) {
            (None, None) => true,
            // Numbers are compared as numbers.
            (Some(sent), Some(count)) => {
                let number = serde_json::from_str::<Number>(&sent).ok();
                let bare = !sent.starts_with([' ', '\t', '\n', '\r'])
                    && !sent.ends_with(['\t', '\n', '\r', ' ']);
                bare && number.and_then(|number| number.as_f64()) == Some(count)
            }
            _ => false,
        }
}

/// The text of a header: `None` where it has none, or one that is not to be read.
fn decoded(sent: Option<&[u8]>) -> Option<Option<String>> {
    let Some(sent) = sent else { return Some(None) };
    if !sent.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\t')) {
        return None;
    }
    let text = std::str::from_utf8(sent).ok()?.trim_matches([' ', '\t']);
    let encoded = text
        .strip_prefix("=?base64?")
        .and_then(|text| text.strip_suffix("?="));
    let Some(encoded) = encoded else {
        return Some(Some(text.to_owned()));
    };
    let bytes = STANDARD.decode(encoded).ok()?;
    String::from_utf8(bytes).ok().map(Some)
}
