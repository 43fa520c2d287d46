//! One argument value as it was sent, parsed once and borrowed from the input where it can be.

use std::borrow::Cow;

/// A JSON value. Numbers keep the three forms that JSON numbers decode to without rounding an
/// integer; object members keep their order.
#[derive(Debug, Clone, PartialEq)]
pub enum Node<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number from 0 up.
    Unsigned(u64),
    /// A negative whole number.
    Negative(i64),
    /// A number with a fraction or an exponent, or one beyond 64 bits.
    Float(f64),
    /// A string; owned only where it has escapes.
    String(Cow<'a, str>),
    /// An array.
    Array(Vec<Node<'a>>),
    /// An object.
    Object(Vec<(Cow<'a, str>, Node<'a>)>),
}
