//! Prompts and resources without the prelude, under names that mean something else.

#![no_implicit_prelude]

use ::mcp_runtime::{Context, prompt, prompts, resource, resources};
use ::std::option::Option;
use ::std::string::String;
use ::std::vec::Vec;

/// Stands before what the expansions might mean.
struct Box;
enum Piece {}
trait Completed {}
struct PromptEntry;
struct ResourceEntry;

pub(crate) struct App;

/// Everything that a prompt can have.
#[prompt(
    title = "Everything",
    icon = "https://example.com/icon.png",
    timeout = "10s",
    max_running = 4,
    meta = ::serde_json::Value::Null
)]
async fn ask(
    app: &App,
    context: &Context,
    #[arg(title = "Call", complete = suggest(app, schema))] call: &str,
    #[arg(complete = later)] schema: Option<&str>,
    #[arg(default = "none")] completing: String,
    arguments: u8,
) -> String {
    let _ = (
        app,
        context,
        schema,
        arguments,
        Box,
        PromptEntry,
        ResourceEntry,
    );
    let _: Option<(&Piece, &dyn Completed)> = Option::None;
    ::std::format!("{call} {completing}")
}

fn suggest(_: &str, _: &App, _: &str) -> Vec<String> {
    Vec::new()
}

async fn later(_: &str) -> Vec<&'static str> {
    ::std::vec!["later"]
}

/// Everything that a resource can have.
#[resource(
    uri = "test://{call}/{+schema}{?state}",
    name = "r",
    mime_type = "text/plain",
    audience(user),
    priority = 0.5,
    last_modified = "2026-07-28T09:00:00Z",
    cache_for = "1s",
    cache_scope = "public",
    any_path,
    timeout = "10s",
    blocking
)]
fn r#type(
    app: &App,
    call: String,
    #[arg(complete = suggest(app, call))] schema: &str,
    state: Option<u8>,
) -> String {
    let _ = (app, state);
    ::std::format!("{call} {schema}")
}

#[prompt]
#[resource]
impl App {
    /// A prompt of a block.
    #[prompt]
    fn in_block(&self, #[arg(complete = Self::numbers)] number: u8) -> String {
        ::std::format!("{number}")
    }

    /// A resource of a block.
    #[resource(uri = "block://{number}")]
    fn of_block(&self, #[arg(complete = Self::numbers)] number: u8) -> String {
        ::std::format!("{number}")
    }

    fn numbers(_: &str) -> Vec<&'static str> {
        ::std::vec!["1", "2"]
    }
}

pub(crate) fn all() -> (
    ::mcp_runtime::PromptSet<App>,
    ::mcp_runtime::ResourceSet<App>,
) {
    (prompts![ask, App], resources![r#type, App])
}
