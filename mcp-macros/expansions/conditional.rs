/// Find a city.
#[tool]
#[cfg(feature = "cities")]
fn find(#[cfg(feature = "archive")] archive: &Archive, limit: u64) {}
