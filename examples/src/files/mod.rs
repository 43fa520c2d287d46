//! A server that shows a model one folder: `list_files`, `read_file` and `search_files`.
//!
//! Nothing outside the folder can be reached, by `..`, by an absolute path or by a link. Names that
//! begin with a dot are closed as well: that is where keys and settings lie. Nothing tells where
//! the folder itself is.

mod failure;
mod lines;
mod listing;
mod root;
mod tools;

pub use root::Root;

use mcp_runtime::{Server, ServerBuilder, tools};
use tools::{list_files, read_file, search_files};

/// The server of a folder.
#[must_use]
pub fn server(root: Root) -> ServerBuilder<Root> {
    Server::builder("files", env!("CARGO_PKG_VERSION"))
        .instructions("Paths are relative to one folder, with '/' between names.")
        .state(root)
        .tools(tools![list_files, read_file, search_files])
}
