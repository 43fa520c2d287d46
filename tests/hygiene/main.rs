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
mod content;
mod generated;
mod impl_blocks;
mod names;
mod no_prelude;
mod renamed_crate;
mod shadowed;
mod strict;

use mcp_runtime::testing::{Client, Completes};
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

#[tokio::test]
async fn prompts_and_resources_name_nothing_by_accident() {
    let (prompts, resources) = content::all();
    let server = Server::builder("hygiene", "1.0.0")
        .state(content::App)
        .prompts(prompts)
        .resources(resources);
    let Ok(server) = server.build() else {
        unreachable!("it can be built");
    };
    let client = Client::new(&server);
    let got = client
        .prompt("ask", json!({"call": "x", "arguments": "1"}))
        .await;
    assert_eq!(
        got.success().map(|got| got.text()).as_deref(),
        Some("x none")
    );
    let got = client.prompt("in_block", json!({"number": "7"})).await;
    assert_eq!(got.success().map(|got| got.text()).as_deref(), Some("7"));
    for (uri, text) in [("test://a/b/c?state=1", "a b/c"), ("block://7", "7")] {
        let read = client.read(uri).await.success().unwrap_or_default();
        assert_eq!(
            read.first().and_then(|part| part.text.as_deref()),
            Some(text)
        );
    }
    let what = Completes::Resource("block://{number}");
    let suggested = client.complete(what, "number", "", &[]).await.success();
    assert_eq!(suggested.map(|it| it.values.len()), Some(2));
}
