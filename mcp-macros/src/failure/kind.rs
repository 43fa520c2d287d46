//! The kinds of failures, as they are written.

use proc_macro2::{Ident, Span};

use crate::names::at;

/// A kind, and where it is written.
#[derive(Clone)]
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    variant: &'static str,
    pub(crate) span: Span,
}

const KINDS: &[(&str, &str)] = &[
    ("invalid_input", "InvalidInput"),
    ("not_found", "NotFound"),
    ("rejected", "Rejected"),
    ("unauthenticated", "Unauthenticated"),
    ("forbidden", "Forbidden"),
    ("rate_limited", "RateLimited"),
    ("unavailable", "Unavailable"),
    ("timeout", "Timeout"),
    ("unsupported", "Unsupported"),
    ("internal", "Internal"),
];

impl Kind {
    /// The kind that an option names.
    pub(crate) fn named(option: &Ident) -> Option<Self> {
        let (name, variant) = KINDS.iter().find(|(name, _)| option == name)?;
        Some(Self {
            name,
            variant,
            span: option.span(),
        })
    }

    /// The names of all kinds.
    pub(crate) fn names() -> Vec<&'static str> {
        KINDS.iter().map(|(name, _)| *name).collect()
    }

    /// The variant of the runtime's enum.
    pub(crate) fn variant(&self) -> Ident {
        Ident::new(self.variant, at(self.span))
    }

    pub(crate) fn is(&self, name: &str) -> bool {
        self.name == name
    }
}
