//! What failed goes to the log as an error.
use std::fmt;

use mcp_runtime::ToolFailure;

#[derive(Debug, ToolFailure)]
#[failure(display, unavailable)]
struct Closed;

impl fmt::Display for Closed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the atlas is closed today")
    }
}

fn main() {}
