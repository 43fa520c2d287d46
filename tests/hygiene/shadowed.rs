//! Where everything that an expansion might name means something else.

#![allow(
    dead_code,
    unused_macros,
    reason = "the names are there to be in the way"
)]

use mcp_runtime::{tool, tools};

mod std {}
mod core {}
mod serde_json {}
mod tokio {}
mod mcp_runtime_private {}

pub(crate) struct Result;
pub(crate) struct Option;
pub(crate) struct Box;
pub(crate) struct String;
pub(crate) struct Vec;
pub(crate) struct Some;
pub(crate) struct None;
pub(crate) struct Ok;
pub(crate) struct Err;
pub(crate) struct Tool;
pub(crate) struct ToolEntry;
pub(crate) struct ToolNames;
pub(crate) struct Call;
pub(crate) struct Arguments;
pub(crate) trait Send {}
pub(crate) trait Sync {}
pub(crate) trait From {}
pub(crate) trait Into {}
pub(crate) trait Default {}
pub(crate) trait Provide {}
pub(crate) trait Deref {}

/// A state whose name might be a type parameter's.
#[derive(mcp_runtime::State)]
pub(crate) struct State {
    part: From0,
}

/// A part whose name might be a marker's.
pub(crate) struct From0;

macro_rules! assert {
    ($($any:tt)*) => {
        compile_error!("not this one")
    };
}

/// Find everything.
#[tool(timeout = "1s")]
async fn find(
    state: &State,
    part: &From0,
    text: &str,
    #[arg(default = 3)] count: u64,
    maybe: ::std::option::Option<&str>,
    list: ::std::option::Option<::std::vec::Vec<u64>>,
) -> ::std::result::Result<u64, mcp_runtime::ToolFailure> {
    let _ = (state, part, text, maybe, list);
    ::std::result::Result::Ok(count)
}

#[tool]
impl State {
    /// Find nothing.
    #[tool(blocking)]
    fn nothing(&self) {}
}

pub(crate) fn app() -> State {
    State { part: From0 }
}

pub(crate) fn tools() -> mcp_runtime::ToolSet<State> {
    tools![find, State]
}
