use mcp_runtime::tool;

/// List files.
#[tool]
fn list(größe: u64, #[arg(rename = "$top")] top: Option<u32>, short: bool) {
    let _ = (größe, top, short);
}

/// List files for hosts that take such names.
#[tool(any_host)]
fn list_anywhere(#[arg(rename = "$top")] top: Option<u32>) {
    let _ = top;
}

fn main() {}
