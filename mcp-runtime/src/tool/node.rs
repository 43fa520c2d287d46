//! One argument value as it was sent, parsed once and borrowed from the input where it can be.

use std::borrow::Cow;

use super::number::{self, Whole};

mod read;

pub(crate) use read::{Fault, value};

/// A JSON value. No number is rounded before its wanted type is known; object members keep their
/// order.
#[derive(Debug, Clone, PartialEq)]
pub enum Node<'a> {
    /// Nothing was sent. Stands only for a whole argument, never inside another value.
    Absent,
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number from 0 up.
    Unsigned(u64),
    /// A negative whole number.
    Negative(i64),
    /// A number with a fraction, nearer to 0 than 2^53.
    Float(f64),
    /// Any other number, as written: as an `f64` it may not be what was sent.
    Large(Cow<'a, str>),
    /// A string; owned only where it has escapes.
    String(Cow<'a, str>),
    /// Bytes that came as base64; only on the way to a type that wants bytes.
    Bytes(Vec<u8>),
    /// An array.
    Array(Vec<Node<'a>>),
    /// An object.
    Object(Vec<(Cow<'a, str>, Node<'a>)>),
}

impl Node<'_> {
    /// The value as a whole number: `3`, `3.0` and `3e0` are the same one.
    pub(crate) fn whole(&self) -> Whole {
        match self {
            Self::Unsigned(value) => Whole::Exact((*value).into()),
            Self::Negative(value) => Whole::Exact((*value).into()),
            Self::Large(text) => number::whole_text(text),
            _ => Whole::No,
        }
    }

    /// The value as the nearest `f64`, for numbers.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            #[allow(
                clippy::cast_precision_loss,
                reason = "the nearest number is what a float is"
            )]
            Self::Unsigned(value) => Some(*value as f64),
            #[allow(
                clippy::cast_precision_loss,
                reason = "the nearest number is what a float is"
            )]
            Self::Negative(value) => Some(*value as f64),
            Self::Float(value) => Some(*value),
            Self::Large(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// What kind of value it is, with its article.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Absent => "nothing",
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Unsigned(_) | Self::Negative(_) | Self::Float(_) | Self::Large(_) => "a number",
            Self::String(_) => "a string",
            Self::Bytes(_) => "bytes",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }

    /// The same value, borrowing nothing.
    pub(crate) fn into_owned(self) -> Node<'static> {
        fn text(text: Cow<'_, str>) -> Cow<'static, str> {
            Cow::Owned(text.into_owned())
        }
        match self {
            Self::Absent => Node::Absent,
            Self::Null => Node::Null,
            Self::Bool(value) => Node::Bool(value),
            Self::Unsigned(value) => Node::Unsigned(value),
            Self::Negative(value) => Node::Negative(value),
            Self::Float(value) => Node::Float(value),
            Self::Large(value) => Node::Large(text(value)),
            Self::String(value) => Node::String(text(value)),
            Self::Bytes(value) => Node::Bytes(value),
            Self::Array(items) => Node::Array(items.into_iter().map(Node::into_owned).collect()),
            Self::Object(members) => Node::Object(
                members
                    .into_iter()
                    .map(|(name, value)| (text(name), value.into_owned()))
                    .collect(),
            ),
        }
    }
}
