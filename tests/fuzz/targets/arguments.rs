//! Arguments against the schemas of types: a call is accepted exactly when another implementation of JSON Schema accepts
//! its arguments by the advertised schema, and conversions only ever accept more.
//!
//! The input: a byte for the tool, from `0` on; then the arguments as JSON.

#![no_main]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use fuzz::at_once;
use fuzz::json::{depth, is_exact, judge_answer, repeats_a_name};
use jsonschema::Validator;
use libfuzzer_sys::fuzz_target;
use mcp_runtime::testing::Client;
use mcp_runtime::{Conversions, Server, tool, tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Units {
    Metric,
    Imperial,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
enum External {
    Unit,
    New(u32),
    Pair(u8, u8),
    Fields { a: i8, b: Option<String> },
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Internal {
    Circle { radius: u32, fill: Option<bool> },
    Square(Side),
    Point,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    One(u8),
    Two { x: i64 },
    Three,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Id(u32),
    Name(String),
    Both { id: i16, name: String },
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Side {
    side: u32,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Nested {
    required: Units,
    optional: Option<Side>,
    #[serde(default)]
    list: Vec<Side>,
    map: BTreeMap<String, u8>,
    #[schemars(range(min = 1, max = 5))]
    bounded: i32,
    #[schemars(length(min = 1), regex(pattern = "^[a-z]+$"))]
    text: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Flat {
    a: u8,
    #[serde(flatten)]
    internal: Internal,
}

/// Takes values without parts.
#[tool]
fn scalars(
    a: u8,
    b: Option<i64>,
    c: Option<f64>,
    d: Option<bool>,
    e: Option<char>,
    f: Option<Units>,
) -> String {
    json!([a, b, c, d, e, f]).to_string()
}

/// Takes values within limits.
#[tool]
fn limits(
    #[arg(range(-3..=7))] number: i32,
    #[arg(length(1..=3), pattern = "^[a-c]")] text: String,
    #[arg(length(..=2))] list: Option<Vec<u8>>,
    #[arg(default = 5, range(1..=9))] other: u8,
) -> String {
    json!([number, text, list, other]).to_string()
}

/// Takes collections.
#[tool]
fn collections(
    list: Option<Vec<i8>>,
    set: Option<BTreeSet<String>>,
    map: Option<BTreeMap<String, bool>>,
    pair: Option<[u8; 2]>,
    lists: Option<Vec<Vec<Units>>>,
) -> String {
    json!([list, set, map, pair, lists]).to_string()
}

/// Takes an enum in each of its forms.
#[tool]
fn enums(
    a: Option<External>,
    b: Option<Internal>,
    c: Option<Adjacent>,
    d: Option<Untagged>,
) -> String {
    json!([a, b, c, d]).to_string()
}

/// Takes structs.
#[tool]
fn structs(nested: Nested, flat: Option<Flat>, side: Option<Side>) -> String {
    json!([nested, flat, side]).to_string()
}

/// Takes texts of a form.
#[tool]
fn forms(four: Option<std::net::Ipv4Addr>, six: Option<std::net::Ipv6Addr>) -> String {
    json!([four, six]).to_string()
}

/// A tool, its schema, and who judges by it.
struct Judged {
    name: String,
    schema: Value,
    judge: Validator,
}

struct Cast {
    tools: Vec<Judged>,
    /// With no conversions, with those of texts that hold JSON, and with all of them.
    servers: [Server; 3],
}

fn cast() -> &'static Cast {
    static CAST: OnceLock<Cast> = OnceLock::new();
    CAST.get_or_init(|| {
        let all = [
            Conversions::None,
            Conversions::DoubleEncoded,
            Conversions::Scalars,
        ];
        let servers = all.map(|conversions| {
            let server = Server::builder("fuzz", "1.0.0").conversions(conversions);
            let server = server.tools(tools![scalars, limits, collections, enums, structs, forms]);
            server.build().expect("it is a server")
        });
        let listed = fuzz::given(Client::new(&servers[0]).list_tools()).expect("tools are listed");
        let tools = listed.into_iter().map(|mut tool| {
            let schema = tool["inputSchema"].take();
            let judge = jsonschema::options()
                .should_validate_formats(true)
                .build(&schema);
            Judged {
                name: tool["name"].as_str().unwrap_or_default().to_owned(),
                judge: judge.expect("what is advertised is a schema"),
                schema,
            }
        });
        Cast {
            tools: tools.collect(),
            servers,
        }
    })
}

fuzz_target!(|input: &[u8]| {
    let Some((which, Ok(text))) = input
        .split_first()
        .map(|(first, rest)| (usize::from(*first), std::str::from_utf8(rest)))
    else {
        return;
    };
    let text = text.trim_matches([' ', '\t', '\r', '\n']);
    if !text.starts_with('{')
        || serde_json::from_str::<serde::de::IgnoredAny>(text).is_err()
        || depth(text) > 100
    {
        return;
    }
    let Cast { tools, servers } = cast();
    let tool = &tools[which % tools.len()];
    let [none, double, scalars] = servers
        .each_ref()
        .map(|server| call(server, &tool.name, text));

    // Conversions accept more, and change nothing of what was accepted without.
    let about = || format!("{} {text}\n{none:?}\n{double:?}\n{scalars:?}", tool.name);
    if none.is_ok() {
        assert_eq!(none, double, "{}", about());
    }
    if double.is_ok() {
        assert_eq!(double, scalars, "{}", about());
    }

    let Ok(mut value) = serde_json::from_str::<Value>(text) else {
        assert!(
            none.is_err(),
            "there is a number or a text that cannot be read: {}",
            about()
        );
        return;
    };
    if repeats_a_name(text) {
        assert!(none.is_err(), "a name is there twice: {}", about());
        return;
    }
    // Schemas say nothing of numbers beyond 2^53, and a `null` in a union may mean either.
    if has_large(&value) || !is_exact(text) || has_null_in_a_union(&tool.schema, &value) {
        return;
    }
    without_nulls(&tool.schema, &mut value);
    let valid = tool.judge.is_valid(&value);
    assert_eq!(none.is_ok(), valid, "{}\n{}", tool.schema, about());

    // A text that holds JSON, where the argument is an array or an object.
    let properties = &tool.schema["properties"];
    let mut is_text = false;
    for (name, value) in value.as_object_mut().into_iter().flatten() {
        let kind = properties[name]["type"].as_str().unwrap_or_default();
        let Value::String(inside) = &value else {
            continue;
        };
        if properties[name].get("anyOf").is_some() {
            return;
        }
        if let ("array" | "object", Ok(read)) = (kind, serde_json::from_str::<Value>(inside)) {
            if has_large(&read) || !is_exact(inside) || has_null(&read) {
                return;
            }
            is_text |= repeats_a_name(inside);
            *value = read;
        }
    }
    if depth(text) < 20 {
        let valid = tool.judge.is_valid(&value) && !is_text;
        assert_eq!(double.is_ok(), valid, "{}\n{}", tool.schema, about());
    }
});

/// What the tool says that it got, or that it was not called.
#[track_caller]
fn call(server: &Server, tool: &str, arguments: &str) -> Result<String, i64> {
    let request = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
    );
    let client = Client::new(server);
    let answer = at_once(client.send(&request))
        .flatten()
        .expect("a call is answered");
    match judge_answer(&answer, Some("1")) {
        None => {
            let answer: Value = serde_json::from_str(&answer).expect("it was just read");
            assert_eq!(answer["result"].get("isError"), None, "{answer}");
            Ok(answer["result"]["content"][0]["text"]
                .as_str()
                .unwrap_or_default()
                .to_owned())
        }
        Some(code) => {
            assert_eq!(code, -32602, "{answer}");
            Err(code)
        }
    }
}

/// Takes out what is `null` because it is left out.
fn without_nulls(schema: &Value, value: &mut Value) {
    match value {
        Value::Object(members) => {
            let required = schema["required"].as_array().map_or(&[][..], |names| names);
            members.retain(|name, value| {
                let known = schema["properties"].get(name).is_some();
                !value.is_null() || !known || required.iter().any(|known| known == name)
            });
            for (name, value) in members {
                let of_name = schema["properties"].get(name);
                without_nulls(of_name.unwrap_or(&schema["additionalProperties"]), value);
            }
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| without_nulls(&schema["items"], item)),
        _ => {}
    }
}

fn has_null_in_a_union(schema: &Value, value: &Value) -> bool {
    if schema.get("anyOf").is_some() {
        return has_null(value) && !value.is_null();
    }
    match value {
        Value::Object(members) => members.iter().any(|(name, value)| {
            let of_name = schema["properties"].get(name);
            has_null_in_a_union(of_name.unwrap_or(&schema["additionalProperties"]), value)
        }),
        Value::Array(items) => items
            .iter()
            .any(|item| has_null_in_a_union(&schema["items"], item)),
        _ => false,
    }
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(members) => members.values().any(has_null),
        _ => false,
    }
}

fn has_large(value: &Value) -> bool {
    match value {
        Value::Number(number) => number
            .as_f64()
            .is_none_or(|value| value.abs() >= 9_007_199_254_740_992.0),
        Value::Array(items) => items.iter().any(has_large),
        Value::Object(members) => members.values().any(has_large),
        _ => false,
    }
}
