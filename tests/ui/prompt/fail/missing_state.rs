use mcp_runtime::{Server, prompt, prompts};

struct House;

/// Describes the house.
#[prompt]
fn describe(house: &House) -> &'static str {
    let _ = house;
    ""
}

fn main() {
    Server::builder("house", "1.0.0").prompts(prompts![describe]);
}
