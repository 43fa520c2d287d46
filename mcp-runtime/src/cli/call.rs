//! One call, and which channel answered it.

use std::io::{self, Read};
use std::sync::Arc;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::server::Server;

use super::args::Given;
use super::members::{Members, items};
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
    pub(super) stdout: String,
    pub(super) status: i32,
}

/// Makes the call and reports what is not a success.
///
/// # Errors
///
/// The message for arguments that are not JSON.
pub(super) async fn call(server: &Server, name: &str, given: Given) -> Result<Called, String> {
    let screen = Arc::new(Screen::new());
    let peer = Peer::with(server, Arc::clone(&screen) as _);
    let arguments = match given {
        Given::Json(json) => checked(json)?,
        Given::Pairs(pairs) => values::arguments(&input_schema(&peer, name), &pairs),
    };
    let answer = peer.call(name, &arguments).await;
    screen.clear();
    Ok(match answer {
        Answer::Error { code, message } => {
            message::line(&format!("protocol error {code}"), &message);
            Called {
                stdout: String::new(),
                status: 2,
            }
        }
        Answer::Result(result) => {
            let result = Members::of(&result);
            if result.get("isError") == "true" {
                message::line("tool failure", &texts(&result));
                Called {
                    stdout: String::new(),
                    status: 1,
                }
            } else {
                Called {
                    stdout: success(&result),
                    status: 0,
                }
            }
        }
    })
}

fn input_schema(peer: &Peer<'_>, name: &str) -> Value {
    let tools = peer.tools();
    let tool = tools.iter().find(|tool| tool.name == name);
    let schema = tool.map_or("null", |tool| Members::of(&tool.json).get("inputSchema"));
    serde_json::from_str(schema).unwrap_or_default()
}

/// The text of `--json`, which is for the server to check, as long as it is JSON.
fn checked(json: String) -> Result<String, String> {
    let json = if json == STDIN {
        let mut text = String::new();
        io::stdin()
            .lock()
            .read_to_string(&mut text)
            .map_err(|error| format!("standard input cannot be read: {error}"))?;
        text
    } else {
        json
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
    let blocks = items(result.get("content")).into_iter().map(|json| {
        let block = Members::of(json);
        if block.text("type") == "text" {
            block.text("text")
        } else {
            pretty(json)
        }
    });
    blocks.collect::<Vec<_>>().join("\n")
}
