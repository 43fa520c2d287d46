//! From results and options of others to failures, on purpose.

use std::borrow::Cow;
use std::error::Error;

use super::{FailureKind, ToolFailure};

/// The message of a failure: text, or a closure that makes it when it is needed.
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
pub trait ResultExt<T> {
    /// A failure of that kind.
    ///
    /// # Errors
    ///
    /// The result was an error.
    fn or_failure(self, kind: FailureKind, message: impl FailureMessage) -> Result<T, ToolFailure>;

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
}

impl<T, E: Into<Box<dyn Error + Send + Sync>>> ResultExt<T> for Result<T, E> {
    fn or_failure(self, kind: FailureKind, message: impl FailureMessage) -> Result<T, ToolFailure> {
        self.map_err(|error| {
            ToolFailure::of_kind(kind, message.into_message().into()).source(error)
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
