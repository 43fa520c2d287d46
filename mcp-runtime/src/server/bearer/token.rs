//! A bearer token on its way to whoever checks it.

use std::fmt;
use std::hint::black_box;

use http::header::{AUTHORIZATION, HeaderMap, HeaderValue};

/// A token may have no more bytes: nobody issues longer ones.
const LONGEST: usize = 16 * 1024;

/// The bearer token of a request. What it is shows nowhere but in [`as_str`](Self::as_str): `Debug`
/// leaves it out.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// Its text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is a secret that the server knows. Takes as long for a token that begins as the
    /// secret does as for any other of its length, so that nobody can find the secret out letter by
    /// letter; `==` on texts does not.
    #[must_use]
    pub fn is(&self, secret: &str) -> bool {
        let (token, secret) = (self.0.as_bytes(), secret.as_bytes());
        let pairs = token.iter().zip(secret);
        let differing = pairs.fold(0, |before, (a, b)| black_box(before | (a ^ b)));
        token.len() == secret.len() && black_box(differing) == 0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// What a request brings.
#[derive(Debug)]
pub(crate) enum Brought {
    Token(Token),
    /// None, or credentials of another kind.
    Nothing,
    /// One that cannot be a token.
    Unreadable,
    /// More than one: nobody can tell which is meant.
    Several,
}

impl Brought {
    /// Reads the header, the only place for a token (OAuth 2.1, section 5.1).
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let mut values = headers.get_all(AUTHORIZATION).iter();
        match (values.next(), values.next()) {
            (None, _) => Self::Nothing,
            (Some(value), None) => Self::read(value),
            (Some(_), Some(_)) => Self::Several,
        }
    }

    fn read(value: &HeaderValue) -> Self {
        let value = value.as_bytes();
        let end = value.iter().position(|byte| *byte == b' ');
        let (scheme, rest) = value.split_at(end.unwrap_or(value.len()));
        if !scheme.eq_ignore_ascii_case(b"Bearer") {
            return Self::Nothing;
        }
        // `b64token` of RFC 6750, section 2.1.
        let token = rest.trim_ascii();
        let text = match token.iter().rposition(|byte| *byte != b'=') {
            Some(last) => token.get(..=last).unwrap_or_default(),
            None => &[],
        };
        let allowed = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(byte);
        if text.is_empty() || token.len() > LONGEST || !text.iter().all(allowed) {
            return Self::Unreadable;
        }
        Self::Token(Token(String::from_utf8_lossy(token).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests may panic")]

    use super::*;

    fn brought(values: &[&str]) -> Brought {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(AUTHORIZATION, value.parse().unwrap());
        }
        Brought::of(&headers)
    }

    #[test]
    fn a_token_is_read_whatever_the_case_of_its_scheme() {
        for value in [
            "Bearer abc.d-e_f~+/==",
            "bearer abc.d-e_f~+/==",
            "BEARER   abc.d-e_f~+/== ",
        ] {
            let Brought::Token(token) = brought(&[value]) else {
                unreachable!("{value}");
            };
            assert_eq!(token.as_str(), "abc.d-e_f~+/==");
            assert_eq!(format!("{token:?}"), "Token(..)");
        }
    }

    #[test]
    fn what_is_no_token_is_told_apart() {
        assert!(matches!(brought(&[]), Brought::Nothing));
        assert!(matches!(brought(&["Basic YTpi"]), Brought::Nothing));
        assert!(matches!(brought(&["Bearerabc"]), Brought::Nothing));
        for value in [
            "Bearer",
            "Bearer ",
            "Bearer a b",
            "Bearer ==",
            "Bearer a\"b",
            "Bearer a,b",
            "Bearer a=b",
        ] {
            assert!(matches!(brought(&[value]), Brought::Unreadable), "{value}");
        }
        let long = format!("Bearer {}", "a".repeat(LONGEST + 1));
        assert!(matches!(brought(&[&long]), Brought::Unreadable));
        assert!(matches!(
            brought(&["Bearer a", "Bearer a"]),
            Brought::Several
        ));
    }

    #[test]
    fn a_secret_is_compared_in_whole() {
        let token = Token("secret".to_owned());
        assert!(token.is("secret"));
        for other in ["", "s", "secre", "secrets", "Secret", "secreT"] {
            assert!(!token.is(other), "{other}");
        }
    }
}
