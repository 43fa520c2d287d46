use mcp_runtime::tool;

struct Orders<T>(T);

#[tool(marker = OrderQueries, read_only)]
impl<T> Orders<T> {
    /// Count the orders.
    #[tool(marker = Count, crate = mcp_runtime)]
    #[tool(title = "Count")]
    fn count(&self) -> u32 {
        0
    }
}

fn main() {}
