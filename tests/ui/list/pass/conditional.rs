use mcp_runtime::{Server, tool, tools};

mod math {
    /// Add two numbers.
    #[mcp_runtime::tool]
    pub fn add(a: i64, b: i64) -> i64 {
        a + b
    }
}

/// Is there.
#[tool]
#[cfg(all())]
fn present() {}

/// Is not.
#[tool]
#[cfg(any())]
fn absent(missing: &Missing) {}

fn main() {
    let _ = Server::builder("list", "1.0.0")
        .tools(tools![])
        .tools(tools![math::add, #[cfg(all())] present, #[cfg(any())] absent,]);
}
