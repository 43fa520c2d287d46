//! The smallest server: `cargo run -q -p examples --bin calculator -- call add a=2 b=3`.

use mcp_runtime::{OptionExt, ServeError, Server, ToolFailure, tool, tools};

/// Adds two whole numbers.
#[tool]
fn add(a: i64, b: i64) -> Result<i64, ToolFailure> {
    a.checked_add(b)
        .or_invalid_input(|| format!("the sum of {a} and {b} has more than 64 bits"))
}

#[tokio::main]
async fn main() -> Result<(), ServeError> {
    Server::builder("calculator", env!("CARGO_PKG_VERSION"))
        .tools(tools![add])
        .run()
        .await
}
