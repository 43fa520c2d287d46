use mcp_runtime::resource;

struct Notes;

/// One note.
#[resource(uri = "notes://{id}/{part}{?format}")]
fn note(notes: &Notes, di: u32, text: &str, most: Option<u8>) -> String {
    let _ = notes;
    format!("{di} {text} {most:?}")
}

/// All notes.
#[resource(uri = "notes://all")]
fn all(limit: u8) -> String {
    limit.to_string()
}

fn main() {}
