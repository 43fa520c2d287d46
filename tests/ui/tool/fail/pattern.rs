use mcp_runtime::tool;

const LOOK_AHEAD: &str = "^(?=a)";

/// Find a city.
#[tool]
fn find(
    #[arg(pattern = "(?i)oslo")] a: String,
    #[arg(pattern = LOOK_AHEAD)] b: &str,
    #[arg(items(pattern = "[a-z"))] c: Vec<String>,
) {
    let _ = (a, b, c);
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![find]);
}
