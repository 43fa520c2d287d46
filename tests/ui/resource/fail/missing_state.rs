use mcp_runtime::{Server, resource, resources};

struct Notes;

/// Today's.
#[resource(uri = "notes://today")]
fn today(notes: &Notes) -> String {
    let _ = notes;
    String::new()
}

fn main() {
    Server::builder("notes", "1.0.0").resources(resources![today]);
}
