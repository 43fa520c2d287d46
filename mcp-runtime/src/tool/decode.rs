//! From a [`Node`] to a Rust value.

use std::borrow::Cow;

use super::argument::Argument;
use super::node::Node;

/// Why a value could not be decoded.
#[derive(Debug)]
pub struct DecodeError(pub(crate) String);

pub(crate) fn text(node: Node<'_>) -> Result<Cow<'_, str>, DecodeError> {
    match node {
        Node::String(text) => Ok(text),
        _ => Err(DecodeError("must be a string".into())),
    }
}

pub(crate) fn value<T: Argument>(_node: Node<'_>) -> Result<T, DecodeError> {
    Err(DecodeError("skeleton".into()))
}
