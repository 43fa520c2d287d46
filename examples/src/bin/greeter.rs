//! A server with arguments of its own: `cargo run -q -p examples --bin greeter -- --greeting Hei call greet name=Kari`.

use clap::Parser;
use mcp_runtime::{ServeError, Server, cli, tool, tools};

/// Greets people.
#[derive(Debug, Parser)]
#[command(version)]
struct Options {
    /// The greeting.
    #[arg(long, default_value = "Hello")]
    greeting: String,
    #[command(flatten)]
    server: cli::Args,
}

struct Greeting(String);

/// Greets somebody.
#[tool]
fn greet(greeting: &Greeting, name: &str) -> String {
    format!("{}, {name}!", greeting.0)
}

#[tokio::main]
async fn main() -> Result<(), ServeError> {
    let options = Options::parse();
    Server::builder("greeter", env!("CARGO_PKG_VERSION"))
        .state(Greeting(options.greeting))
        .tools(tools![greet])
        .run_with(options.server)
        .await
}
