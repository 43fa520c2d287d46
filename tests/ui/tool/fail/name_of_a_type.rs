use mcp_runtime::tool;

/// Hides a type of the language.
#[tool]
fn u8(value: u16) -> u16 {
    value
}

fn main() {}
