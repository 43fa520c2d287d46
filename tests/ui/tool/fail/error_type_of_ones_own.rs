use mcp_runtime::tool;

pub struct Plain;

/// Cancel an order.
#[tool]
pub async fn cancel() -> Result<String, Plain> {
    Err(Plain)
}

/// Find an order.
#[tool]
pub async fn find() -> Result<String, String> {
    Ok(String::new())
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![cancel, find]);
}
