//! Without the prelude, nothing is found unless it is named by its whole path.

#![no_implicit_prelude]

use ::mcp_runtime::{Context, State, tool, tools};
use ::std::option::Option;
use ::std::string::String;

/// The state.
#[derive(State)]
pub(crate) struct App {
    orders: Orders,
    #[state(deref)]
    stations: ::std::sync::Arc<Stations>,
}

pub(crate) struct Orders;
pub(crate) struct Stations;

/// Everything that a tool can have.
#[tool(
    title = "Everything",
    read_only,
    timeout = "10s",
    max_running = 4,
    conversions = "none",
    unknown_arguments = "ignore",
    invalid_arguments = "tool_failure",
    meta = ::serde_json::Value::Null
)]
async fn everything(
    orders: &Orders,
    stations: &Stations,
    context: &Context,
    /// A number.
    #[arg(range(1..=9), example = 3)]
    number: u8,
    #[arg(default = "none", length(..=9))] text: String,
    #[arg(secret)] maybe: Option<&str>,
) -> String {
    let _ = (orders, stations, context, number, maybe);
    text
}

/// On a thread.
#[tool(blocking)]
fn blocking(number: u8) -> u8 {
    number
}

#[tool]
impl Orders {
    /// In an impl block.
    #[tool]
    fn count(&self, #[arg(default = 3)] number: u8) -> u8 {
        number
    }
}

pub(crate) fn app() -> App {
    App {
        orders: Orders,
        stations: ::std::sync::Arc::new(Stations),
    }
}

pub(crate) fn tools() -> ::mcp_runtime::ToolSet<App> {
    tools![everything, blocking, Orders]
}
