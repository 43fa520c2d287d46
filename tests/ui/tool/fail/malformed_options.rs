use mcp_runtime::tool;

/// Finds nothing.
#[tool(title "Find", name = find, read_only = "yes", timeout = , "icon", idempotent(true), title = "a" open_world)]
fn find() {}

fn main() {}
