//! What the expansion of `#[derive(ToolFailure)]` calls.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::path::{self, Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

pub use super::text::Part;
use super::text::Text;
use super::{FailureKind, Retry, ToolFailure, causes};
use crate::protocol::code::ErrorCode;

/// A failure of that kind, with that message.
#[must_use]
pub fn told(kind: FailureKind, message: &[Part<'_>]) -> ToolFailure {
    ToolFailure::of_kind(kind, Text::of(message))
}

/// A failure of that kind, with what a `Display` of the author's says as its message.
#[must_use]
pub fn told_whole(kind: FailureKind, message: &dyn fmt::Display) -> ToolFailure {
    ToolFailure::of_kind(kind, Cow::<str>::Owned(message.to_string()).into())
}

/// The failure with what to do next.
#[must_use]
pub fn try_next(failure: ToolFailure, advice: &[Part<'_>]) -> ToolFailure {
    failure.try_next_text(Text::of(advice))
}

/// The failure with what to do if that fails too.
#[must_use]
pub fn otherwise(failure: ToolFailure, advice: &[Part<'_>]) -> ToolFailure {
    failure.otherwise_text(Text::of(advice))
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

/// What such a constant may be.
#[diagnostic::on_unimplemented(
    message = "a constant of the type `{Self}` is not an error code",
    label = "not an integer",
    note = "give the constant an integer type: `const OUT_OF_STOCK: i64 = 4009;`"
)]
pub trait CodeConstant {}

impl CodeConstant for ErrorCode {}

macro_rules! codes {
    ($($integer:ty)*) => {$(
        impl CodeConstant for $integer {}

        impl Code<$integer> {
            /// The code, unless it is reserved.
            #[must_use]
            #[allow(
                clippy::cast_lossless,
                clippy::cast_possible_truncation,
                clippy::cast_possible_wrap,
                clippy::cast_sign_loss,
                unused_comparisons,
                reason = "`From` and `TryFrom` are not const, and what does not fit is told apart"
            )]
            pub const fn application(self) -> ErrorCode {
                let code = self.0 as i64;
                let fits = code as $integer == self.0 && (code < 0) == (self.0 < 0);
                // What does not fit is refused as what is too large.
                ErrorCode::application(if fits { code } else { i64::MAX })
            }
        }
    )*};
}

codes!(i128 i64 i32 i16 i8 isize u128 u64 u32 u16 u8 usize);

/// Refuses a constant of another type, in words.
pub const fn is_code<T: CodeConstant>(_constant: &T) {}

impl Code<ErrorCode> {
    /// The code, unless it is the protocol's.
    #[must_use]
    pub const fn application(self) -> ErrorCode {
        ErrorCode::application(self.0.value())
    }
}

/// A field that a message shows.
///
/// The expansion calls `Field(&field).__as_display()`, and the compiler takes the first of three
/// traits that fits: [`AsDisplay`], [`AsDisplayOfPath`], [`AsDisplayOfNone`].
#[derive(Debug)]
pub struct Field<'a, T: ?Sized>(pub &'a T);

/// What shows a field in a message: the field itself.
pub trait AsDisplay<'a> {
    /// What is shown.
    fn __as_display(self) -> impl fmt::Display + 'a;
}

impl<'a, T: fmt::Display + ?Sized> AsDisplay<'a> for Field<'a, T> {
    fn __as_display(self) -> impl fmt::Display + 'a {
        self.0
    }
}

/// A path shows itself as it does in `thiserror`.
pub trait AsDisplayOfPath<'a> {
    /// What is shown.
    fn __as_display(self) -> path::Display<'a>;
}

macro_rules! paths {
    ($($path:ty)*) => {$(
        impl<'a> AsDisplayOfPath<'a> for Field<'a, $path> {
            fn __as_display(self) -> path::Display<'a> {
                self.0.display()
            }
        }
    )*};
}

paths! {
    Path PathBuf &Path &PathBuf Box<Path> Box<PathBuf> Rc<Path> Rc<PathBuf> Arc<Path> Arc<PathBuf>
    Cow<'_, Path>
}

/// A field that cannot be shown: the compiler's error is what this is for.
pub trait AsDisplayOfNone {
    /// The field's type.
    type Shown: ?Sized;

    /// Nothing.
    fn __as_display(self) -> &'static str
    where
        Self::Shown: Shown;
}

impl<T: ?Sized> AsDisplayOfNone for &Field<'_, T> {
    type Shown = T;

    fn __as_display(self) -> &'static str
    where
        T: Shown,
    {
        ""
    }
}

/// What a placeholder can show.
#[diagnostic::on_unimplemented(
    message = "a message cannot show a field of type `{Self}`, which has no `Display`",
    label = "shows a field without `Display`",
    note = "show a part of it, as `\"{{}}\", .field.len()` does; write `{{field:?}}` if what Rust shows of it is fit for a model; or implement `std::fmt::Display` for its type"
)]
pub trait Shown: fmt::Display {}

#[diagnostic::do_not_recommend]
impl<T: fmt::Display + ?Sized> Shown for T {}

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

/// An error in words alone, with its causes.
#[derive(Debug)]
struct Description {
    text: String,
    source: Option<Box<Self>>,
}

impl Description {
    fn of(error: &dyn Error) -> Self {
        let mut texts = causes::texts(error).into_iter().rev();
        let innermost = Self {
            text: texts.next().unwrap_or_default(),
            source: None,
        };
        texts.fold(innermost, |source, text| Self {
            text,
            source: Some(Box::new(source)),
        })
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
