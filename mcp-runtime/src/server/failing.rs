//! How a server answers a call that failed: the hook that has the last word, and the words of the
//! advice.

use std::fmt;
use std::sync::Arc;

use crate::protocol::json::Members;
use crate::tool::context::Context;
use crate::tool::failure::text::Text;
use crate::tool::panics::{self, Panic};
use crate::tool::{Advice, English, FailureKind, Incident, ShownValue, ToolFailure};

use super::answer;
use super::call::shortened;
use super::identity::Identity;

type Hook = dyn Fn(&ToolFailure, &Context) -> Option<ToolFailure> + Send + Sync;
type Redactor = dyn Fn(&ShownValue<'_>) -> Option<String> + Send + Sync;

/// The target of foreseen failures that have a cause, so that a person at a terminal is shown
/// these and not what the answer says anyway.
pub(crate) const CAUSED: &str = "mcp_runtime::failure";

/// Stands for a value when the one who was to redact it panicked.
const HIDDEN: &str = "(hidden)";

/// What an author decided about failures.
#[derive(Clone, Default)]
pub(crate) struct Choices {
    pub(crate) hook: Option<Arc<Hook>>,
    pub(crate) advice: Option<Arc<dyn Advice>>,
    pub(crate) redact: Option<Arc<Redactor>>,
}

impl fmt::Debug for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Choices")
            .field("hook", &self.hook.is_some())
            .field("advice", &self.advice.is_some())
            .field("redact", &self.redact.is_some())
            .finish()
    }
}

/// Answers calls that failed. Every tool failure leaves through here.
#[derive(Debug)]
pub(crate) struct Failing {
    pub(crate) identity: Arc<Identity>,
    pub(crate) choices: Choices,
}

impl Failing {
    /// The answer to a call that failed: with what the hook sends, or the failure as it is.
    pub(crate) fn answer(&self, call: &Context, failure: &ToolFailure) -> Vec<u8> {
        self.ask(call, failure)
            .unwrap_or_else(|| self.told(call, failure))
    }

    fn ask(&self, call: &Context, failure: &ToolFailure) -> Option<Vec<u8>> {
        let hook = self.choices.hook.as_ref()?;
        let asked = panics::guarded(|| {
            let sent = hook(failure, call)?;
            log_replaced(call, failure, &sent);
            Some(self.told(call, &sent))
        });
        asked.unwrap_or_else(|panic| {
            log_panic(
                call,
                &panic,
                "the hook `on_failure` panicked; the failure is sent as it was",
            );
            None
        })
    }

    /// The failure that the server itself has to report, in its words.
    pub(crate) fn incident(&self, call: &Context, incident: &Incident<'_>) -> ToolFailure {
        self.in_words(call, |words| {
            let message = words.incident(incident);
            let mut failure = match incident {
                Incident::InvalidArguments { .. } => return ToolFailure::refused(message),
                Incident::TimedOut { .. } => ToolFailure::of_server(FailureKind::Timeout, message),
                _ => ToolFailure::of_server(FailureKind::Unavailable, message),
            };
            let next = words.incident_next(incident);
            if !next.trim().is_empty() {
                failure = failure.try_next_text(Text::words(next.into_owned()));
            }
            failure
        })
    }

    /// In the server's own words, and with the values that it lets through.
    fn told(&self, call: &Context, failure: &ToolFailure) -> Vec<u8> {
        let redacted = self.redacted(call, failure);
        let failure = redacted.as_ref().unwrap_or(failure);
        self.in_words(call, |words| self.write(call, failure, words))
    }

    /// Something in the server's own words; should these panic, in those of the default.
    fn in_words<T>(&self, call: &Context, say: impl Fn(&dyn Advice) -> T) -> T {
        let Some(words) = &self.choices.advice else {
            return say(&English);
        };
        panics::guarded(|| say(&**words)).unwrap_or_else(|panic| {
            log_panic(
                call,
                &panic,
                "the server's advice panicked; the default is sent",
            );
            say(&English)
        })
    }

    /// With what is to stand in the place of values, if anything is.
    fn redacted(&self, call: &Context, failure: &ToolFailure) -> Option<ToolFailure> {
        let redact = self.choices.redact.as_ref()?;
        failure.redacted(&mut |field, text| {
            let value = ShownValue::new(call.tool(), failure.kind(), field, text);
            panics::guarded(|| redact(&value)).unwrap_or_else(|panic| {
                log_panic(call, &panic, "`redact` panicked; the value is hidden");
                Some(HIDDEN.to_owned())
            })
        })
    }

    fn write(&self, call: &Context, failure: &ToolFailure, words: &dyn Advice) -> Vec<u8> {
        let text = failure.text_in(words);
        let twin = |twin: &mut Members<'_>| failure.write_twin(twin, words);
        let (id, version) = (call.request_id(), call.protocol_version());
        answer::failure(id, version, &self.identity, &text, twin)
    }
}

/// What the hook made of a failure, when the log would not lead to it otherwise.
fn log_replaced(call: &Context, failure: &ToolFailure, sent: &ToolFailure) {
    if sent.reference().is_some() && sent.reference() != failure.reference() {
        log(call, sent);
    } else {
        let kind = sent.kind().as_str();
        tracing::debug!(
            tool = call.tool(),
            request_id = shortened(call.request_id()),
            kind,
            "the hook `on_failure` sends another failure"
        );
    }
}

/// Notes a failure: as a warning when its author foresaw it, as an error when it is internal. With
/// the call it belongs to: the span may not be shown.
pub(crate) fn log(call: &Context, failure: &ToolFailure) {
    let tool = call.tool();
    let request_id = shortened(call.request_id());
    let kind = failure.kind().as_str();
    let causes = failure.causes();
    if let Some(reference) = failure.reference() {
        let backtrace = failure.backtrace().map(tracing::field::display);
        tracing::error!(
            tool,
            request_id,
            kind,
            reference,
            causes,
            backtrace,
            "the tool failed internally"
        );
    } else {
        let said = failure.message();
        if causes.is_empty() || says_the_same(&causes, said) {
            tracing::warn!(tool, request_id, kind, said, "the tool failed");
        } else {
            tracing::warn!(target: CAUSED, tool, request_id, kind, said, causes, "the tool failed");
        }
    }
}

/// Whether a cause is told already: an author's own error is behind its failure, in the same words
/// but for quotation marks.
fn says_the_same(causes: &str, said: &str) -> bool {
    let letters = |letter: &char| letter.is_alphanumeric();
    let causes = causes.chars().filter(letters);
    causes.eq(said.chars().filter(letters))
}

fn log_panic(call: &Context, panic: &Panic, what: &str) {
    tracing::error!(
        tool = call.tool(),
        request_id = shortened(call.request_id()),
        payload = panic.payload,
        location = panic.location,
        backtrace = panic.backtrace,
        "{what}"
    );
}
