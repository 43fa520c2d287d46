use mcp_runtime::tool;

/// Cancel an order.
#[tool]
fn cancel(reasons: &[&str]) {
    let _ = reasons;
}

fn main() {}
