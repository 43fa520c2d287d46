//! What the errors of widely used crates mean, each behind a feature of the crate's name.
//!
//! The rule is that of the conversions that are always there: a kind only where it is certain, a
//! text that is ours, and everything else internal.

#[cfg(feature = "anyhow")]
mod anyhow;
#[cfg(feature = "reqwest")]
pub(crate) mod reqwest;
#[cfg(feature = "rusqlite")]
mod rusqlite;
#[cfg(feature = "sqlx")]
mod sqlx;

/// The texts of databases, in one place so that they are the same for each.
#[cfg(any(feature = "rusqlite", feature = "sqlx"))]
mod database {
    use std::error::Error;

    use crate::ToolFailure;

    type Cause = Box<dyn Error + Send + Sync>;

    /// A query for one row found none.
    pub(super) fn no_row(error: impl Into<Cause>) -> ToolFailure {
        ToolFailure::not_found("the database has no such record").source(error)
    }

    /// Another transaction was in the way.
    pub(super) fn busy(error: impl Into<Cause>) -> ToolFailure {
        ToolFailure::unavailable("the database is busy with other changes").source(error)
    }

    /// The connection could not be had, or was closed by the database.
    #[cfg(feature = "sqlx")]
    pub(super) fn unreachable(error: impl Into<Cause>) -> ToolFailure {
        ToolFailure::unavailable("the database does not answer").source(error)
    }
}
