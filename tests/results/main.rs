//! What tools do, and what becomes of it: success, failure, panic, overload.
#![allow(
    clippy::unused_async,
    clippy::trivially_copy_pass_by_ref,
    clippy::manual_assert,
    clippy::zero_sized_map_values,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tools are declared `async` as authors do, and a test fails by panicking"
)]

mod failures;
mod held;
mod limits;
mod outputs;
mod panics;

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{ProtocolVersion, Server, ToolSet};
use serde_json::Value;

fn client(tools: ToolSet<()>) -> Client {
    Client::new(
        &Server::builder("results", "1.0.0")
            .tools(tools)
            .build()
            .unwrap(),
    )
}

async fn call(client: &Client, tool: &str) -> Outcome {
    client.call(tool, Value::Null).await
}

/// The same client at every revision.
fn everywhere(client: &Client) -> impl Iterator<Item = (ProtocolVersion, Client)> {
    ProtocolVersion::ALL
        .into_iter()
        .map(|version| (version, client.clone().with_version(version)))
}

/// The result of a call as it was sent.
async fn sent(client: &Client, tool: &str) -> Value {
    let params = serde_json::json!({ "name": tool });
    client.request("tools/call", params).await.unwrap()
}
