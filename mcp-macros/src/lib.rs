//! The macros of `mcp-runtime`.

mod description;
mod diagnostics;
mod names;
mod options;
mod tool;

use proc_macro::TokenStream;

/// Makes a function a tool.
#[proc_macro_attribute]
pub fn tool(arguments: TokenStream, item: TokenStream) -> TokenStream {
    tool::tool(arguments.into(), item.into()).into()
}
