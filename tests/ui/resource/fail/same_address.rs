use mcp_runtime::{Server, resource, resources};

/// One.
#[resource(uri = "notes://today")]
fn one() -> &'static str {
    ""
}

/// The other.
#[resource(uri = "notes://today")]
fn other() -> &'static str {
    ""
}

fn main() {
    Server::builder("notes", "1.0.0").resources(resources![one, other]);
}
