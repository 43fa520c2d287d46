use mcp_runtime::tool;

const MOST: u32 = 0;

/// Find a city.
#[tool]
fn find(#[arg(range(1..=MOST))] days: u32) {
    let _ = days;
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![find]);
}
