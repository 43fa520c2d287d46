use mcp_runtime::resource;

const TYPE: &str = "markdown";
const MOMENT: &str = "2026-02-29T09:00:00Z";
const PRIORITY: f64 = 1.5;
const NONE: usize = 0;

/// A text.
#[resource(
    uri = "notes://literals",
    mime_type = "text",
    last_modified = "2026-07-28"
)]
fn literals() -> String {
    String::new()
}

/// A text.
#[resource(
    uri = "notes://constants",
    mime_type = TYPE,
    last_modified = MOMENT,
    priority = PRIORITY,
    max_running = NONE
)]
fn constants() -> String {
    String::new()
}

fn main() {}
