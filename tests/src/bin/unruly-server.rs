//! A server whose tools do what tools should not do.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::unused_async,
    clippy::manual_assert,
    clippy::unnecessary_literal_unwrap,
    reason = "what these tools do wrong is what is tested"
)]

use std::any::Any;
use std::env;
use std::panic::panic_any;
use std::thread;
use std::time::Duration;

use mcp_runtime::{ServeError, Server, ToolFailure, tool, tools};

fn main() -> Result<(), ServeError> {
    let mut runtime = match env::var("FLAVOR").as_deref() {
        Ok("current_thread") => tokio::runtime::Builder::new_current_thread(),
        _ => tokio::runtime::Builder::new_multi_thread(),
    };
    runtime.enable_all().build().unwrap().block_on(serve())
}

async fn serve() -> Result<(), ServeError> {
    let mut server = Server::builder("unruly-server", env!("CARGO_PKG_VERSION")).tools(tools![
        hold,
        hold_later,
        hold_a_blocking_thread,
        wait,
        short,
        lonely,
        flood,
        exit,
        panic_at_once,
        panic_after_waiting,
        panic_with_an_index,
        panic_with_a_payload_that_panics,
        panic_in_the_drop_of_a_local,
        panic_in_the_drop_of_a_cancelled_call,
        panic_in_a_blocking_thread,
        fail_with_secrets,
    ]);
    if let Some(limit) = number("MAX_RUNNING") {
        server = server.max_running(limit);
    }
    if let Some(limit) = number("LINE_LIMIT") {
        server = server.max_message_bytes(limit);
    }
    if let Some(limit) = number("GRACE_MS") {
        server = server.grace(Duration::from_millis(limit as u64));
    }
    if let Some(ms) = number("SHUTDOWN_MS") {
        let server = server.build()?;
        let stop = tokio::time::sleep(Duration::from_millis(ms as u64));
        return server.serve_stdio().shutdown(stop).await;
    }
    server.run().await
}

fn number(name: &str) -> Option<usize> {
    env::var(name).ok()?.parse().ok()
}

/// Hold the thread at once.
#[tool]
async fn hold(ms: u64) -> &'static str {
    thread::sleep(Duration::from_millis(ms));
    "held"
}

/// Hold the thread after waiting.
#[tool]
async fn hold_later(ms: u64) -> &'static str {
    tokio::time::sleep(Duration::from_millis(1)).await;
    thread::sleep(Duration::from_millis(ms));
    "held"
}

/// Hold a thread of the blocking pool.
#[tool(blocking)]
fn hold_a_blocking_thread(ms: u64) -> &'static str {
    thread::sleep(Duration::from_millis(ms));
    "held"
}

/// Wait.
#[tool]
async fn wait(ms: u64) -> &'static str {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    "waited"
}

/// Wait longer than allowed.
#[tool(timeout = "50ms")]
async fn short(ms: u64) -> &'static str {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    "waited"
}

/// Wait, one call at a time.
#[tool(max_running = 1)]
async fn lonely(ms: u64) -> &'static str {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    "waited"
}

/// Answer with much text.
#[tool]
async fn flood(bytes: usize) -> String {
    "x".repeat(bytes)
}

/// End the process.
#[tool]
async fn exit() {
    std::process::exit(3)
}

/// Panic.
#[tool]
async fn panic_at_once() {
    panic!("the password is hunter2")
}

/// Panic after an await.
#[tool]
async fn panic_after_waiting() {
    tokio::time::sleep(Duration::from_millis(1)).await;
    None::<()>.unwrap();
}

/// Panic with an index out of bounds.
#[tool]
async fn panic_with_an_index(index: usize) -> u8 {
    [1, 2, 3][index]
}

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        if !thread::panicking() {
            panic!("the password is hunter2")
        }
    }
}

/// Panic with a payload whose drop panics.
#[tool]
async fn panic_with_a_payload_that_panics() {
    let payload: Box<dyn Any + Send> = Box::new(Bomb);
    panic_any(payload)
}

/// Panic in the drop of a local.
#[tool]
async fn panic_in_the_drop_of_a_local() {
    let _bomb = Bomb;
    tokio::time::sleep(Duration::from_millis(1)).await;
}

/// Panic when the call is cancelled.
#[tool]
async fn panic_in_the_drop_of_a_cancelled_call() {
    let _bomb = Bomb;
    std::future::pending::<()>().await;
}

/// Panic on a thread of the blocking pool.
#[tool(blocking)]
fn panic_in_a_blocking_thread() {
    panic!("the password is hunter2")
}

/// Fail with an error that holds secrets.
#[tool]
async fn fail_with_secrets() -> Result<(), ToolFailure> {
    let inner = std::io::Error::other("connect to postgres://admin:hunter2@db.internal failed");
    Err(ToolFailure::internal(inner))
}
