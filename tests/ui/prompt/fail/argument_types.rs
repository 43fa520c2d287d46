use std::collections::HashMap;

use mcp_runtime::prompt;

type Tags = Vec<String>;

/// Asks for a review.
#[prompt]
fn review(
    tags: Option<Tags>,
    limits: HashMap<String, u8>,
    span: (u32, u32),
    rest: serde_json::Value,
    names: &[String],
) -> String {
    format!("{tags:?} {limits:?} {span:?} {rest} {names:?}")
}

fn main() {}
