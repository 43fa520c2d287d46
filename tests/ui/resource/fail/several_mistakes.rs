use mcp_runtime::resource;

#[resource(
    uri = "notes://{id}",
    priority = 2,
    audience(model),
    cache_for = "soon",
    cache_scope = "everybody",
    mime = "text/plain"
)]
fn note(#[arg(title = "Id", header = "Id")] id: u32) -> String {
    id.to_string()
}

fn main() {}
