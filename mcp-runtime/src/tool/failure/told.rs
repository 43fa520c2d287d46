//! What the expansion of `#[derive(ToolFailure)]` calls.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::path::{self, Path, PathBuf};
use std::time::Duration;

use super::{FailureKind, Retry, ToolFailure, clean};
use crate::protocol::code::ErrorCode;

/// The most characters of one value in a message.
const VALUE: usize = 500;

/// A failure of that kind, with that message.
#[must_use]
pub fn told(kind: FailureKind, message: fmt::Arguments<'_>) -> ToolFailure {
    let message = match message.as_str() {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(message.to_string()),
    };
    ToolFailure::of_kind(kind, message)
}

/// An internal failure that says nothing but that.
#[must_use]
pub fn broken() -> ToolFailure {
    ToolFailure::broken()
}

/// The failure with text in its message that was [quoted](super::Quoted).
#[must_use]
pub fn quoting(failure: ToolFailure) -> ToolFailure {
    failure.quoting()
}

/// The failure with the author's error as its source.
#[must_use]
pub fn logged<E: Logged>(failure: ToolFailure, error: E) -> ToolFailure {
    failure.source(error.into_source())
}

/// The failure with what an error that borrows says of itself and its causes.
#[must_use]
pub fn described(failure: ToolFailure, error: &dyn Error) -> ToolFailure {
    failure.source(Description::of(error))
}

/// The failure with the wait that a field holds.
#[must_use]
pub fn wait(failure: ToolFailure, wait: &impl Wait) -> ToolFailure {
    match wait.wait() {
        Some(wait) => failure.retry(Retry::After(wait)),
        None => failure,
    }
}

/// An error that the log can keep.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be logged as the cause of a failure",
    label = "not an `Error` that may go to the log, or to another thread",
    note = "a type with `#[derive(ToolFailure)]` implements `std::error::Error`, and every field is `Send + Sync + 'static`",
    note = "derive `thiserror::Error` beside it; or leave `display` and `#[error(..)]` out and give every variant a `message = \"..\"`, and the derive implements `Error`"
)]
pub trait Logged {
    /// The error as the failure holds it.
    fn into_source(self) -> Box<dyn Error + Send + Sync>;
}

#[diagnostic::do_not_recommend]
impl<E: Error + Send + Sync + 'static> Logged for E {
    fn into_source(self) -> Box<dyn Error + Send + Sync> {
        Box::new(self)
    }
}

/// A failure inside another.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a failure, so there is nothing to hand on",
    label = "has no kind",
    note = "derive `ToolFailure` on it; or give the variant a kind and words of its own instead of `transparent`"
)]
pub trait IsFailure {
    /// The failure.
    fn into_failure(self) -> ToolFailure;
}

#[diagnostic::do_not_recommend]
impl<E: Into<ToolFailure>> IsFailure for E {
    fn into_failure(self) -> ToolFailure {
        self.into()
    }
}

/// How long to wait.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a length of time to wait",
    label = "not a `Duration` or an `Option<Duration>`"
)]
pub trait Wait {
    /// The wait, if it is known.
    fn wait(&self) -> Option<Duration>;
}

impl Wait for Duration {
    fn wait(&self) -> Option<Duration> {
        Some(*self)
    }
}

impl Wait for Option<Duration> {
    fn wait(&self) -> Option<Duration> {
        *self
    }
}

/// A constant that is to be a code.
#[derive(Debug)]
pub struct Code<T>(pub T);

macro_rules! codes {
    ($($integer:ty)*) => {$(
        impl Code<$integer> {
            /// The code, unless it is reserved.
            #[must_use]
            #[allow(clippy::cast_lossless, reason = "`From` is not const")]
            pub const fn application(self) -> ErrorCode {
                ErrorCode::application(self.0 as i64)
            }
        }
    )*};
}

codes!(i64 i32 i16 i8 u32 u16 u8);

impl Code<ErrorCode> {
    /// The code, unless it is the protocol's.
    #[must_use]
    pub const fn application(self) -> ErrorCode {
        ErrorCode::application(self.0.value())
    }
}

/// What shows a field in a message: the field, or a path's own way to show itself.
pub trait AsDisplay {
    /// What is shown.
    type Shown<'a>: fmt::Display
    where
        Self: 'a;

    /// Borrows it.
    fn __as_display(&self) -> Self::Shown<'_>;
}

impl<T: fmt::Display + ?Sized> AsDisplay for &T {
    type Shown<'a>
        = &'a T
    where
        Self: 'a;

    fn __as_display(&self) -> &T {
        self
    }
}

impl AsDisplay for Path {
    type Shown<'a> = path::Display<'a>;

    fn __as_display(&self) -> path::Display<'_> {
        self.display()
    }
}

impl AsDisplay for PathBuf {
    type Shown<'a> = path::Display<'a>;

    fn __as_display(&self) -> path::Display<'_> {
        self.display()
    }
}

/// What `Error::source` returns for a field.
pub trait AsDynError {
    /// Borrows it.
    fn __as_dyn_error(&self) -> &(dyn Error + 'static);
}

impl<E: Error + 'static> AsDynError for E {
    fn __as_dyn_error(&self) -> &(dyn Error + 'static) {
        self
    }
}

macro_rules! dyn_errors {
    ($($error:ty)*) => {$(
        impl AsDynError for $error {
            fn __as_dyn_error(&self) -> &(dyn Error + 'static) {
                self
            }
        }
    )*};
}

dyn_errors!(dyn Error dyn Error + Send dyn Error + Send + Sync);

/// A value made safe to show, and cut.
#[derive(Debug)]
pub struct Cleaned<T>(T);

/// Makes what a placeholder shows safe.
#[must_use]
pub fn cleaned<T: fmt::Display>(value: T) -> Cleaned<T> {
    Cleaned(value)
}

impl<T: fmt::Display> fmt::Display for Cleaned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&clean(&self.0.to_string(), VALUE))
    }
}

/// An error in words alone, with its causes.
#[derive(Debug)]
struct Description {
    text: String,
    source: Option<Box<Self>>,
}

impl Description {
    fn of(error: &dyn Error) -> Self {
        Self {
            text: error.to_string(),
            source: error.source().map(|source| Box::new(Self::of(source))),
        }
    }
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Error for Description {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source
            .as_deref()
            .map(|source| source as &(dyn Error + 'static))
    }
}
