//! Other attributes, and places for a tool.

#![deny(warnings)]

use mcp_runtime::{Server, tool, tools};

/// Is old.
#[tool]
#[deprecated]
async fn old() -> u8 {
    1
}

/// Is used.
#[must_use]
#[inline]
#[tool]
#[allow(clippy::needless_pass_by_value)]
/// Is used with care.
fn careful(text: String) -> usize {
    text.len()
}

fn main() {
    /// Is in a function.
    #[tool]
    fn inside() {}

    let _ = Server::builder("attributes", "1.0.0").tools(tools![old, careful, inside]);
}
