use mcp_runtime::{Server, resources, tool};

/// Adds.
#[tool]
fn add(a: u8, b: u8) -> u8 {
    a + b
}

fn main() {
    Server::builder("notes", "1.0.0").resources(resources![add]);
}
