//! The four tools, written with mcp-runtime as its documentation shows.

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
