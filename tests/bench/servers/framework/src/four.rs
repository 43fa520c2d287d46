//! The four tools.

use std::time::Duration;

use mcp_runtime::{Json, ToolFailure, tool};
use records::{Filter, Found};

/// Say it again.
#[tool]
pub(crate) async fn echo(
    /// What to say.
    text: String,
) -> String {
    text
}

/// Add two integers.
#[tool]
pub(crate) async fn add(
    /// The first number.
    a: i64,
    /// The second number.
    b: i64,
) -> Result<i64, ToolFailure> {
    a.checked_add(b)
        .ok_or_else(|| ToolFailure::rejected("the sum is out of range"))
}

/// Find records.
#[tool]
pub(crate) async fn search(
    /// What to look for.
    query: String,
    /// How many records at most.
    limit: Option<u32>,
    /// What narrows the search.
    filters: Option<Vec<Filter>>,
) -> Json<Found> {
    let filters = filters.map_or(0, |filters| filters.len());
    Json(records::search(&query, limit, filters))
}

/// Wait.
#[tool]
pub(crate) async fn sleep(
    /// Milliseconds.
    ms: u64,
) -> &'static str {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    "slept"
}
