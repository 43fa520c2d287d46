//! What a token says of itself, and whether that makes it one for this server.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::tool::Principal;

/// How far the clocks of two machines may be apart.
const LEEWAY: Duration = Duration::from_secs(60);

/// What a good token says: whose it is, who issued it, for whom, and until when.
///
/// The claims of a JWT whose signature was checked, or what the authorization server says of an
/// opaque token (RFC 7662). A server takes the token when the issuer is one of its authorization
/// servers, the audience is its own, and the time is not over; so these are compared in one place,
/// and forgetting one does not compile. The answer to a request whose token is another's is status
/// 401 with `invalid_token`, and the log says why at the level `debug`.
///
/// ```
/// use mcp_runtime::{Bearer, Principal, Token, TokenClaims, TokenRefused};
///
/// # mod jwt {
/// #     pub struct Claims {
/// #         pub sub: String, pub scope: String, pub iss: String, pub aud: Vec<String>, pub exp: u64,
/// #     }
/// #     pub fn decode(_token: &str) -> Result<Claims, ()> { Err(()) }
/// # }
/// async fn verify(token: Token) -> Result<TokenClaims, TokenRefused> {
///     // The signature, by the keys of the authorization server.
///     let claims = jwt::decode(token.as_str()).map_err(|_| TokenRefused::Invalid)?;
///     let scopes = claims.scope.split(' ');
///     let principal = scopes.fold(Principal::new(claims.sub), Principal::scope);
///     Ok(TokenClaims::new(principal, claims.iss, claims.aud).expires_at(claims.exp))
/// }
///
/// let bearer = Bearer::new("https://mcp.example.com/mcp", "https://auth.example.com", verify);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenClaims {
    principal: Principal,
    issued: Option<Issued>,
}

/// By whom, for whom, until when.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Issued {
    issuer: String,
    audience: Vec<String>,
    /// Seconds since 1970.
    expires_at: Option<u64>,
}

impl TokenClaims {
    /// Of a token of the issuer `iss` for everyone in `aud`, which never expires.
    #[must_use]
    pub fn new<A: Into<String>>(
        principal: Principal,
        issuer: impl Into<String>,
        audience: impl IntoIterator<Item = A>,
    ) -> Self {
        Self {
            principal,
            issued: Some(Issued {
                issuer: issuer.into(),
                audience: audience.into_iter().map(Into::into).collect(),
                expires_at: None,
            }),
        }
    }

    /// It is over at this time, `exp` in seconds since 1970. A minute more is granted, because clocks
    /// differ.
    #[must_use]
    pub fn expires_at(mut self, seconds: u64) -> Self {
        if let Some(issued) = &mut self.issued {
            issued.expires_at = Some(seconds);
        }
        self
    }

    /// Whose token it is, if it is one for a server of these names with these issuers.
    pub(super) fn accept(self, names: &[String], issuers: &[String]) -> Result<Principal, Unfit> {
        self.accept_at(names, issuers, now())
    }

    fn accept_at(self, names: &[String], issuers: &[String], now: u64) -> Result<Principal, Unfit> {
        let Some(issued) = self.issued else {
            return Ok(self.principal);
        };
        if !issuers.contains(&issued.issuer) {
            return Err(Unfit::Issuer);
        }
        if !issued.audience.iter().any(|name| names.contains(name)) {
            return Err(Unfit::Audience);
        }
        let end = |at: u64| at.saturating_add(LEEWAY.as_secs());
        if issued.expires_at.is_some_and(|at| now >= end(at)) {
            return Err(Unfit::Expired);
        }
        Ok(self.principal)
    }
}

impl From<Principal> for TokenClaims {
    /// Of a token that was issued for this very server alone, because `verify` itself made sure of
    /// that: a secret that the server shares with its clients, say.
    fn from(principal: Principal) -> Self {
        Self {
            principal,
            issued: None,
        }
    }
}

/// Why a good token is none for this server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unfit {
    Issuer,
    Audience,
    Expired,
}

impl Unfit {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Issuer => "its issuer is none of the authorization servers of `Bearer`",
            Self::Audience => "its audience is not this server",
            Self::Expired => "it has expired",
        }
    }
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = "https://mcp.example.com/mcp";
    const ISSUER: &str = "https://auth.example.com";

    fn accepted(issuer: &str, audience: &[&str], expires_at: u64) -> Result<Principal, Unfit> {
        let claims = TokenClaims::new(Principal::new("ada"), issuer, audience.iter().copied());
        let names = [OWN.to_owned(), "orders".to_owned()];
        claims
            .expires_at(expires_at)
            .accept_at(&names, &[ISSUER.to_owned()], 1000)
    }

    #[test]
    fn a_token_is_taken_from_its_issuer_for_this_server_and_in_time() {
        let ada = Ok(Principal::new("ada"));
        assert_eq!(accepted(ISSUER, &[OWN], 1001), ada);
        assert_eq!(accepted(ISSUER, &["other", "orders"], 1001), ada);
        assert_eq!(accepted(ISSUER, &[OWN], 941), ada);
        assert_eq!(accepted(ISSUER, &[OWN], 940), Err(Unfit::Expired));
        for audience in [&[][..], &["https://mcp.example.com/"], &["Orders"]] {
            assert_eq!(accepted(ISSUER, audience, 1001), Err(Unfit::Audience));
        }
        for issuer in ["", "https://auth.example.com/", "https://evil.example"] {
            assert_eq!(accepted(issuer, &[OWN], 1001), Err(Unfit::Issuer));
        }
    }
}
