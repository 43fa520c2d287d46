//! Every form of a resource.

use mcp_runtime::{
    Context, Json, ResourceContents, Server, ToolFailure, resource, resources,
};

pub struct Notes {
    all: Vec<String>,
}

/// A text.
#[resource(uri = "notes://manual")]
fn manual() -> &'static str {
    "Write."
}

/// Bytes.
#[resource(uri = "notes://logo", mime_type = "image/png", size = 3, priority = 1)]
fn logo() -> &'static [u8] {
    &[1, 2, 3]
}

/// One note, as JSON.
#[resource(
    uri = "notes://{number}/{+path}{?most,order}",
    name = "A note",
    cache_for = "10s",
    cache_scope = "public",
    audience(assistant),
    any_path
)]
async fn note(
    notes: &Notes,
    cx: &Context,
    #[arg(rename = "number", complete = numbers(notes))] index: usize,
    path: &str,
    most: Option<u8>,
    #[arg(default = "newest")] order: String,
) -> Result<Json<Vec<String>>, ToolFailure> {
    let _ = (cx, index, path, most, order);
    Ok(Json(notes.all.clone()))
}

fn numbers(_: &str, notes: &Notes) -> Vec<String> {
    (0..notes.all.len()).map(|number| number.to_string()).collect()
}

#[resource]
impl Notes {
    /// All notes.
    #[resource(uri = "notes://all")]
    fn all(&self) -> Vec<ResourceContents> {
        self.all.iter().map(ResourceContents::text).collect()
    }

    /// A note by name.
    #[resource(uri = "notes://by-name/{name}", blocking)]
    fn by_name(&self, name: String) -> Result<Vec<u8>, ToolFailure> {
        Ok(name.into_bytes())
    }
}

fn main() {
    let _ = manual();
    Server::builder("notes", "1.0.0")
        .state(Notes { all: Vec::new() })
        .resources(resources![manual, logo, note, Notes])
        .build()
        .unwrap();
}
