#![deny(dead_code)]

use mcp_runtime::{Server, tool, tools};

/// Is listed.
#[tool]
fn listed() {}

/// Is not, and so it is unused code.
#[tool]
async fn unlisted(limit: u32) {
    let _ = limit;
}

fn main() {
    let _ = Server::builder("list", "1.0.0").tools(tools![listed]);
}
