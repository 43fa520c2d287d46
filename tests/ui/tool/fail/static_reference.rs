use mcp_runtime::tool;

/// Cancel an order.
#[tool]
fn cancel(reason: &'static str, comment: Option<&'static str>) {
    let _ = (reason, comment);
}

fn main() {}
