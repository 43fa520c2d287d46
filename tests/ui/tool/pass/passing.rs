//! Every way to take an argument, state and the context.

use std::borrow::Cow;
use std::path::Path;

use mcp_runtime::{Context, Server, ToolFailure, tool, tools};

struct Orders;

type Maybe<T> = Option<T>;
type Text = str;
type Call = Context;
type Outcome<T> = Result<T, ToolFailure>;

/// Take everything.
#[tool]
async fn everything(
    owned: String,
    optional: Option<u32>,
    aliased: Maybe<bool>,
    list: Vec<i64>,
    lasting: Cow<'static, str>,
    text: &str,
    aliased_text: &Text,
    path: &Path,
    slice: &[String],
    maybe_text: Option<&str>,
    maybe_slice: Maybe<&[u8]>,
    maybe_path: Option<&Path>,
    orders: &Orders,
    context: &Context,
    aliased_context: &Call,
    _unused: &Orders,
    mut changed: u8,
    parenthesized: (u8),
) -> Outcome<String> {
    changed += parenthesized;
    let _ = (optional, aliased, list, lasting, aliased_text, path, slice, maybe_text, maybe_slice);
    let _ = (maybe_path, orders, context, aliased_context, changed);
    Ok(owned + text)
}

/// Take nothing.
#[tool]
async fn nothing() {}

/// Give what was lent.
#[tool]
fn lent(text: &str) -> &str {
    text
}

/// Wait on a thread.
#[tool(blocking)]
fn blocked(orders: &Orders, text: &str) -> String {
    let _ = orders;
    text.to_owned()
}

fn main() {
    let _ = Server::builder("shop", "1.0.0")
        .state(Orders)
        .tools(tools![everything, nothing, lent, blocked]);
}
