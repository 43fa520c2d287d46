/// The notes of a day.
#[resource(
    uri = "notes://{user}/{+path}{?most}",
    mime_type = "text/plain",
    cache_for = "1m",
    cache_scope = "public",
    audience(user)
)]
fn notes(user: u32, path: String, most: Option<u8>) -> Result<String, ToolFailure> {
    read(user, path, most)
}

/// A mistake.
#[resource(uri = "notes://{day}")]
fn refused(year: u32) -> String {
    year.to_string()
}
