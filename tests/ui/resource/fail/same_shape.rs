use mcp_runtime::{Server, resource, resources};

/// A note by its number.
#[resource(uri = "notes://{id}")]
fn by_number(id: u32) -> String {
    id.to_string()
}

/// A note by its name: told from the other by the type.
#[resource(uri = "notes://{name}")]
fn by_name(name: String) -> String {
    name
}

/// A note by its title.
#[resource(uri = "notes://{title}")]
fn by_title(title: &str) -> String {
    title.to_owned()
}

fn main() {
    Server::builder("notes", "1.0.0").resources(resources![by_number, by_name]);
    Server::builder("notes", "1.0.0").resources(resources![by_number, by_name, by_title]);
}
