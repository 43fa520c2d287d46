use mcp_runtime::tool;

struct Atlas;

/// Find a city.
#[tool]
fn find(#[arg(default = "x")] page: Option<&str>, #[arg(default = Atlas)] atlas: &Atlas) {
    let _ = (page, atlas);
}

fn main() {}
