//! Which types may be arguments of a tool.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::decode::{self, DecodeError};
use super::node::Node;

/// A type that a tool may take by value as an argument: anything owned that implements
/// [`serde::Deserialize`] and [`schemars::JsonSchema`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument",
    label = "not an argument type",
    note = "an argument is owned and implements `serde::Deserialize` and `schemars::JsonSchema` (version 1): derive what is missing on the types in it that are yours",
    note = "shared state is taken by reference: `&{Self}`"
)]
pub trait Argument: DeserializeOwned + JsonSchema + Send + 'static {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + 'static> Argument for T {}

/// A borrowed argument type: `&str`, `&[T]`, `&Path`, or an `Option` of one of them.
///
/// What is held is decoded from the call, and lent to the tool afterwards: a string with escapes
/// has no slice of the input to borrow.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a borrowed argument",
    label = "not a borrowed argument type",
    note = "`&str`, `&[T]`, `&Path` and `Option` of them can be borrowed; take everything else by value",
    note = "state and the context are taken by reference, without `#[arg(..)]`"
)]
pub trait BorrowedArgument<'held>: Sized {
    /// The owned type whose schema, and whose being required, this one has.
    type Owned: Argument;
    /// What is kept for the length of the call.
    type Held<'call>: Send;

    /// Decodes what is kept.
    ///
    /// # Errors
    ///
    /// The value is not of this type.
    fn decode(node: Node<'_>) -> Result<Self::Held<'_>, DecodeError>;

    /// What is kept in the place of an argument that is absent.
    fn keep<'call>(default: Self::Owned) -> Self::Held<'call>;

    /// Lends what is kept.
    fn lend<'call>(held: &'held Self::Held<'call>) -> Self
    where
        'call: 'held;
}

impl<'held> BorrowedArgument<'held> for &'held str {
    type Owned = String;
    type Held<'call> = Cow<'call, str>;

    fn decode(node: Node<'_>) -> Result<Cow<'_, str>, DecodeError> {
        decode::text(node)
    }

    fn keep<'call>(default: String) -> Cow<'call, str> {
        Cow::Owned(default)
    }

    fn lend<'call>(held: &'held Cow<'call, str>) -> &'held str
    where
        'call: 'held,
    {
        held
    }
}

/// What stands for the default of a borrowed argument.
pub type OwnedOf<'held, P> = <P as BorrowedArgument<'held>>::Owned;

/// A path argument, kept as the text it came as.
#[derive(Debug)]
pub struct PathText<'call>(pub(crate) Cow<'call, str>);

impl<'held> BorrowedArgument<'held> for &'held Path {
    type Owned = PathBuf;
    type Held<'call> = PathText<'call>;

    fn decode(node: Node<'_>) -> Result<PathText<'_>, DecodeError> {
        decode::text(node).map(PathText)
    }

    fn keep<'call>(default: PathBuf) -> PathText<'call> {
        // A path that is no text cannot be advertised, so the server was not built.
        PathText(Cow::Owned(default.to_string_lossy().into_owned()))
    }

    fn lend<'call>(held: &'held PathText<'call>) -> &'held Path
    where
        'call: 'held,
    {
        Path::new(&*held.0)
    }
}

impl<'held, T: Argument + Sync> BorrowedArgument<'held> for &'held [T] {
    type Owned = Vec<T>;
    type Held<'call> = Vec<T>;

    fn decode(node: Node<'_>) -> Result<Vec<T>, DecodeError> {
        decode::value(node)
    }

    fn keep<'call>(default: Vec<T>) -> Self::Held<'call> {
        default
    }

    fn lend<'call>(held: &'held Vec<T>) -> &'held [T]
    where
        'call: 'held,
    {
        held
    }
}

impl<'held, P: BorrowedArgument<'held>> BorrowedArgument<'held> for Option<P> {
    type Owned = Option<P::Owned>;
    type Held<'call> = Option<P::Held<'call>>;

    fn decode(node: Node<'_>) -> Result<Option<P::Held<'_>>, DecodeError> {
        match node {
            Node::Absent | Node::Null => Ok(None),
            node => P::decode(node).map(Some),
        }
    }

    fn keep<'call>(default: Option<P::Owned>) -> Option<P::Held<'call>> {
        default.map(P::keep)
    }

    fn lend<'call>(held: &'held Option<P::Held<'call>>) -> Self
    where
        'call: 'held,
    {
        held.as_ref().map(P::lend)
    }
}
