//! The server `framework` with the feature `http`, whose command line has `--http ADDRESS`.

#[path = "../../framework/src/four.rs"]
mod four;

use four::{add, echo, search, sleep};
use mcp_runtime::{ServeError, Server, tools};

#[tokio::main]
async fn main() -> Result<(), ServeError> {
    Server::builder("framework", env!("CARGO_PKG_VERSION"))
        .tools(tools![echo, add, search, sleep])
        .run()
        .await
}
