//! What is asked of a server, and what each answer must say.

use records::Found;
use serde::Deserialize;
use serde_json::Value;

/// The first id. Ids and the values in answers always have seven digits, so that one checked
/// answer tells where they stand in the next ones.
pub(crate) const FIRST_ID: u32 = 1_000_000;

/// The second summand of `add`: the sum of an id and this has seven digits too.
const SUMMAND: u32 = 2_000_000;

/// Which revision's requests are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Era {
    /// 2025-11-25: `initialize`, then bare requests.
    Legacy,
    /// 2026-07-28: no handshake, and `_meta` on every request.
    Modern,
}

impl Era {
    pub(crate) const BOTH: [Self; 2] = [Self::Legacy, Self::Modern];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Legacy => "2025-11-25",
            Self::Modern => "2026-07-28",
        }
    }
}

/// One kind of request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ask {
    Echo,
    Add,
    /// Twenty records, with a filter.
    Search,
    Sleep {
        ms: u32,
    },
    /// A text of so many bytes, there and back.
    LargeEcho {
        bytes: usize,
    },
    /// A query of so many bytes that finds nothing: a large argument alone.
    LargeArgument {
        bytes: usize,
    },
    /// So many records: a large result alone.
    LargeResult {
        records: u32,
    },
    /// `tools/list`, which must list at least so many.
    List {
        tools: usize,
    },
}

const META: &str = r#","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"0.1.0"},"io.modelcontextprotocol/clientCapabilities":{}}"#;

impl Ask {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Echo => "echo",
            Self::Add => "add",
            Self::Search => "search",
            Self::Sleep { .. } => "sleep",
            Self::LargeEcho { .. } => "large echo",
            Self::LargeArgument { .. } => "large argument",
            Self::LargeResult { .. } => "large result",
            Self::List { .. } => "tools/list",
        }
    }

    /// The seven digits that vary in the answer beside the id.
    pub(crate) fn value(self, id: u32) -> u32 {
        match self {
            Self::Add => id + SUMMAND,
            _ => id,
        }
    }

    /// Appends the request as a line.
    pub(crate) fn write(self, era: Era, id: u32, out: &mut Vec<u8>) {
        let meta = match era {
            Era::Legacy => "",
            Era::Modern => META,
        };
        let (tool, arguments) = match self {
            Self::Echo => ("echo", format!(r#"{{"text":"{}"}}"#, said(id))),
            Self::Add => ("add", format!(r#"{{"a":{id},"b":{SUMMAND}}}"#)),
            Self::Search => (
                "search",
                format!(
                    r#"{{"query":"query {id}","limit":20,"filters":[{{"field":"tag","value":"measured"}}]}}"#
                ),
            ),
            Self::Sleep { ms } => ("sleep", format!(r#"{{"ms":{ms}}}"#)),
            Self::LargeEcho { bytes } => ("echo", format!(r#"{{"text":"{}"}}"#, large(id, bytes))),
            Self::LargeArgument { bytes } => (
                "search",
                format!(r#"{{"query":"{}","limit":0}}"#, large(id, bytes)),
            ),
            Self::LargeResult { records } => (
                "search",
                format!(r#"{{"query":"query {id}","limit":{records}}}"#),
            ),
            Self::List { .. } => {
                let params = match era {
                    Era::Legacy => String::new(),
                    Era::Modern => format!(r#","params":{{{}}}"#, &META[1..]),
                };
                let line =
                    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list"{params}}}"#);
                out.extend_from_slice(line.as_bytes());
                out.push(b'\n');
                return;
            }
        };
        let line = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}{meta}}}}}"#
        );
        out.extend_from_slice(line.as_bytes());
        out.push(b'\n');
    }

    /// Reads an answer whole; says what is wrong with it.
    pub(crate) fn check(self, era: Era, id: u32, line: &[u8]) -> Result<(), String> {
        let answer: Answer = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        let expect = |holds: bool, what: &str| {
            if holds { Ok(()) } else { Err(what.to_owned()) }
        };
        expect(answer.jsonrpc == "2.0", "jsonrpc is not 2.0")?;
        expect(answer.id == id, "another id")?;
        if let Some(error) = answer.error {
            return Err(format!("an error: {error}"));
        }
        let result = answer.result.ok_or("no result")?;
        if era == Era::Modern {
            let complete = result.result_type.as_deref() == Some("complete");
            expect(complete, "resultType is not complete")?;
        }
        if let Self::List { tools } = self {
            let listed = result.tools.map_or(0, |tools| tools.len());
            return expect(listed >= tools, "fewer tools than there are");
        }
        expect(!result.is_error, "isError")?;
        let [block] = &result.content[..] else {
            return Err("not exactly one content block".into());
        };
        expect(block.r#type == "text", "the block is not text")?;
        match self {
            Self::Echo => expect(block.text == said(id), "another text"),
            Self::Add => expect(block.text == self.value(id).to_string(), "another sum"),
            Self::Sleep { .. } => expect(block.text == "slept", "another text"),
            Self::LargeEcho { bytes } => expect(block.text == large(id, bytes), "another text"),
            Self::Search => found(&result, &format!("query {id}"), 20, 1),
            Self::LargeArgument { bytes } => found(&result, &large(id, bytes), 0, 0),
            Self::LargeResult { records } => found(&result, &format!("query {id}"), records, 0),
            Self::List { .. } => Ok(()),
        }
    }
}

fn said(id: u32) -> String {
    format!("What the model sends is about as long as this sentence, {id}.")
}

fn large(id: u32, bytes: usize) -> String {
    let mut text = format!("{id} ");
    while text.len() < bytes {
        text.push_str("text that goes on for long, ");
    }
    text.truncate(bytes);
    text
}

fn found(result: &Outcome, query: &str, limit: u32, filters: usize) -> Result<(), String> {
    let expected = records::search(query, Some(limit), filters);
    let structured = result.structured.as_ref().ok_or("no structuredContent")?;
    let copy: Found =
        serde_json::from_str(&result.content[0].text).map_err(|error| error.to_string())?;
    if *structured == expected && copy == expected {
        Ok(())
    } else {
        Err("other records".into())
    }
}

#[derive(Deserialize)]
struct Answer {
    jsonrpc: String,
    id: u32,
    result: Option<Outcome>,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Outcome {
    #[serde(default)]
    content: Vec<Block>,
    #[serde(rename = "isError", default)]
    is_error: bool,
    #[serde(rename = "structuredContent")]
    structured: Option<Found>,
    #[serde(rename = "resultType")]
    result_type: Option<String>,
    tools: Option<Vec<Value>>,
}

#[derive(Deserialize)]
struct Block {
    r#type: String,
    text: String,
}
