//! What peers send, in good and in bad order: every message gets one answer or, as it should,
//! none.
#![allow(
    clippy::unused_async,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tools are declared `async` as authors do, and a test fails by panicking"
)]

mod cancelling;
mod envelopes;
mod eras;
mod notifications;
mod routing;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_runtime::testing::Client;
use mcp_runtime::{Context, LogLevel, ProtocolVersion, Server, tool, tools};
use serde_json::Value;
use tokio::sync::Notify;

/// What the tools of these tests share.
#[derive(Debug, Default, Clone)]
struct Probe {
    /// Futures that were dropped before they were done.
    dropped: Arc<AtomicUsize>,
    go_on: Arc<Notify>,
}

struct CountDrop(Option<Arc<AtomicUsize>>);

impl Drop for CountDrop {
    fn drop(&mut self) {
        if let Some(dropped) = &self.0 {
            dropped.fetch_add(1, Ordering::SeqCst);
        }
    }
}

/// Repeat a text.
#[tool]
async fn echo(text: String) -> String {
    text
}

/// Wait until the test says go.
#[tool]
async fn wait(probe: &Probe) -> &'static str {
    let mut guard = CountDrop(Some(Arc::clone(&probe.dropped)));
    probe.go_on.notified().await;
    guard.0 = None;
    "waited"
}

/// Tell how far it is, and a few things more.
#[tool]
async fn tell(cx: &Context) -> &'static str {
    cx.progress(1, 3.0, "one");
    cx.progress(1, 3.0, "one again");
    cx.progress(0.5, 3.0, "back");
    cx.progress(f64::NAN, None, None);
    cx.progress(3, None, None);
    for level in LogLevel::ALL {
        cx.log(level, level.as_str());
    }
    let cx = cx.clone();
    tokio::spawn(async move {
        tokio::task::yield_now().await;
        cx.progress(9, None, "after the answer");
        cx.log(LogLevel::Emergency, "after the answer");
    });
    "told"
}

fn server(probe: &Probe) -> Server {
    Server::builder("streams", "1.0.0")
        .state(probe.clone())
        .tools(tools![echo, wait, tell])
        .build()
        .unwrap()
}

/// A client that has not said anything yet.
fn silent() -> Client {
    Client::new(&server(&Probe::default()))
}

fn session(version: ProtocolVersion) -> Client {
    silent().with_version(version)
}

fn json(text: Option<String>) -> Value {
    serde_json::from_str(&text.expect("an answer")).expect("JSON")
}

/// Sends a text and gives the code of the error it is answered with, and the id.
async fn refusal(client: &Client, text: &str) -> (i64, Option<Value>) {
    let answer = json(client.send(text).await);
    let code = answer["error"]["code"]
        .as_i64()
        .unwrap_or_else(|| panic!("{text} is answered with {answer}"));
    (code, answer.get("id").cloned())
}

/// Lets everything that is ready run.
async fn settle() {
    for _ in 0..10 {
        tokio::task::yield_now().await;
    }
}
