use mcp_runtime::tool;

/// Find a city.
#[tool]
fn find(
    #[arg(header = "")] a: String,
    #[arg(header = "My Region")] b: String,
    #[arg(header = "Mcp-Param-Region")] c: String,
    #[arg(header = "Zone")] d: String,
    #[arg(header = "zone")] e: String,
    #[arg(header = "Key", secret)] f: String,
    #[arg(header = "Ratio")] g: f64,
    #[arg(header = 7)] h: String,
    #[arg(secret, default = "sk-1")] i: String,
    #[arg(example = "sk-2", secret)] j: String,
) {
    let _ = (a, b, c, d, e, f, g, h, i, j);
}

fn main() {}
