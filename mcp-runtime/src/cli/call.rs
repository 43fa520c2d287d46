//! One call, and which channel answered it.

use std::io::{self, Read};
use std::sync::Arc;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::server::Server;
use crate::tool::base64;

use super::args::Given;
use super::asking::Answers;
use super::members::{Members, items, quoted};
use super::message;
use super::peer::{Answer, Peer};
use super::pretty::pretty;
use super::screen::Screen;
use super::values;

/// Where an argument object is read from standard input.
const STDIN: &str = "-";

/// What is to be printed, and with which status the process ends.
#[derive(Debug)]
pub(super) struct Called {
    pub(super) stdout: Vec<u8>,
    pub(super) status: i32,
}

/// What is to be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// A tool.
    Tool(String, Given),
    /// A prompt, with the texts of its arguments.
    Prompt(String, Vec<(String, String)>),
    /// A resource, by its address.
    Resource(String),
}

/// Makes the call and reports what is not a success.
///
/// # Errors
///
/// The message for arguments that are not JSON, and for answers that are missing.
pub(super) async fn call(
    server: &Server,
    what: What,
    answers: Vec<(String, String)>,
) -> Result<Called, String> {
    let screen = Arc::new(Screen::new());
    let peer = Peer::with(server, Arc::clone(&screen) as _);
    let (method, params) = request(&peer, &what)?;
    let mut answers = Answers::new(answers);
    let mut round = String::new();
    let answer = loop {
        let answer = peer.run(method, &format!("{params}{round}")).await;
        screen.clear();
        let Answer::Result(result) = &answer else {
            break answer;
        };
        let result = Members::of(result);
        if result.text("resultType") != "input_required" {
            break answer;
        }
        let responses = answers.to(result.get("inputRequests"))?;
        let state = result.get("requestState");
        round = format!(r#""inputResponses":{responses},"requestState":{state},"#);
    };
    for key in answers.unused() {
        message::error(&format!("nothing asked for the answer '{key}'"));
    }
    Ok(report(&what, &answer))
}

/// The method, and the members of its parameters.
fn request(peer: &Peer<'_>, what: &What) -> Result<(&'static str, String), String> {
    Ok(match what {
        What::Tool(name, given) => {
            let arguments = match given {
                Given::Json(json) => checked(json)?,
                Given::Pairs(pairs) => values::arguments(&input_schema(peer, name), pairs),
            };
            let name = quoted(name);
            let params = format!(r#""name":{name},"arguments":{arguments},"#);
            ("tools/call", params)
        }
        What::Prompt(name, pairs) => {
            let pairs = pairs.iter();
            let members = pairs.map(|(key, text)| format!("{}:{}", quoted(key), quoted(text)));
            let arguments = members.collect::<Vec<_>>().join(",");
            let params = format!(r#""name":{},"arguments":{{{arguments}}},"#, quoted(name));
            ("prompts/get", params)
        }
        What::Resource(uri) => ("resources/read", format!(r#""uri":{},"#, quoted(uri))),
    })
}

fn report(what: &What, answer: &Answer) -> Called {
    let result = match answer {
        Answer::Error { code, message } => {
            message::line(&format!("protocol error {code}"), message);
            return Called {
                stdout: Vec::new(),
                status: 2,
            };
        }
        Answer::Result(result) => Members::of(result),
    };
    if result.get("isError") == "true" {
        message::line("tool failure", &texts(&result));
        return Called {
            stdout: Vec::new(),
            status: 1,
        };
    }
    let stdout = match what {
        What::Tool(..) => success(&result).into_bytes(),
        What::Prompt(..) => messages(&result).into_bytes(),
        What::Resource(_) => contents(&result),
    };
    Called { stdout, status: 0 }
}

/// Each message behind who says it.
fn messages(result: &Members<'_>) -> String {
    let messages = items(result.get("messages")).into_iter().map(|json| {
        let message = Members::of(json);
        let text = block(message.get("content"));
        let end = if text.ends_with('\n') { "" } else { "\n" };
        format!("{}:\n{text}{end}", message.text("role"))
    });
    messages.collect::<Vec<_>>().join("\n")
}

/// Texts as they are, with an end of the line, and bytes as they are.
fn contents(result: &Members<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    for json in items(result.get("contents")) {
        let part = Members::of(json);
        if part.find("blob").is_some() {
            out.extend(base64::decode(&part.text("blob")).unwrap_or_default());
            continue;
        }
        out.extend(part.text("text").into_bytes());
        if !out.ends_with(b"\n") {
            out.push(b'\n');
        }
    }
    out
}

fn input_schema(peer: &Peer<'_>, name: &str) -> Value {
    let tools = peer.tools();
    let tool = tools.iter().find(|tool| tool.name == name);
    let schema = tool.map_or("null", |tool| Members::of(&tool.json).get("inputSchema"));
    serde_json::from_str(schema).unwrap_or_default()
}

/// The text of `--json`, which is for the server to check, as long as it is JSON.
fn checked(json: &str) -> Result<String, String> {
    let json = if json == STDIN {
        let mut text = String::new();
        io::stdin()
            .lock()
            .read_to_string(&mut text)
            .map_err(|error| format!("standard input cannot be read: {error}"))?;
        text
    } else {
        json.to_owned()
    };
    match serde_json::from_str::<&RawValue>(&json) {
        Ok(_) => Ok(json),
        Err(error) => Err(format!("the arguments of --json are not JSON: {error}")),
    }
}

/// Structured content as JSON; else every text, and what is not text as JSON.
fn success(result: &Members<'_>) -> String {
    let text = match result.find("structuredContent") {
        Some(content) => pretty(content),
        None => texts(result),
    };
    if text.ends_with('\n') {
        text
    } else {
        text + "\n"
    }
}

fn texts(result: &Members<'_>) -> String {
    let blocks = items(result.get("content")).into_iter().map(block);
    blocks.collect::<Vec<_>>().join("\n")
}

/// A text as it is, and anything else as JSON.
fn block(json: &str) -> String {
    let block = Members::of(json);
    if block.text("type") == "text" {
        block.text("text")
    } else {
        pretty(json)
    }
}
