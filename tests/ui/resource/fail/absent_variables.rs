use mcp_runtime::resource;

/// What a person looks for.
type Word = String;

/// Notes with a word in them.
#[resource(uri = "notes://found{?word,most,order,by,since}")]
fn found(
    word: String,
    most: u8,
    order: &str,
    #[arg(default = "name")] by: String,
    since: Option<u32>,
) -> String {
    format!("{word} {most} {order} {by} {since:?}")
}

/// Notes with a word in them.
#[resource(uri = "notes://by-alias{?word}")]
fn by_alias(word: Word) -> String {
    word
}

fn main() {}
