//! Connections that can read, and only that.

use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use mcp_runtime::Context;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};

/// What is queried when no file is named.
const DEMO: &str = include_str!("../../data/shop.sql");

/// How many steps of SQLite's virtual machine pass between two looks at the clock: well under a
/// millisecond.
const STEPS: i32 = 10_000;

/// The most bytes of one value inside the database.
const LONGEST_VALUE: i32 = 1_000_000;

/// The pragmas that set nothing: they describe tables.
const DESCRIBING: [&str; 5] = [
    "table_list",
    "table_info",
    "index_list",
    "index_info",
    "foreign_key_list",
];

/// A database that a model may read.
#[derive(Debug)]
pub struct Database {
    /// None: the demo data.
    file: Option<PathBuf>,
    pub(super) time_limit: Duration,
}

impl Database {
    /// The demo data: a small shop.
    #[must_use]
    pub fn demo() -> Self {
        Self {
            file: None,
            time_limit: Duration::from_secs(5),
        }
    }

    /// The database in a file.
    ///
    /// # Errors
    ///
    /// The file is not there, or is not a SQLite database.
    pub fn file(file: impl Into<PathBuf>) -> Result<Self, Box<dyn Error>> {
        let database = Self {
            file: Some(file.into()),
            ..Self::demo()
        };
        let tables = "SELECT count(*) FROM sqlite_schema";
        database
            .connect()
            .and_then(|connection| connection.query_row(tables, [], |_| Ok(())))
            .map_err(|error| format!("this file cannot be queried: {error}"))?;
        Ok(database)
    }

    /// The file that `SQL_FILE` names, or the demo data.
    ///
    /// # Errors
    ///
    /// As [`Database::file`].
    pub fn from_environment() -> Result<Self, Box<dyn Error>> {
        match std::env::var_os("SQL_FILE") {
            Some(file) => Self::file(file),
            None => Ok(Self::demo()),
        }
    }

    /// How long a query may take.
    #[must_use]
    pub fn time_limit(self, time_limit: Duration) -> Self {
        Self { time_limit, ..self }
    }

    /// A connection for SQL of our own. Each call has its own: nothing is left over for the next
    /// one, and calls run side by side.
    pub(super) fn connect(&self) -> rusqlite::Result<Connection> {
        let connection = if let Some(file) = &self.file {
            Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?
        } else {
            let demo = Connection::open_in_memory()?;
            demo.execute_batch(DEMO)?;
            demo
        };
        connection.pragma_update(None, "query_only", true)?;
        Ok(connection)
    }

    /// A connection for the SQL of others, which ends with the call or at the time limit.
    pub(super) fn connect_for(&self, call: &Context) -> rusqlite::Result<Connection> {
        let connection = self.connect()?;
        connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
        connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_VALUE)?;
        // From here on no statement is compiled that does anything but read, whatever it is called.
        connection.authorizer(Some(only_reads))?;
        let (call, deadline) = (call.clone(), Instant::now() + self.time_limit);
        let enough = move || call.is_cancelled() || Instant::now() >= deadline;
        connection.progress_handler(STEPS, Some(enough))?;
        Ok(connection)
    }
}

/// What a query may be made of. SQLite asks for each part while it compiles a statement.
fn only_reads(context: AuthContext<'_>) -> Authorization {
    match context.action {
        AuthAction::Select | AuthAction::Read { .. } | AuthAction::Recursive => {
            Authorization::Allow
        }
        AuthAction::Function { function_name } if function_name != "load_extension" => {
            Authorization::Allow
        }
        AuthAction::Pragma { pragma_name, .. } if DESCRIBING.contains(&pragma_name) => {
            Authorization::Allow
        }
        _ => Authorization::Deny,
    }
}
