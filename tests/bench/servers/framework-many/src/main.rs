//! The four tools of `server-framework`, and a thousand more.

#[path = "../../framework/src/four.rs"]
mod four;

use four::{add, echo, search, sleep};
use mcp_runtime::{ServeError, Server, tools};

/// Written by the build script.
mod many {
    use mcp_runtime::{tool, tools};

    include!(concat!(env!("OUT_DIR"), "/many.rs"));
}

#[tokio::main]
async fn main() -> Result<(), ServeError> {
    let four = Server::builder("framework", env!("CARGO_PKG_VERSION"))
        .tools(tools![echo, add, search, sleep]);
    let all = many::many()
        .into_iter()
        .fold(four, |server, set| server.tools(set));
    all.run().await
}
