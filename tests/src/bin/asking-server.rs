//! A server whose tool asks the user, to be asked over a wire.

use mcp_runtime::{Context, ServeError, Server, ToolFailure, tool, tools};
use schemars::JsonSchema;
use serde::Deserialize;

#[tokio::main]
async fn main() -> Result<(), ServeError> {
    Server::builder("asking-server", env!("CARGO_PKG_VERSION"))
        .tools(tools![introduce, echo])
        .run()
        .await
}

/// Who somebody is.
#[derive(Debug, Deserialize, JsonSchema)]
struct Person {
    /// A first name.
    name: String,
}

/// Greet the user, who is asked for a name.
#[tool(read_only)]
async fn introduce(cx: &Context) -> Result<String, ToolFailure> {
    let answer = cx.elicit::<Person>("person", "Who are you?").await?;
    Ok(format!("Hello, {}!", answer.required()?.name))
}

/// Give back the text.
#[tool(read_only)]
fn echo(
    /// The text.
    text: String,
) -> String {
    text
}
