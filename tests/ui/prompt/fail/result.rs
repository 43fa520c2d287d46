use mcp_runtime::prompt;

/// Counts.
#[prompt]
fn count() -> u32 {
    3
}

fn main() {}
