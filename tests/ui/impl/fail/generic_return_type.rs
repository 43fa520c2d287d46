use mcp_runtime::tool;

struct Orders<T>(T);

#[tool]
impl<T> Orders<T> {
    /// Give the order.
    #[tool]
    async fn get(&self) -> T {
        todo!()
    }
}

fn main() {}
