//! What an answer looks like on the wire.

use std::env;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{json, to_string};

pub(crate) const INITIALIZED: &str = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"plain","version":"0.1.0"}}"#;

#[derive(Serialize)]
pub(crate) struct Outcome<'a, S> {
    #[serde(rename = "resultType", skip_serializing_if = "Option::is_none")]
    result_type: Option<&'static str>,
    content: [Block<'a>; 1],
    #[serde(rename = "structuredContent", skip_serializing_if = "Option::is_none")]
    structured: Option<S>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<Meta>,
}

#[derive(Clone, Copy, Serialize)]
pub(crate) struct Block<'a> {
    r#type: &'static str,
    text: &'a str,
}

#[derive(Serialize)]
struct Meta {
    #[serde(rename = "io.modelcontextprotocol/serverInfo")]
    server: Info,
}

#[derive(Serialize)]
struct Info {
    name: &'static str,
    version: &'static str,
}

pub(crate) fn text(text: &str) -> Block<'_> {
    Block {
        r#type: "text",
        text,
    }
}

/// The answer to one request, on its way into the output.
pub(crate) struct Answer<'a> {
    id: Option<&'a RawValue>,
    modern: bool,
    out: &'a mut Vec<u8>,
}

impl<'a> Answer<'a> {
    pub(crate) fn new(id: Option<&'a RawValue>, modern: bool, out: &'a mut Vec<u8>) -> Self {
        Self { id, modern, out }
    }

    fn open(&mut self) -> io::Result<()> {
        match self.id {
            Some(id) => write!(self.out, r#"{{"jsonrpc":"2.0","id":{}"#, id.get()),
            None => write!(self.out, r#"{{"jsonrpc":"2.0""#),
        }
    }

    fn write<S: Serialize>(&mut self, block: Block<'_>, structured: Option<S>) -> io::Result<()> {
        self.open()?;
        self.out.extend_from_slice(br#","result":"#);
        let outcome = Outcome {
            result_type: self.modern.then_some("complete"),
            content: [block],
            structured,
            meta: self.modern.then_some(Meta {
                server: Info {
                    name: "plain",
                    version: "0.1.0",
                },
            }),
        };
        serde_json::to_writer(&mut *self.out, &outcome)?;
        self.out.extend_from_slice(b"}\n");
        Ok(())
    }

    pub(crate) fn result(&mut self, block: &Block<'_>) -> io::Result<()> {
        self.write::<()>(*block, None)
    }

    pub(crate) fn structured<S: Serialize>(&mut self, value: &S) -> io::Result<()> {
        let copy = to_string(value)?;
        self.write(text(&copy), Some(value))
    }

    /// A result that was serialised beforehand.
    pub(crate) fn stored(&mut self, result: &str) -> io::Result<()> {
        self.open()?;
        self.out.extend_from_slice(br#","result":"#);
        self.out.extend_from_slice(result.as_bytes());
        self.out.extend_from_slice(b"}\n");
        Ok(())
    }

    pub(crate) fn error(&mut self, code: i64, message: &str) -> io::Result<()> {
        self.open()?;
        let error = json!({"code": code, "message": message});
        write!(self.out, r#","error":{error}}}"#)?;
        self.out.push(b'\n');
        Ok(())
    }
}

/// The listing, serialised once: the four tools, and with `BENCH_TOOLS=n` n more.
pub(crate) fn listing() -> String {
    let integer = json!({"type": "integer"});
    let tool = |name: &str, description: &str, properties: serde_json::Value| {
        json!({
            "name": name,
            "description": description,
            "inputSchema": {"type": "object", "properties": properties, "additionalProperties": false},
        })
    };
    let mut tools = vec![
        tool("echo", "Say it again.", json!({"text": {"type": "string"}})),
        tool(
            "add",
            "Add two integers.",
            json!({"a": integer, "b": integer}),
        ),
        tool(
            "search",
            "Find records.",
            json!({
                "query": {"type": "string"},
                "limit": integer,
                "filters": {"type": "array", "items": {"type": "object"}},
            }),
        ),
        tool("sleep", "Wait.", json!({"ms": integer})),
    ];
    let more: usize = env::var("BENCH_TOOLS").map_or(0, |more| more.parse().unwrap_or(0));
    let properties = json!({
        "city": {"type": "string", "description": "City name"},
        "days": {"type": "integer", "minimum": 0, "maximum": 255},
        "exact": {"type": "boolean"},
    });
    tools.extend((0..more).map(|index| {
        tool(
            &format!("tool_{index:04}"),
            &format!("One of many tools, number {index}."),
            properties.clone(),
        )
    }));
    json!({ "tools": tools, "resultType": "complete", "ttlMs": 0, "cacheScope": "public" })
        .to_string()
}
