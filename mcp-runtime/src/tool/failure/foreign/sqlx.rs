//! `sqlx`: errors of a database.

use ::sqlx::Error;

use super::database;
use crate::ToolFailure;

/// With the feature `sqlx`. SQL, values, names of tables and addresses are logged and never sent.
///
/// | error | kind |
/// |---|---|
/// | `RowNotFound` | `not_found` |
/// | `PoolTimedOut`, `Io` | `unavailable` |
/// | of the database: serialization failure, deadlock, lock not available, too many connections, shutting down (SQLSTATE `40001`, `40P01`, `55P03`, `53300`, `57P01` to `57P03`), SQLite's `BUSY` and `LOCKED` | `unavailable` |
/// | any other | `internal` |
///
/// After `Io`, where the tool is neither `read_only` nor `idempotent`, the model is told that the
/// call may have taken effect, instead of to retry.
///
/// A broken constraint is internal: it may be a rule that the model broke, or a mistake in the
/// program, and only the author knows. Match it, and say what the rule is.
impl From<Error> for ToolFailure {
    fn from(error: Error) -> Self {
        match &error {
            Error::RowNotFound => database::no_row(error),
            Error::PoolTimedOut => database::unreachable(error),
            // It may have broken behind a statement that was carried out.
            Error::Io(_) => database::unreachable(error).undecided(),
            Error::Database(inner) => match inner.code().as_deref().map(meaning) {
                Some(Meaning::Busy) => database::busy(error),
                Some(Meaning::Away) => database::unreachable(error),
                Some(Meaning::Unknown) | None => Self::internal(error),
            },
            _ => Self::internal(error),
        }
    }
}

enum Meaning {
    Busy,
    Away,
    Unknown,
}

/// SQLSTATE has five characters; a number is SQLite's, whose last byte is the code without what
/// extends it.
fn meaning(code: &str) -> Meaning {
    match code {
        "40001" | "40P01" | "55P03" => Meaning::Busy,
        "53300" | "57P01" | "57P02" | "57P03" => Meaning::Away,
        _ if code.len() < 5 => match code.parse::<u32>() {
            Ok(code) if matches!(code & 0xff, 5 | 6) => Meaning::Busy,
            _ => Meaning::Unknown,
        },
        _ => Meaning::Unknown,
    }
}
