//! Everything that can go wrong with a query.

use std::time::Duration;

use mcp_runtime::ToolFailure;
use rusqlite::{Error, ErrorCode};

/// Why a query has no result.
#[derive(Debug, thiserror::Error, ToolFailure)]
pub(super) enum QueryFailure {
    /// What is wrong with the query, the database knows best. Its words may repeat the query's and
    /// those of the data, so they are quoted.
    #[error("the database does not accept the query: {said}")]
    #[failure(
        invalid_input,
        try_next = "Correct the query and call again; to see the tables and columns, call the tool list_tables.",
        otherwise = "tell the user what was asked of the database and what it said"
    )]
    Mistaken {
        #[failure(untrusted)]
        said: String,
    },

    #[error("the database refused to run the query, because this connection can only read")]
    #[failure(
        rejected,
        try_next = "Write one SELECT; what changes data or settings is not possible here, however it is written.",
        otherwise = "tell the user that the database can only be read here"
    )]
    NotReading,

    #[error("the text holds more than one statement, and only one can run in a call")]
    #[failure(
        invalid_input,
        try_next = "Call once for each statement, without anything after its semicolon."
    )]
    Several,

    #[error("the text holds no statement that gives rows")]
    #[failure(
        invalid_input,
        try_next = "Write a SELECT, for example: SELECT name FROM sqlite_schema"
    )]
    NoRows,

    #[error("the query has a placeholder such as ? or :name, and nothing to fill it with")]
    #[failure(invalid_input, try_next = "Write the value itself into the query.")]
    Placeholder,

    #[error("the query was stopped because it ran longer than {} seconds", limit.as_secs_f32())]
    #[failure(
        timeout,
        retry = after_change,
        try_next = "Narrow it down with WHERE, join on keys, and give every recursion an end.",
        otherwise = "tell the user that the question takes too long to answer here"
    )]
    TooSlow { limit: Duration },

    #[error("the query makes or reads a value of more than a million bytes")]
    #[failure(
        rejected,
        try_next = "Select fewer columns, or a part of a long value with substr().",
        otherwise = "tell the user that the value is too large to read here"
    )]
    TooBig,

    #[error("the database is being written by another program")]
    #[failure(unavailable)]
    Busy(#[source] Error),

    /// The disk, the file, this server: nothing that a query could do better.
    #[error(transparent)]
    #[failure(internal)]
    Broken(Error),
}

impl QueryFailure {
    /// What an error means that the database gave for a query.
    pub(super) fn of(error: Error, limit: Duration) -> Self {
        let code = match &error {
            Error::SqlInputError { error, .. } | Error::SqliteFailure(error, _) => Some(error.code),
            _ => None,
        };
        match (error, code) {
            (Error::MultipleStatement, _) => Self::Several,
            (Error::InvalidParameterCount(..), _) => Self::Placeholder,
            (_, Some(ErrorCode::OperationInterrupted)) => Self::TooSlow { limit },
            (_, Some(ErrorCode::TooBig)) => Self::TooBig,
            (_, Some(ErrorCode::AuthorizationForStatementDenied | ErrorCode::ReadOnly)) => {
                Self::NotReading
            }
            (error, Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)) => Self::Busy(error),
            (
                Error::SqlInputError { msg: said, .. } | Error::SqliteFailure(_, Some(said)),
                Some(ErrorCode::Unknown | ErrorCode::TypeMismatch),
            ) => Self::Mistaken { said },
            (error, _) => Self::Broken(error),
        }
    }
}
