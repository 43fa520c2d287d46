//! Where the macros are used in odd places: what they expand to names nothing by accident.
//!
//! Each module compiles, and its tools are called.

#![forbid(unsafe_code)]
#![allow(
    clippy::needless_arbitrary_self_type,
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    clippy::unused_async,
    clippy::unused_self,
    reason = "tools in every form, with bodies that say little"
)]

mod aliases;
mod conditional;
mod generated;
mod impl_blocks;
mod names;
mod no_prelude;
mod renamed_crate;
mod shadowed;
mod strict;

use mcp_runtime::testing::Client;
use mcp_runtime::{Server, ToolSet};
use serde_json::{Value, json};

/// What one call of one tool said.
async fn call<State>(state: State, tools: ToolSet<State>, name: &str, arguments: Value) -> String
where
    State: Send + Sync + 'static,
{
    let server = Server::builder("hygiene", "1.0.0")
        .state(state)
        .tools(tools)
        .build();
    match server {
        Ok(server) => Client::new(&server).call(name, arguments).await.text(),
        Err(error) => error.to_string(),
    }
}

// The modules in which nothing means what it says cannot hold a test.

#[tokio::test]
async fn nothing_comes_from_the_prelude() {
    let run = |name, arguments| call(no_prelude::app(), no_prelude::tools(), name, arguments);
    assert_eq!(run("everything", json!({"number": 3})).await, "none");
    assert_eq!(run("blocking", json!({"number": 3})).await, "3");
    assert_eq!(run("count", json!({})).await, "3");
}

#[tokio::test]
async fn shadowed_names_are_not_seen() {
    let run = |name, arguments| call(shadowed::app(), shadowed::tools(), name, arguments);
    assert_eq!(run("find", json!({"text": "x"})).await, "3");
    assert_eq!(run("nothing", json!({})).await, "Done.");
}
