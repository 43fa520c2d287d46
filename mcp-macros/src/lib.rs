//! The macros of `mcp-runtime`.

mod description;
mod diagnostics;
#[cfg(test)]
#[allow(
    clippy::expect_used,
    reason = "a test that cannot read its files fails"
)]
mod expansions;
mod names;
mod options;
mod state;
mod tool;
mod tools;

use proc_macro::TokenStream;

/// Makes a function a tool.
#[proc_macro_attribute]
pub fn tool(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let (arguments, item) = (arguments.into(), item.into());
    if tools::is_block(&item) {
        tools::tools(arguments, item).into()
    } else {
        tool::tool(arguments, item).into()
    }
}

/// Gives tools access to each field of a struct.
#[proc_macro_derive(State, attributes(state))]
pub fn derive_state(item: TokenStream) -> TokenStream {
    state::state(item.into()).into()
}
