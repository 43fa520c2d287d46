//! What the `search` tool answers with: the same records from every server.

use serde::{Deserialize, Serialize};

/// One condition that a search is narrowed by.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Filter {
    /// The field to look at.
    pub field: String,
    /// What it must hold.
    pub value: String,
}

/// One thing found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Record {
    pub key: String,
    pub title: String,
    pub url: String,
    pub score: f64,
    pub tags: Vec<String>,
    pub filters: u32,
}

/// Everything found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Found {
    pub records: Vec<Record>,
}

/// How many records there are when no limit is given.
pub const USUAL: u32 = 20;

/// "Searches": the work that is the author's, not the framework's.
#[must_use]
pub fn search(query: &str, limit: Option<u32>, filters: usize) -> Found {
    let record = |index: u32| Record {
        key: format!("record-{index}"),
        title: format!("{query} result {index}"),
        url: format!("https://example.com/records/{index}"),
        score: 1.0 - f64::from(index) / 64.0,
        tags: vec!["measured".to_owned(), "record".to_owned()],
        filters: u32::try_from(filters).unwrap_or(u32::MAX),
    };
    Found {
        records: (0..limit.unwrap_or(USUAL)).map(record).collect(),
    }
}
