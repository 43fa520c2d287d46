use mcp_runtime::prompt;

fn count(_: &str) -> u32 {
    3
}

fn cities(_: &str, _: &str) -> Vec<String> {
    Vec::new()
}

/// Asks for the weather.
#[prompt]
fn weather(
    #[arg(complete = count)] number: String,
    #[arg(complete = cities)] city: String,
) -> String {
    number + &city
}

fn main() {}
