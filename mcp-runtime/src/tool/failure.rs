//! Failures of a tool: messages for a reader who can only act.

pub(crate) mod advice;
pub(crate) mod causes;
mod convert;
pub(crate) mod extend;
pub(crate) mod foreign;
pub(crate) mod foreign_text;
pub(crate) mod incident;
mod kind;
pub(crate) mod quoted;
mod sentences;
#[cfg(test)]
mod tests;
pub(crate) mod text;
#[cfg(test)]
mod texts;
pub(crate) mod told;
mod waiting;

use std::backtrace::{Backtrace, BacktraceStatus};
use std::borrow::Cow;
use std::collections::hash_map::RandomState;
use std::error::Error;
use std::fmt;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;
use std::time::Duration;

use crate::protocol::code::ErrorCode;
use crate::protocol::json::Members;

use super::clean::clean;
use super::panics::Panic;
use advice::{Advice, English};
use incident::Unanswered;
pub use kind::{FailureKind, Retry};
pub use quoted::Quoted;
use text::Text;

/// The most characters of a message, and of each piece of advice, that are sent.
const MESSAGE: usize = 2000;
const ADVICE: usize = 600;

/// The message of an internal failure that says nothing else.
const FAULT: &str = "this tool failed because of a fault of its own";

/// Shared by the clones of a failure.
type Source = Arc<dyn Error + Send + Sync>;

/// A failure that a language model reads and acts on.
///
/// It is answered as an ordinary result with `isError: true` and one text: the message as a
/// sentence, then what to do, then what to do if that fails too. It has no protocol error code
/// and cannot carry one, so nothing a tool returns reaches the host as a protocol error.
///
/// ```
/// use mcp_runtime::ToolFailure;
///
/// let failure = ToolFailure::not_found("no city named 'Atlantpis'")
///     .try_next("Check the spelling or try a nearby city.");
/// assert_eq!(
///     failure.to_string(),
///     "No city named 'Atlantpis'. The same call will fail again. \
///      Check the spelling or try a nearby city.",
/// );
/// ```
///
/// The message is written for the model: what failed, in plain words, with the value that caused
/// it, and without codes, type names or paths. What only the operator should see goes into the
/// source, which is logged and never sent:
///
/// ```
/// use mcp_runtime::ToolFailure;
///
/// fn upstream(error: std::io::Error) -> ToolFailure {
///     ToolFailure::unavailable("the weather service does not answer").source(error)
/// }
/// ```
///
/// # For programs
///
/// The result has the same in its `_meta`, for hosts that count failures or retry by themselves:
///
/// ```json
/// {"rs.mcp-runtime/failure": {
///   "class": "rate_limited", "code": 4009, "retryable": true, "retry": "after", "retryAfterSeconds": 30,
///   "advice": "Wait 30 seconds, then call once more. If it fails again, stop calling and tell the user."
/// }}
/// ```
///
/// `class` is the [`FailureKind`], `retryable` whether the very same call may be sent again, and
/// `retry` one of `once`, `after`, `after_change` and `never`. `advice` is what follows the first
/// sentence of the text. `code`, `retryAfterSeconds` and `referenceId` (of internal failures) are
/// there where there is one. A prompt or a resource that fails has the same object in its error's
/// `data`.
///
/// # From enums
///
/// An enum of everything that can go wrong converts into this type with
/// [`#[derive(ToolFailure)]`](derive@crate::ToolFailure).
///
/// # Conversions
///
/// `?` turns these errors into failures, because each means the same wherever it comes up, and the
/// text that is sent is ours:
///
/// | error | kind | why |
/// |---|---|---|
/// | [`tokio::time::error::Elapsed`] | `timeout` | a deadline that the tool set has passed |
/// | [`tokio::task::JoinError`] | `internal` | a task of the tool panicked or was aborted |
/// | [`PoisonError`](std::sync::PoisonError) | `internal` | a thread panicked while it held the lock |
/// | `RecvError` and `SendError` of `std::sync::mpsc`, of tokio's `oneshot` and `mpsc` | `internal` | the other end of a channel in the program is gone |
/// | [`tokio::sync::AcquireError`] | `internal` | the program closed its semaphore |
/// | [`std::thread::AccessError`], [`std::fmt::Error`] | `internal` | faults of the program by definition |
/// | [`std::convert::Infallible`] | none | never happens |
///
/// The features `anyhow`, `reqwest`, `rusqlite` and `sqlx`, all off by default, do the same for the
/// errors of these crates, as certain and as discreet: a table stands at each conversion below.
///
/// Every other error is a decision: an [`std::io::Error`] may be a missing file that the model
/// named or a full disk that it can do nothing about, and its text may hold a path. For those there
/// is [`ResultExt`](crate::ResultExt).
#[derive(Clone)]
pub struct ToolFailure(Box<Inner>);

#[derive(Clone)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is one thing that is said or not said, independent of the others"
)]
struct Inner {
    kind: FailureKind,
    /// None where the server's words for a fault are the message.
    message: Option<Text>,
    try_next: Option<Text>,
    otherwise: Option<Text>,
    retry: Option<Retry>,
    code: Option<ErrorCode>,
    reference: Option<String>,
    source: Option<Source>,
    backtrace: Option<Arc<Backtrace>>,
    quotes: bool,
    /// Nobody knows whether the call had its effect all the same.
    undecided: bool,
    /// The tool is one whose effect must not be had twice.
    acts: bool,
    /// The message says what to do, so only advice of an author's is added.
    says_all: bool,
    /// It came of a question, and the message is the server's.
    unanswered: Option<Box<Unanswered>>,
}

/// One constructor a kind.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident => $kind:ident;)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub fn $name(message: impl Into<Cow<'static, str>>) -> Self {
            Self::of_kind(FailureKind::$kind, message.into().into())
        }
    )*};
}

impl ToolFailure {
    kinds! {
        /// The arguments cannot be used: the model should change them and call again.
        invalid_input => InvalidInput;
        /// What the arguments name does not exist: the same call will fail again.
        not_found => NotFound;
        /// A rule forbids what was asked for: the same call will fail again.
        rejected => Rejected;
        /// The user has to sign in.
        unauthenticated => Unauthenticated;
        /// The user may not do this.
        forbidden => Forbidden;
        /// Something the tool depends on does not work right now: one retry is worth it.
        unavailable => Unavailable;
        /// Something took too long: one retry is worth it.
        timeout => Timeout;
        /// The tool, or the client, cannot do this at all.
        unsupported => Unsupported;
    }

    /// A failure of that kind, where the kind is known only at run time. One of too many calls has
    /// its wait from [`retry`](Self::retry). Of an internal one the message is sent; for an error
    /// that is not, there is [`internal`](Self::internal).
    #[must_use]
    pub fn new(kind: FailureKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self::of_kind(kind, message.into().into())
    }

    /// Too many calls: the model should wait that long, then call once more. At most 365 days are
    /// told.
    #[must_use]
    pub fn rate_limited(message: impl Into<Cow<'static, str>>, after: Duration) -> Self {
        Self::of_kind(FailureKind::RateLimited, message.into().into()).retry(Retry::After(after))
    }

    /// A fault that the model cannot do anything about. The error is logged with everything that
    /// caused it; the model reads a safe sentence and a reference id that leads to the log.
    #[must_use]
    pub fn internal(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::broken().source(error)
    }

    /// A fault without an error to log.
    pub(crate) fn broken() -> Self {
        Self::from_parts(FailureKind::Internal, None)
    }

    /// A panic, which knows its own backtrace.
    pub(crate) fn panicked(panic: &Panic) -> Self {
        let mut failure = Self::broken().source(panic.clone());
        failure.0.backtrace = None;
        failure
    }

    /// Arguments that break the tool's schema, in the server's words. They show what came.
    pub(crate) fn refused(findings: String) -> Self {
        let mut failure = Self::invalid_input(findings);
        failure.0.says_all = true;
        failure
    }

    /// A failure of that kind in the server's words, which hold no values.
    pub(crate) fn of_server(kind: FailureKind, message: String) -> Self {
        Self::of_kind(kind, Text::words(message))
    }

    /// A failure of that kind.
    pub(crate) fn of_kind(kind: FailureKind, message: Text) -> Self {
        Self::from_parts(kind, Some(message))
    }

    fn from_parts(kind: FailureKind, message: Option<Text>) -> Self {
        let is_internal = kind == FailureKind::Internal;
        Self(Box::new(Inner {
            kind,
            message,
            try_next: None,
            otherwise: None,
            retry: None,
            code: None,
            reference: is_internal.then(reference),
            source: None,
            backtrace: is_internal.then(backtrace).flatten(),
            quotes: false,
            undecided: false,
            acts: false,
            says_all: false,
            unanswered: None,
        }))
    }

    /// A question got no answer. The message is the server's, in English until the
    /// failure is told.
    pub(crate) fn unanswered(unanswered: Unanswered) -> Self {
        let incident = unanswered.incident();
        let mut failure = Self::of_server(incident.kind(), incident.message());
        failure.0.quotes = unanswered.quotes();
        failure.0.unanswered = Some(Box::new(unanswered));
        failure
    }

    /// The message has text from elsewhere in it, [`Quoted`]: the text says that it is data.
    #[must_use]
    pub fn quoting(mut self) -> Self {
        self.0.quotes = true;
        self
    }

    /// What to do next, as a sentence: "Check the spelling or try a nearby city."
    #[must_use]
    pub fn try_next(self, advice: impl Into<Cow<'static, str>>) -> Self {
        self.try_next_text(advice.into().into())
    }

    /// What to do if that fails too, as a clause: "tell the user that the service is down".
    #[must_use]
    pub fn otherwise(self, advice: impl Into<Cow<'static, str>>) -> Self {
        self.otherwise_text(advice.into().into())
    }

    /// Whether the same call may be made again, where the kind's own answer does not fit.
    #[must_use]
    pub fn retry(mut self, retry: Retry) -> Self {
        self.0.retry = Some(retry);
        self
    }

    /// A code of the application's own, for programs that read the machine-readable twin. A code
    /// of the protocol is not carried: it belongs to the other channel.
    #[must_use]
    pub fn code(mut self, code: ErrorCode) -> Self {
        if code.is_application() {
            self.0.code = Some(code);
        }
        self
    }

    /// What caused it: logged, never sent. The log tells up to 16 causes, 4 KiB of each, and says
    /// when there are more. They are asked for their texts when the failure is answered, on the
    /// thread that does: an error whose `Display` takes long holds that up.
    #[must_use]
    pub fn source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.0.source = Some(Arc::from(source.into()));
        self
    }

    /// The kind.
    #[must_use]
    pub fn kind(&self) -> FailureKind {
        self.0.kind
    }

    /// The message as it was given, without advice.
    #[must_use]
    pub fn message(&self) -> &str {
        self.0.message.as_ref().map_or(FAULT, |text| &text.whole)
    }

    /// What the text says after the message: what to do, and what to do if that fails too.
    #[must_use]
    pub fn advice(&self) -> String {
        self.advice_in(&English)
    }

    /// The advice in other words.
    #[must_use]
    pub fn advice_in(&self, words: &dyn Advice) -> String {
        advice::advice(self, words)
    }

    /// Whether the same call may be made again.
    #[must_use]
    pub fn retries(&self) -> Retry {
        let default = if self.is_unsure() {
            Retry::Never
        } else {
            self.0.kind.retry()
        };
        match self.0.retry.unwrap_or(default) {
            Retry::After(wait) => Retry::After(Duration::from_secs(waiting::seconds(wait))),
            other => other,
        }
    }

    /// The application's own code.
    #[must_use]
    pub fn application_code(&self) -> Option<ErrorCode> {
        self.0.code
    }

    /// The id under which an internal failure is logged.
    #[must_use]
    pub fn reference(&self) -> Option<&str> {
        self.0.reference.as_deref()
    }

    /// The error behind the failure, for the log: what [`source`](ToolFailure::source) was given,
    /// or the author's own error where it derives `ToolFailure`.
    #[must_use]
    pub fn cause(&self) -> Option<&(dyn Error + 'static)> {
        self.0
            .source
            .as_deref()
            .map(|source| source as &(dyn Error + 'static))
    }

    /// Where an internal failure was made, when `RUST_BACKTRACE` or `RUST_LIB_BACKTRACE` asks for
    /// that. For the log, never sent.
    #[must_use]
    pub fn backtrace(&self) -> Option<&Backtrace> {
        self.0.backtrace.as_deref()
    }

    /// The failure with each text that its author wrote, the message and the advice, put through
    /// `map`; the rest stays. `map` gets the texts without characters that are not seen. To [redact](crate::ServerBuilder::on_failure) values, for example.
    #[must_use]
    pub fn map_text(mut self, map: impl Fn(&str) -> String) -> Self {
        let inner = &mut *self.0;
        if let Some(unanswered) = inner.unanswered.take() {
            let next = unanswered.incident().next();
            if !next.is_empty() {
                inner.try_next.get_or_insert_with(|| next.into());
            }
        }
        let texts = [
            &mut inner.message,
            &mut inner.try_next,
            &mut inner.otherwise,
        ];
        for text in texts.into_iter().flatten() {
            *text = Cow::<str>::Owned(map(&clean(&text.whole, usize::MAX))).into();
        }
        self
    }

    /// Nobody knows whether the call had its effect all the same: it was cut off, or the answer of
    /// what it asked to act did not come.
    pub(crate) fn undecided(mut self) -> Self {
        self.0.undecided = true;
        self
    }

    /// Of a tool that changes something, and more when it is called again.
    pub(crate) fn of_acting_tool(mut self) -> Self {
        self.0.acts = true;
        self
    }

    /// Whether the model has to find out whether the call had its effect before it calls again. An
    /// author who says whether to retry knows.
    fn is_unsure(&self) -> bool {
        self.0.undecided && self.0.acts && self.0.retry.is_none()
    }

    pub(crate) fn try_next_text(mut self, advice: Text) -> Self {
        self.0.try_next = Some(advice);
        self
    }

    pub(crate) fn otherwise_text(mut self, advice: Text) -> Self {
        self.0.otherwise = Some(advice);
        self
    }

    /// The failure with other values in its texts; `None` where no value is replaced.
    pub(crate) fn redacted(
        &self,
        ask: &mut dyn FnMut(Option<&str>, &str) -> Option<String>,
    ) -> Option<Self> {
        let inner = &*self.0;
        let mut redact = |text: &Option<Text>| text.as_ref().and_then(|text| text.redacted(ask));
        let (message, try_next, otherwise) = (
            redact(&inner.message),
            redact(&inner.try_next),
            redact(&inner.otherwise),
        );
        let unanswered = inner.unanswered.as_ref().and_then(|it| it.redacted(ask));
        if message.is_none() && try_next.is_none() && otherwise.is_none() && unanswered.is_none() {
            return None;
        }
        let mut failure = self.clone();
        if let Some(unanswered) = unanswered {
            failure.0.unanswered = Some(Box::new(unanswered));
        }
        let texts = &mut *failure.0;
        texts.message = message.or(texts.message.take());
        texts.try_next = try_next.or(texts.try_next.take());
        texts.otherwise = otherwise.or(texts.otherwise.take());
        Some(failure)
    }

    /// The cause and its causes, for the log.
    pub(crate) fn causes(&self) -> String {
        self.cause()
            .map(|cause| causes::texts(cause).join(": "))
            .unwrap_or_default()
    }

    /// The text that the model reads.
    pub(crate) fn text_in(&self, words: &dyn Advice) -> String {
        advice::text(self, words)
    }

    /// The members of the machine-readable twin in the result's `_meta`: `class`, the
    /// application's `code`, whether the same call is worth repeating (`retryable`), how
    /// (`retry`: `never`, `once`, `after_change`, `after`), `retryAfterSeconds`, `referenceId`,
    /// and the `advice` of the text.
    pub(crate) fn write_twin(&self, twin: &mut Members<'_>, words: &dyn Advice) {
        let inner = &*self.0;
        let retry = self.retries();
        twin.string("class", inner.kind.as_str());
        if let Some(code) = inner.code {
            twin.integer("code", code.value());
        }
        let same_call = matches!(retry, Retry::Once | Retry::After(_));
        twin.bool("retryable", same_call);
        twin.string("retry", retry.as_str());
        if let Retry::After(wait) = retry {
            twin.unsigned("retryAfterSeconds", wait.as_secs());
        }
        if let Some(reference) = &inner.reference {
            twin.string("referenceId", reference);
        }
        twin.string("advice", &self.advice_in(words));
    }
}

impl fmt::Display for ToolFailure {
    /// The text that the model reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text_in(&English))
    }
}

impl Error for ToolFailure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause()
    }
}

impl fmt::Debug for ToolFailure {
    /// Shows no more than `Display` does, so that a failure inside the text of another gives
    /// nothing away. What is behind it is in the log, and in [`cause`](ToolFailure::cause).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolFailure")
            .field("kind", &self.0.kind)
            .field("message", &clean(self.message(), MESSAGE))
            .field("reference", &self.0.reference)
            .finish_non_exhaustive()
    }
}

/// Where we are, when the environment asks for that.
fn backtrace() -> Option<Arc<Backtrace>> {
    let backtrace = Backtrace::capture();
    (backtrace.status() == BacktraceStatus::Captured).then(|| Arc::new(backtrace))
}

/// A short id that a person can read out: eight characters without look-alikes.
pub(crate) fn reference() -> String {
    const ALPHABET: &[u8; 32] = b"23456789abcdefghjkmnpqrstuvwxyz0";
    // Every `RandomState` hashes with keys of its own, taken from the system's randomness.
    let mut bits = RandomState::new().build_hasher().finish();
    (0..8)
        .filter_map(|_| {
            let letter = ALPHABET.get((bits & 31) as usize);
            bits >>= 5;
            letter.map(|&letter| char::from(letter))
        })
        .collect()
}
