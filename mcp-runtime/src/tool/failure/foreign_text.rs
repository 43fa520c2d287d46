//! Whether a field's text may go to the model: the text of somebody else's error may not, unless
//! its field is marked.

use std::error::Error;
use std::ops::Deref;
use std::sync::Arc;

/// A field that a message has a part of, and that is not marked `untrusted`.
///
/// The expansion calls `(&&&&Unmarked(&field)).__may_be_sent()`, and the compiler takes the first of
/// four traits that fits: [`SendOwn`], [`SendError`], [`SendErrorInside`], [`SendOther`]. What the
/// second and the third find is refused.
#[derive(Debug)]
pub struct Unmarked<'a, T: ?Sized>(pub &'a T);

/// A type that derives `ToolFailure`: its words were written for a model.
pub trait OwnWords {}

impl<T: OwnWords + ?Sized> OwnWords for &T {}
impl<T: OwnWords + ?Sized> OwnWords for Box<T> {}
impl<T: OwnWords + ?Sized> OwnWords for Arc<T> {}

/// A failure of the author's own.
pub trait SendOwn {
    /// Nothing is wrong with it.
    fn __may_be_sent(&self) {}
}

impl<T: OwnWords + ?Sized> SendOwn for &&&Unmarked<'_, T> {}

/// Somebody else's error.
pub trait SendError {
    /// The field's type.
    type Shown: ?Sized;

    /// Never compiles.
    fn __may_be_sent(&self)
    where
        Self::Shown: MarkedUntrusted,
    {
    }
}

impl<T: Error + ?Sized> SendError for &&Unmarked<'_, T> {
    type Shown = T;
}

/// What holds somebody else's error without being one, as `Box<dyn Error>` and `anyhow::Error` do.
pub trait SendErrorInside {
    /// The field's type.
    type Shown: ?Sized;

    /// Never compiles.
    fn __may_be_sent(&self)
    where
        Self::Shown: MarkedUntrusted,
    {
    }
}

impl<T: Deref<Target: Error> + ?Sized> SendErrorInside for &Unmarked<'_, T> {
    type Shown = T;
}

/// Anything else.
pub trait SendOther {
    /// Nothing is wrong with it.
    fn __may_be_sent(&self) {}
}

impl<T: ?Sized> SendOther for Unmarked<'_, T> {}

/// Nothing implements it: the compiler's error is what this is for.
#[diagnostic::on_unimplemented(
    message = "this sends the text of an error, `{Self}`, to the model: it was not written for it, and may hold paths, addresses or secrets",
    label = "shows the text of somebody else's error",
    note = "say in your own words what failed, and the log has the rest; or mark the field `#[failure(untrusted)]`, and its text is quoted as data"
)]
pub trait MarkedUntrusted {}
