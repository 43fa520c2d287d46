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

    #[error("the order is for {quantity} of '{product}', and {stock} are in stock")]
    #[failure(rejected, try_next("{}", order_fewer(*stock, "in stock")))]
    OutOfStock {
        product: String,
        stock: i64,
        quantity: i64,
    },

    #[error("the order is {total}, and {customer} has {credit_left} of credit left")]
    #[failure(
        rejected,
        try_next("{}", order_fewer(*affordable, "within the credit")),
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

fn order_fewer(most: i64, why: &str) -> String {
    if most > 0 {
        format!("Up to {most} are {why}: ask the user whether to order that many.")
    } else {
        format!("Not even one is {why}: offer the user another product.")
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
