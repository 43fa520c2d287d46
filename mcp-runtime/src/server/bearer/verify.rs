//! Whoever tells whether a token is good, and whose it is.

use std::fmt;
use std::pin::Pin;

use super::claims::TokenClaims;
use super::token::Token;

/// Why a token is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenRefused {
    /// It is malformed, expired, revoked, of another issuer, or for another server: status 401 with
    /// `invalid_token`. The client is not told which.
    Invalid,
    /// Nobody can tell just now, because the authorization server does not answer, say: status 503.
    /// With 401 clients would throw a good token away.
    Unavailable,
}

impl fmt::Display for TokenRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Invalid => "the token is not taken",
            Self::Unavailable => "nobody can tell just now whether the token is good",
        })
    }
}

impl std::error::Error for TokenRefused {}

/// The checking of one token.
pub type Verifying = Pin<Box<dyn Future<Output = Result<TokenClaims, TokenRefused>> + Send>>;

/// Tells whether a token is good, and what it says: any `async fn(Token) -> Result<TokenClaims,
/// TokenRefused>` does, or one to a [`Principal`](crate::Principal).
///
/// It is asked for every request, so it should remember what takes long. It may take 30 seconds;
/// then, and when it panics, the request is answered with status 503.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot tell whose a token is",
    label = "not an `async fn(Token) -> Result<TokenClaims, TokenRefused>`",
    note = "a closure returns a future: `|token: Token| async move {{ .. }}`, which is `Send` and borrows nothing"
)]
pub trait Verify: Send + Sync + 'static {
    /// Begins to check a token.
    fn verify(&self, token: Token) -> Verifying;
}

impl<F, Checked, Claims> Verify for F
where
    F: Fn(Token) -> Checked + Send + Sync + 'static,
    Checked: Future<Output = Result<Claims, TokenRefused>> + Send + 'static,
    Claims: Into<TokenClaims> + 'static,
{
    fn verify(&self, token: Token) -> Verifying {
        let checked = self(token);
        Box::pin(async { checked.await.map(Into::into) })
    }
}
