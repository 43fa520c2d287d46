//! From results and options of others to failures, on purpose.

use std::borrow::Cow;
use std::error::Error;

use super::{FailureKind, ToolFailure};

/// The message of a failure: text, or a closure that makes it when it is needed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the message of a failure",
    label = "not a text, and not a closure without parameters that makes one",
    note = "write `\"..\"`, `format!(..)` or `|| format!(..)`",
    note = "to look at the error, write `.or_failure_with(|error| ToolFailure::rejected(format!(\"..\")))`: the error stays the source, which is logged and not sent"
)]
pub trait FailureMessage {
    /// The message.
    fn into_message(self) -> Cow<'static, str>;
}

impl FailureMessage for &'static str {
    fn into_message(self) -> Cow<'static, str> {
        Cow::Borrowed(self)
    }
}

impl FailureMessage for String {
    fn into_message(self) -> Cow<'static, str> {
        Cow::Owned(self)
    }
}

#[diagnostic::do_not_recommend]
impl<M: Into<Cow<'static, str>>, F: FnOnce() -> M> FailureMessage for F {
    fn into_message(self) -> Cow<'static, str> {
        self().into()
    }
}

/// Says what the error of a result means for the model. The error goes to the log and is never
/// sent.
///
/// There is no `?` from any error into [`ToolFailure`]: what failed, and what the model can do
/// about it, is a decision.
///
/// ```
/// use mcp_runtime::{ResultExt, ToolFailure};
///
/// fn read(name: &str) -> Result<String, ToolFailure> {
///     std::fs::read_to_string(name).or_not_found(|| format!("there is no note '{name}'"))
/// }
///
/// let text = read("missing/note").err().map(|failure| failure.to_string());
/// assert_eq!(
///     text.as_deref(),
///     Some("There is no note 'missing/note'. The same call will fail again; correct the value first."),
/// );
/// ```
///
/// A closure that makes the message takes nothing, so that no error gets into it by the way. Where
/// the error decides, [`or_failure_with`](Self::or_failure_with) shows it.
pub trait ResultExt<T, E> {
    /// A failure of that kind.
    ///
    /// # Errors
    ///
    /// The result was an error.
    fn or_failure(self, kind: FailureKind, message: impl FailureMessage) -> Result<T, ToolFailure>;

    /// The failure that the error means. The error stays behind it as its source, unless the
    /// closure gives another.
    ///
    /// ```
    /// use std::io::ErrorKind;
    ///
    /// use mcp_runtime::{FailureKind, ResultExt, ToolFailure};
    ///
    /// fn read(name: &str) -> Result<String, ToolFailure> {
    ///     std::fs::read_to_string(name).or_failure_with(|error| match error.kind() {
    ///         ErrorKind::NotFound => ToolFailure::not_found(format!("there is no note '{name}'")),
    ///         ErrorKind::TimedOut => ToolFailure::timeout("the disk does not answer"),
    ///         _ => ToolFailure::new(FailureKind::Internal, "the notes cannot be read"),
    ///     })
    /// }
    ///
    /// let failure = read("missing/note").err();
    /// assert!(failure.is_some_and(|failure| failure.cause().is_some()));
    /// ```
    ///
    /// # Errors
    ///
    /// The result was an error.
    fn or_failure_with(self, sort: impl FnOnce(&E) -> ToolFailure) -> Result<T, ToolFailure>;

    /// A fault that the model cannot do anything about: it reads a safe sentence and the id under
    /// which the error is logged.
    ///
    /// # Errors
    ///
    /// The result was an error.
    fn or_internal(self) -> Result<T, ToolFailure>;

    /// What the arguments name does not exist.
    ///
    /// # Errors
    ///
    /// The result was an error.
    fn or_not_found(self, message: impl FailureMessage) -> Result<T, ToolFailure>
    where
        Self: Sized,
    {
        self.or_failure(FailureKind::NotFound, message)
    }

    /// The arguments cannot be used.
    ///
    /// # Errors
    ///
    /// The result was an error.
    fn or_invalid_input(self, message: impl FailureMessage) -> Result<T, ToolFailure>
    where
        Self: Sized,
    {
        self.or_failure(FailureKind::InvalidInput, message)
    }

    /// A rule forbids what was asked for.
    ///
    /// # Errors
    ///
    /// The result was an error.
    fn or_rejected(self, message: impl FailureMessage) -> Result<T, ToolFailure>
    where
        Self: Sized,
    {
        self.or_failure(FailureKind::Rejected, message)
    }

    /// Something the tool depends on does not work right now.
    ///
    /// # Errors
    ///
    /// The result was an error.
    fn or_unavailable(self, message: impl FailureMessage) -> Result<T, ToolFailure>
    where
        Self: Sized,
    {
        self.or_failure(FailureKind::Unavailable, message)
    }

    /// The user may not do this.
    ///
    /// # Errors
    ///
    /// The result was an error.
    fn or_forbidden(self, message: impl FailureMessage) -> Result<T, ToolFailure>
    where
        Self: Sized,
    {
        self.or_failure(FailureKind::Forbidden, message)
    }

    /// Something took too long.
    ///
    /// # Errors
    ///
    /// The result was an error.
    fn or_timeout(self, message: impl FailureMessage) -> Result<T, ToolFailure>
    where
        Self: Sized,
    {
        self.or_failure(FailureKind::Timeout, message)
    }
}

impl<T, E: Into<Box<dyn Error + Send + Sync>>> ResultExt<T, E> for Result<T, E> {
    fn or_failure(self, kind: FailureKind, message: impl FailureMessage) -> Result<T, ToolFailure> {
        self.map_err(|error| {
            ToolFailure::of_kind(kind, message.into_message().into()).source(error)
        })
    }

    fn or_failure_with(self, sort: impl FnOnce(&E) -> ToolFailure) -> Result<T, ToolFailure> {
        self.map_err(|error| {
            let failure = sort(&error);
            if failure.cause().is_some() {
                failure
            } else {
                failure.source(error)
            }
        })
    }

    fn or_internal(self) -> Result<T, ToolFailure> {
        self.map_err(ToolFailure::internal)
    }
}

/// Says what it means for the model that there is nothing.
///
/// ```
/// use mcp_runtime::{OptionExt, ToolFailure};
///
/// fn city(name: &str) -> Result<u32, ToolFailure> {
///     let known = [("Oslo", 1), ("Bergen", 2)];
///     let found = known.iter().find(|(city, _)| *city == name);
///     let (_, id) = found.or_not_found(|| format!("no city named '{name}'"))?;
///     Ok(*id)
/// }
/// # assert!(city("Oslo").is_ok() && city("Atlantpis").is_err());
/// ```
pub trait OptionExt<T> {
    /// A failure of that kind.
    ///
    /// # Errors
    ///
    /// There was nothing.
    fn or_failure(self, kind: FailureKind, message: impl FailureMessage) -> Result<T, ToolFailure>;

    /// What the arguments name does not exist.
    ///
    /// # Errors
    ///
    /// There was nothing.
    fn or_not_found(self, message: impl FailureMessage) -> Result<T, ToolFailure>
    where
        Self: Sized,
    {
        self.or_failure(FailureKind::NotFound, message)
    }

    /// The arguments cannot be used.
    ///
    /// # Errors
    ///
    /// There was nothing.
    fn or_invalid_input(self, message: impl FailureMessage) -> Result<T, ToolFailure>
    where
        Self: Sized,
    {
        self.or_failure(FailureKind::InvalidInput, message)
    }

    /// A rule forbids what was asked for.
    ///
    /// # Errors
    ///
    /// There was nothing.
    fn or_rejected(self, message: impl FailureMessage) -> Result<T, ToolFailure>
    where
        Self: Sized,
    {
        self.or_failure(FailureKind::Rejected, message)
    }

    /// Something the tool depends on does not work right now.
    ///
    /// # Errors
    ///
    /// There was nothing.
    fn or_unavailable(self, message: impl FailureMessage) -> Result<T, ToolFailure>
    where
        Self: Sized,
    {
        self.or_failure(FailureKind::Unavailable, message)
    }

    /// The user may not do this.
    ///
    /// # Errors
    ///
    /// There was nothing.
    fn or_forbidden(self, message: impl FailureMessage) -> Result<T, ToolFailure>
    where
        Self: Sized,
    {
        self.or_failure(FailureKind::Forbidden, message)
    }

    /// That there is nothing is a fault. The message is logged; the model reads a safe sentence
    /// and the id under which it is.
    ///
    /// # Errors
    ///
    /// There was nothing.
    fn or_internal(self, message: impl FailureMessage) -> Result<T, ToolFailure>;
}

impl<T> OptionExt<T> for Option<T> {
    fn or_failure(self, kind: FailureKind, message: impl FailureMessage) -> Result<T, ToolFailure> {
        self.ok_or_else(|| ToolFailure::of_kind(kind, message.into_message().into()))
    }

    fn or_internal(self, message: impl FailureMessage) -> Result<T, ToolFailure> {
        self.ok_or_else(|| ToolFailure::internal(message.into_message().into_owned()))
    }
}
