use mcp_runtime::resource;

/// Counts.
#[resource(uri = "notes://count")]
fn count() -> u32 {
    3
}

fn main() {}
