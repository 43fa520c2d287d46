//! Everything that can go wrong in the shop.

use mcp_runtime::ToolFailure;
use tokio_postgres::error::SqlState;

use super::shop::Money;

/// Why a question or an order has no answer.
#[derive(Debug, thiserror::Error, ToolFailure)]
pub(super) enum OrderFailure {
    #[error("no user's name or e-mail contains '{text}'")]
    #[failure(
        not_found,
        try_next = "Try a shorter part of the name.",
        otherwise = "ask the user how the name is spelled"
    )]
    NobodyFound { text: String },

    #[error("there is no user with the number {id}")]
    #[failure(
        not_found,
        try_next = "Call find_user with a part of the name or e-mail to learn the number.",
        otherwise = "ask the user for the name"
    )]
    NoSuchUser { id: i64 },

    #[error("there is no product '{sku}'")]
    #[failure(
        not_found,
        try_next("Call again with one of {}, if the user means that.", skus.join(", ")),
        otherwise = "ask the user which product is meant"
    )]
    NoSuchProduct { sku: String, skus: Vec<String> },

    #[error("the order is for {quantity} of '{product}', and {} in stock", how_many(*stock))]
    #[failure(rejected, try_next("{}", order_fewer(*stock)))]
    OutOfStock {
        product: String,
        stock: i64,
        quantity: i64,
    },

    #[error(
        "the order is {total}, and {customer} has {credit_left} of credit left, enough for {affordable}"
    )]
    #[failure(
        rejected,
        try_next("{}", order_fewer(*affordable)),
        otherwise = "tell the user that an open order has to be paid first"
    )]
    OverCredit {
        customer: String,
        total: Money,
        credit_left: Money,
        affordable: i64,
    },

    #[error("the order database cannot be reached or is busy")]
    #[failure(
        unavailable,
        otherwise = "tell the user that the shop is out of order; nothing was changed"
    )]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),

    /// The one failure after which nobody knows what happened.
    #[error(
        "the connection to the order database broke while the order was written, so it may or may not be placed"
    )]
    #[failure(
        unavailable,
        retry = never,
        try_next = "Call search_orders to see whether it is there, and place it again only if it is not.",
        otherwise = "tell the user that the order is unconfirmed"
    )]
    Unconfirmed(#[source] tokio_postgres::Error),

    #[error(transparent)]
    #[failure(internal)]
    Database(Box<dyn std::error::Error + Send + Sync>),
}

fn order_fewer(most: i64) -> String {
    match most {
        ..=0 => "Offer the user another product.".to_owned(),
        1 => "Ask the user whether to order just one.".to_owned(),
        _ => format!("Ask the user whether to order {most}."),
    }
}

fn how_many(stock: i64) -> String {
    match stock {
        ..=0 => "none is".to_owned(),
        1 => "only 1 is".to_owned(),
        _ => format!("only {stock} are"),
    }
}

impl From<rusqlite::Error> for OrderFailure {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
        match error.sqlite_error_code() {
            Some(DatabaseBusy | DatabaseLocked) => Self::Unavailable(error.into()),
            _ => Self::Database(error.into()),
        }
    }
}

impl From<tokio_postgres::Error> for OrderFailure {
    fn from(error: tokio_postgres::Error) -> Self {
        let is_temporary = [
            SqlState::LOCK_NOT_AVAILABLE,
            SqlState::T_R_DEADLOCK_DETECTED,
            SqlState::T_R_SERIALIZATION_FAILURE,
            SqlState::TOO_MANY_CONNECTIONS,
            SqlState::ADMIN_SHUTDOWN,
            SqlState::CANNOT_CONNECT_NOW,
        ];
        if error.is_closed() || error.code().is_some_and(|code| is_temporary.contains(code)) {
            Self::Unavailable(error.into())
        } else {
            Self::Database(error.into())
        }
    }
}
