use mcp_runtime::tool;

/// Has a blank.
#[tool(name = "find city")]
fn blank() {}

/// Has a letter beyond ASCII.
#[tool]
fn stået() {}

/// Has nothing.
#[tool(name = "")]
fn empty() {}

fn main() {}
