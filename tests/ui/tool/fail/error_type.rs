use mcp_runtime::tool;

/// Cancel an order.
#[tool]
async fn cancel() -> Result<String, std::io::Error> {
    Ok(String::new())
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![cancel]);
}
