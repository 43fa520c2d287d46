//! `rusqlite`: errors of an embedded database.

use ::rusqlite::{Error, ErrorCode};

use super::database;
use crate::ToolFailure;

/// With the feature `rusqlite`. SQL, values, names of tables and paths are logged and never sent.
///
/// | error | kind |
/// |---|---|
/// | `QueryReturnedNoRows` | `not_found` |
/// | SQLite's `BUSY` and `LOCKED` | `unavailable` |
/// | any other | `internal` |
///
/// A broken constraint is internal: it may be a rule that the model broke, or a mistake in the
/// program, and only the author knows. Match it, and say what the rule is.
impl From<Error> for ToolFailure {
    fn from(error: Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => database::busy(error),
            _ if matches!(error, Error::QueryReturnedNoRows) => database::no_row(error),
            _ => Self::internal(error),
        }
    }
}
