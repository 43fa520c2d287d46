//! What changes while a server runs, and who is told of it.
#![allow(
    clippy::unused_async,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::needless_pass_by_value,
    clippy::similar_names,
    reason = "tools are declared `async` as authors do, and a test fails by panicking"
)]

mod broadcast;
mod http;
#[allow(dead_code, reason = "other tests use the rest of it")]
#[path = "../http/peer.rs"]
mod http_peer;
mod listening;
mod others;
#[allow(dead_code, reason = "other tests use the rest of it")]
#[path = "../stdio/peer.rs"]
mod peer;
#[path = "../wire/schemas.rs"]
mod schemas;
mod sessions;
mod stdio;
mod switching;

use mcp_runtime::testing::Client;
use mcp_runtime::{ResourceUpdates, Server, ToolSwitch, tool, tools};

/// Gives light.
#[tool]
async fn lamp() -> &'static str {
    "light"
}

/// Gives warmth.
#[tool]
async fn stove() -> &'static str {
    "warmth"
}

/// A server with both, and what changes it.
fn house() -> (Server, ToolSwitch, ResourceUpdates) {
    let server = Server::builder("house", "1")
        .tools(tools![lamp, stove])
        .build()
        .unwrap();
    let (switch, updates) = (server.tool_switch(), server.resource_updates());
    (server, switch, updates)
}

/// A server that nothing changes.
fn rock() -> Server {
    Server::builder("rock", "1")
        .tools(tools![lamp])
        .build()
        .unwrap()
}

async fn names(client: &Client) -> Vec<String> {
    let listed = client.list_tools().await.unwrap();
    listed
        .iter()
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect()
}

/// What a client was told, as it stands on the wire.
fn told(client: &Client) -> Vec<serde_json::Value> {
    let notifications = client.notifications().into_iter();
    notifications
        .map(|told| serde_json::from_str(&told.to_string()).unwrap())
        .collect()
}
