//! `rusqlite` and `sqlx`.

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;

use mcp_runtime::{FailureKind, ToolFailure};
use sqlx::error::{DatabaseError, ErrorKind};

use crate::{FAULT, SECRET, assert_discreet, is_unsure};

fn text_of(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::NotFound => "The database has no such record. The same call",
        FailureKind::Unavailable => "The database ",
        _ => FAULT,
    }
}

fn sqlite(code: i32) -> rusqlite::Error {
    let said = format!("{SECRET} in users");
    rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), Some(said))
}

#[tokio::test]
async fn each_error_of_rusqlite_is_of_the_kind_that_its_table_says() {
    use rusqlite::ffi;
    for (code, kind) in [
        (ffi::SQLITE_BUSY, FailureKind::Unavailable),
        (ffi::SQLITE_BUSY_SNAPSHOT, FailureKind::Unavailable),
        (ffi::SQLITE_LOCKED, FailureKind::Unavailable),
        (ffi::SQLITE_CONSTRAINT_UNIQUE, FailureKind::Internal),
        (ffi::SQLITE_INTERRUPT, FailureKind::Internal),
        (ffi::SQLITE_FULL, FailureKind::Internal),
        (ffi::SQLITE_CANTOPEN, FailureKind::Internal),
    ] {
        assert_discreet(sqlite(code).into(), kind, text_of(kind)).await;
    }
    let none = ToolFailure::from(rusqlite::Error::QueryReturnedNoRows);
    assert!(none.to_string().starts_with(text_of(FailureKind::NotFound)));
    let path = rusqlite::Error::InvalidPath(SECRET.into());
    assert_discreet(path.into(), FailureKind::Internal, FAULT).await;
}

#[tokio::test]
async fn a_real_database_says_no_more() {
    let database = rusqlite::Connection::open_in_memory().unwrap();
    let syntax = database.prepare("SELECT 1 FROM users_hunter2").unwrap_err();
    assert_discreet(syntax.into(), FailureKind::Internal, FAULT).await;
    let row = database.query_row("SELECT 1 WHERE 0", [], |row| row.get::<_, u8>(0));
    assert_eq!(
        ToolFailure::from(row.unwrap_err()).kind(),
        FailureKind::NotFound
    );
}

/// An error of a database that sqlx speaks with.
#[derive(Debug)]
struct Database(&'static str);

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SECRET} in users ({})", self.0)
    }
}

impl StdError for Database {}

impl DatabaseError for Database {
    fn message(&self) -> &str {
        SECRET
    }

    fn code(&self) -> Option<Cow<'_, str>> {
        Some(self.0.into())
    }

    fn kind(&self) -> ErrorKind {
        ErrorKind::Other
    }

    fn as_error(&self) -> &(dyn StdError + Send + Sync + 'static) {
        self
    }

    fn as_error_mut(&mut self) -> &mut (dyn StdError + Send + Sync + 'static) {
        self
    }

    fn into_error(self: Box<Self>) -> Box<dyn StdError + Send + Sync + 'static> {
        self
    }
}

#[tokio::test]
async fn each_error_of_sqlx_is_of_the_kind_that_its_table_says() {
    for (code, kind) in [
        ("40001", FailureKind::Unavailable),
        ("40P01", FailureKind::Unavailable),
        ("55P03", FailureKind::Unavailable),
        ("53300", FailureKind::Unavailable),
        ("57P01", FailureKind::Unavailable),
        ("57P03", FailureKind::Unavailable),
        ("5", FailureKind::Unavailable),
        ("6", FailureKind::Unavailable),
        ("517", FailureKind::Unavailable),
        ("2067", FailureKind::Internal),
        ("23505", FailureKind::Internal),
        ("42601", FailureKind::Internal),
        ("28P01", FailureKind::Internal),
        ("00005", FailureKind::Internal),
    ] {
        let error = sqlx::Error::Database(Box::new(Database(code)));
        assert_discreet(error.into(), kind, text_of(kind)).await;
    }
    let io = sqlx::Error::Io(std::io::Error::other(SECRET));
    let kind = FailureKind::Unavailable;
    let io = ToolFailure::from(io);
    assert!(is_unsure(io.clone()).await);
    assert!(!is_unsure(sqlx::Error::PoolTimedOut.into()).await);
    assert_discreet(io, kind, "The database does not answer").await;
    for (error, kind) in [
        (sqlx::Error::RowNotFound, FailureKind::NotFound),
        (sqlx::Error::PoolTimedOut, FailureKind::Unavailable),
        (sqlx::Error::PoolClosed, FailureKind::Internal),
    ] {
        let failure = ToolFailure::from(error);
        assert_eq!(failure.kind(), kind);
        assert!(failure.to_string().starts_with(text_of(kind)), "{failure}");
    }
    for error in [
        sqlx::Error::Configuration(SECRET.into()),
        sqlx::Error::Tls(SECRET.into()),
        sqlx::Error::Protocol(SECRET.into()),
        sqlx::Error::ColumnNotFound(SECRET.into()),
    ] {
        assert_discreet(error.into(), FailureKind::Internal, FAULT).await;
    }
}
