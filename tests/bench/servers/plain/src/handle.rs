//! One message: what it asks for, and the answer.

use std::io;
use std::thread;
use std::time::Duration;

use serde::Deserialize;

use crate::answer::{self, Answer, text};
use crate::request::{Params, Request};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Echo<'a> {
    #[serde(borrow)]
    text: std::borrow::Cow<'a, str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Add {
    a: i64,
    b: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Search<'a> {
    #[serde(borrow)]
    query: std::borrow::Cow<'a, str>,
    limit: Option<u32>,
    filters: Option<Vec<records::Filter>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sleep {
    ms: u64,
}

/// Appends the answer as a line, unless it was a notification.
pub(crate) fn handle(line: &[u8], tools: &str, out: &mut Vec<u8>) -> io::Result<()> {
    let request: Request<'_> = match serde_json::from_slice(line) {
        Ok(request) => request,
        Err(error) => return Answer::new(None, false, out).error(-32700, &error.to_string()),
    };
    let Some(id) = request.id else {
        return Ok(()); // a notification
    };
    let modern = match request.modern() {
        Ok(modern) => modern,
        Err(what) => return Answer::new(Some(id), false, out).error(-32602, what),
    };
    let mut answer = Answer::new(Some(id), modern, out);
    match request.method {
        "tools/call" => match run(&request.params, &mut answer)? {
            Ok(()) => Ok(()),
            Err(message) => answer.error(-32602, &message),
        },
        "tools/list" => answer.stored(tools),
        "initialize" => answer.stored(answer::INITIALIZED),
        "ping" => answer.stored("{}"),
        other => answer.error(-32601, &format!("no method {other}")),
    }
}

/// Runs one call; a refused argument is given back to be answered.
fn run(call: &Params<'_>, answer: &mut Answer<'_>) -> io::Result<Result<(), String>> {
    let arguments = call.arguments.map_or("{}", |raw| raw.get());
    macro_rules! read {
        ($shape:ty) => {
            match serde_json::from_str::<$shape>(arguments) {
                Ok(arguments) => arguments,
                Err(error) => return Ok(Err(error.to_string())),
            }
        };
    }
    match &*call.name {
        "echo" => {
            let Echo { text: said } = read!(Echo);
            answer.result(&text(&said))?;
        }
        "add" => {
            let Add { a, b } = read!(Add);
            let Some(sum) = a.checked_add(b) else {
                return Ok(Err("the sum is out of range".into()));
            };
            answer.result(&text(&sum.to_string()))?;
        }
        "search" => {
            let search = read!(Search);
            let filters = search.filters.as_ref().map_or(0, Vec::len);
            let found = records::search(&search.query, search.limit, filters);
            answer.structured(&found)?;
        }
        "sleep" => {
            let Sleep { ms } = read!(Sleep);
            thread::sleep(Duration::from_millis(ms));
            answer.result(&text("slept"))?;
        }
        other => return Ok(Err(format!("no tool {other}"))),
    }
    Ok(Ok(()))
}
