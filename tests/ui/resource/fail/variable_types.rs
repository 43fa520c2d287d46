use mcp_runtime::resource;

type Tags = Vec<String>;

/// Notes.
#[resource(uri = "notes://{tags}/{pair}/{any}{?alias,names}")]
fn notes(
    tags: Vec<String>,
    pair: (u8, u8),
    any: serde_json::Value,
    alias: Option<Tags>,
    names: Option<&[String]>,
) -> String {
    format!("{tags:?} {pair:?} {any} {alias:?} {names:?}")
}

fn main() {}
