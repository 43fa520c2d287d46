//! A secret is in no text.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("the token {token} has expired")]
    #[failure(unauthenticated)]
    Expired {
        #[failure(secret)]
        token: String,
    },
    #[error("the key starting with {} is not known", .0.get(..2).unwrap_or(""))]
    #[failure(internal)]
    Key(#[failure(secret)] String),
    #[error("the account is closed")]
    #[failure(forbidden, try_next = "Sign in with {password}.")]
    Account {
        #[failure(secret)]
        password: String,
    },
    #[error(fmt = locked)]
    #[failure(forbidden)]
    Locked(#[failure(secret)] String),
    #[error(fmt = locked)]
    #[failure(forbidden)]
    Quoted(#[failure(untrusted)] String),
}

fn locked(_: &String, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
    f.write_str("the account is locked")
}

fn main() {}
