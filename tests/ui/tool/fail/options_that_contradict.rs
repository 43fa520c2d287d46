use mcp_runtime::tool;

/// Find a city.
#[tool(read_only, destructive)]
fn find() {}

/// Find a city.
#[tool(blocking)]
async fn wait() {}

fn main() {}
