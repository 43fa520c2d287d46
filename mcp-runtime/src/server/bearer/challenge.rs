//! What a client is told about the token that it lacks: `WWW-Authenticate` (RFC 6750, section 3).

use std::fmt::Write;

use http::header::HeaderValue;

use super::Protected;

/// Why a token, or none, will not do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lack {
    /// None came: there is no error in asking first.
    Token,
    /// More than one came.
    OneToken,
    /// It is not a good one.
    GoodToken,
    /// It does not permit what was asked for.
    Scope,
}

impl Lack {
    fn error(self) -> Option<&'static str> {
        match self {
            Self::Token => None,
            Self::OneToken => Some("invalid_request"),
            Self::GoodToken => Some("invalid_token"),
            Self::Scope => Some("insufficient_scope"),
        }
    }
}

/// The header's value. Nothing in it comes from the request: scopes and addresses are the
/// author's, and of alphabets without quotation marks.
pub(crate) fn challenge(lack: Lack, scopes: &str, protected: Option<&Protected>) -> HeaderValue {
    let mut parts = Vec::new();
    if let Some(error) = lack.error() {
        parts.push(("error", error));
    }
    if !scopes.is_empty() {
        parts.push(("scope", scopes));
    }
    if let Some(protected) = protected {
        parts.push(("resource_metadata", protected.metadata_url()));
    }
    let mut text = "Bearer".to_owned();
    for (place, (name, value)) in parts.into_iter().enumerate() {
        let comma = if place == 0 { "" } else { "," };
        let _ = write!(text, "{comma} {name}=\"{value}\"");
    }
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("Bearer"))
}
