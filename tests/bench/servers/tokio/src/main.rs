//! The second floor: what a careful author writes by hand on tokio: async tools with owned
//! arguments, every call a task of its own, answers written together.
//!
//! Standard input and output must be pipes: they are driven by tokio's reactor, not by its pool
//! of blocking threads.

#[path = "../../plain/src/answer.rs"]
mod answer;
#[path = "../../plain/src/request.rs"]
mod request;

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::time::Duration;

use memchr::memchr;
use records::{Filter, Found};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::pipe::{Receiver, Sender};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use answer::{Answer, text};
use request::{Params, Request};

async fn echo(text: String) -> String {
    text
}

async fn add(a: i64, b: i64) -> Option<i64> {
    a.checked_add(b)
}

async fn search(query: String, limit: Option<u32>, filters: Option<Vec<Filter>>) -> Found {
    records::search(&query, limit, filters.map_or(0, |filters| filters.len()))
}

async fn sleep(ms: u64) -> &'static str {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    "slept"
}

/// The arguments of a call, owned.
enum Arguments {
    Echo(Echo),
    Add(Add),
    Search(Search),
    Sleep(Sleep),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Echo {
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Add {
    a: i64,
    b: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    query: String,
    limit: Option<u32>,
    filters: Option<Vec<Filter>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sleep {
    ms: u64,
}

fn owned(fd: impl AsFd) -> io::Result<OwnedFd> {
    fd.as_fd().try_clone_to_owned()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let mut input = Receiver::from_owned_fd(owned(io::stdin())?)?;
    let mut output = Sender::from_owned_fd(owned(io::stdout())?)?;
    let (answers, mut ready) = unbounded_channel::<Vec<u8>>();
    let writer = tokio::spawn(async move {
        let mut batch = Vec::new();
        let mut out = Vec::new();
        while ready.recv_many(&mut batch, 1024).await > 0 {
            for answer in batch.drain(..) {
                out.extend_from_slice(&answer);
            }
            output.write_all(&out).await?;
            out.clear();
        }
        io::Result::Ok(())
    });

    let tools: Arc<str> = answer::listing().into();
    let mut buffer = Vec::with_capacity(64 << 10);
    let mut searched = 0;
    while input.read_buf(&mut buffer).await? > 0 {
        let mut start = 0;
        while let Some(length) = memchr(b'\n', &buffer[searched..]) {
            handle(&buffer[start..searched + length], &tools, &answers)?;
            start = searched + length + 1;
            searched = start;
        }
        buffer.drain(..start);
        searched = buffer.len();
        buffer.reserve(64 << 10);
    }
    drop(answers);
    writer.await?
}

fn handle(line: &[u8], tools: &Arc<str>, answers: &UnboundedSender<Vec<u8>>) -> io::Result<()> {
    let mut out = Vec::new();
    let request: Request<'_> = match serde_json::from_slice(line) {
        Ok(request) => request,
        Err(error) => {
            Answer::new(None, false, &mut out).error(-32700, &error.to_string())?;
            let _ = answers.send(out);
            return Ok(());
        }
    };
    let Some(id) = request.id else {
        return Ok(()); // a notification
    };
    match request.modern() {
        Err(what) => Answer::new(Some(id), false, &mut out).error(-32602, what)?,
        Ok(modern) => {
            let mut answer = Answer::new(Some(id), modern, &mut out);
            match request.method {
                "tools/call" => match read(&request.params) {
                    Ok(arguments) => {
                        let (id, answers) = (id.to_owned(), answers.clone());
                        tokio::spawn(async move {
                            if let Ok(out) = run(arguments, &id, modern).await {
                                let _ = answers.send(out);
                            }
                        });
                        return Ok(());
                    }
                    Err(message) => answer.error(-32602, &message)?,
                },
                "tools/list" => answer.stored(tools)?,
                "initialize" => answer.stored(answer::INITIALIZED)?,
                "ping" => answer.stored("{}")?,
                other => answer.error(-32601, &format!("no method {other}"))?,
            }
        }
    }
    let _ = answers.send(out);
    Ok(())
}

fn read(call: &Params<'_>) -> Result<Arguments, String> {
    let raw = call.arguments.map_or("{}", RawValue::get);
    let read = match &*call.name {
        "echo" => serde_json::from_str(raw).map(Arguments::Echo),
        "add" => serde_json::from_str(raw).map(Arguments::Add),
        "search" => serde_json::from_str(raw).map(Arguments::Search),
        "sleep" => serde_json::from_str(raw).map(Arguments::Sleep),
        other => return Err(format!("no tool {other}")),
    };
    read.map_err(|error| error.to_string())
}

async fn run(arguments: Arguments, id: &RawValue, modern: bool) -> io::Result<Vec<u8>> {
    let mut out = Vec::with_capacity(256);
    let mut answer = Answer::new(Some(id), modern, &mut out);
    match arguments {
        Arguments::Echo(Echo { text: said }) => answer.result(&text(&echo(said).await))?,
        Arguments::Add(Add { a, b }) => match add(a, b).await {
            Some(sum) => answer.result(&text(&sum.to_string()))?,
            None => answer.error(-32602, "the sum is out of range")?,
        },
        Arguments::Search(Search {
            query,
            limit,
            filters,
        }) => answer.structured(&search(query, limit, filters).await)?,
        Arguments::Sleep(Sleep { ms }) => answer.result(&text(sleep(ms).await))?,
    }
    Ok(out)
}
