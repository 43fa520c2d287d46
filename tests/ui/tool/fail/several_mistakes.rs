use mcp_runtime::tool;

struct Orders;

#[tool(red_only, name = "cancel order", timeout = "soon")]
async fn cancel<T>(
    orders: &mut Orders,
    #[arg(range(9..=1), patern = "x")] id: u64,
    (a, b): (u8, u8),
) -> impl std::fmt::Display {
    let _ = (orders, id, a, b);
    "cancelled"
}

fn main() {
    let _ = mcp_runtime::Server::builder("shop", "1.0.0").tools(mcp_runtime::tools![cancel]);
}
