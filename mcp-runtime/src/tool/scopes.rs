//! What a caller has to be allowed before a function is called for it.

use std::borrow::Cow;

/// What is wrong with a scope by the alphabet of `scope-token` (RFC 6749, section 3.3); asked in
/// constants.
#[must_use]
pub const fn scope_fault(scope: &str) -> Option<&'static str> {
    let mut rest = scope.as_bytes();
    if rest.is_empty() {
        return Some("a scope may not be empty\n\nhelp: write one such as `orders:write`");
    }
    while let [letter, after @ ..] = rest {
        if !matches!(letter, b'!' | b'#'..=b'[' | b']'..=b'~') {
            return Some(
                "a scope is made of ASCII letters, digits and marks, without blanks, `\"` and `\\` (RFC 6749, section 3.3)\n\nhelp: write one such as `orders:write`; a tool takes several, each as a `scope` of its own",
            );
        }
        rest = after;
    }
    None
}

/// The scopes that a caller has to have, all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Scopes(pub(crate) Vec<Cow<'static, str>>);

impl Scopes {
    /// What the macro wrote down.
    pub(crate) fn of(scopes: Option<&'static [&'static str]>) -> Self {
        let scopes = scopes.unwrap_or_default().iter();
        Self(scopes.map(|scope| Cow::Borrowed(*scope)).collect())
    }

    pub(crate) fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|scope| &**scope)
    }

    /// As a challenge names them.
    pub(crate) fn joined(&self) -> String {
        self.0.join(" ")
    }

    /// What is wrong with them, in sentences.
    pub(crate) fn problems(&self) -> Vec<String> {
        let wrong = self.iter().filter(|scope| scope_fault(scope).is_some());
        wrong
            .map(|scope| {
                format!(
                    "the scope {scope:?} is none: a scope is made of ASCII letters, digits and marks, without blanks, `\"` and `\\` (RFC 6749, section 3.3)"
                )
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_is_of_the_alphabet_of_rfc_6749() {
        for scope in ["a", "orders:write", "https://example.com/.default", "!#[]~"] {
            assert_eq!(scope_fault(scope), None, "{scope}");
        }
        for scope in ["", "a b", " a", "a\"", "a\\", "a\n", "a\t", "\u{7f}", "ä"] {
            assert!(scope_fault(scope).is_some(), "{scope:?}");
        }
    }
}
