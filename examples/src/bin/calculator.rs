//! The smallest server: `cargo run -q -p examples --bin calculator -- call add a=2 b=3`.

use mcp_runtime::{ServeError, Server, tool, tools};

/// Adds two whole numbers.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

#[tokio::main]
async fn main() -> Result<(), ServeError> {
    Server::builder("calculator", env!("CARGO_PKG_VERSION"))
        .tools(tools![add])
        .run()
        .await
}
