use mcp_runtime::resource;

/// A note.
#[resource(uri = "notes://{id}", size = 1024)]
fn note(id: u32) -> String {
    id.to_string()
}

fn main() {}
