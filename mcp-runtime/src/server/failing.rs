//! How a server answers a call that failed: the hook that has the last word, and the words of the
//! advice.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::protocol::error::ProtocolError;
use crate::protocol::json::{self, Members};
use crate::protocol::meta;
use crate::protocol::routing::Happened;
use crate::tool::context::Context;
use crate::tool::failure::text::Text;
use crate::tool::feature::Feature;
use crate::tool::panics::{self, Panic};
use crate::tool::{Advice, English, FailureKind, Incident, Retry, ShownValue, ToolFailure};

use super::answer::{self, Answer};
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
    pub(crate) hooks: Vec<Arc<Hook>>,
    pub(crate) advice: Option<Arc<dyn Advice>>,
    pub(crate) redact: Option<Arc<Redactor>>,
}

impl fmt::Debug for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Choices")
            .field("hooks", &self.hooks.len())
            .field("advice", &self.advice.is_some())
            .field("redact", &self.redact.is_some())
            .finish()
    }
}

/// Answers calls that failed. Every failure of an author's function leaves through here: a tool's as
/// a result, any other as the protocol error that the routing table has for it.
#[derive(Debug)]
pub(crate) struct Failing {
    pub(crate) identity: Arc<Identity>,
    pub(crate) choices: Choices,
}

impl Failing {
    /// The answer to a call that failed: with what the hooks send, or the failure as it is.
    pub(crate) fn answer(&self, call: &Context, failure: &ToolFailure) -> Answer {
        let mut sent: Vec<ToolFailure> = Vec::new();
        for hook in &self.choices.hooks {
            let asked = panics::guarded(|| hook(sent.last().unwrap_or(failure), call));
            sent.extend(asked.unwrap_or_else(|panic| {
                log_panic(
                    call,
                    &panic,
                    "the hook `on_failure` panicked; the failure is sent as it was",
                );
                None
            }));
        }
        let answer = match sent.last() {
            Some(last) => {
                log_replaced(call, failure, last);
                self.told(call, last)
            }
            None => self.told(call, failure),
        };
        // The errors behind what hooks sent may panic when they are dropped.
        if let Err(panic) = panics::guarded(|| drop(sent)) {
            log_panic(
                call,
                &panic,
                "a failure of the hook `on_failure` panicked when it was dropped",
            );
        }
        answer
    }

    /// The failure that the server itself has to report, in its words.
    pub(crate) fn incident(&self, call: &Context, incident: &Incident<'_>) -> ToolFailure {
        self.in_words(call, |words| {
            let message = words.incident(incident);
            if matches!(incident, Incident::InvalidArguments { .. }) {
                return ToolFailure::refused(message);
            }
            let mut failure = ToolFailure::of_server(incident.kind(), message);
            if let Incident::RateLimited { after, .. } = incident {
                failure = failure.retry(Retry::After(*after));
            }
            let next = words.incident_next(incident);
            if !next.trim().is_empty() {
                failure = failure.try_next_text(Text::words(next.into_owned()));
            }
            failure
        })
    }

    /// In the server's own words, and with the values that it lets through.
    fn told(&self, call: &Context, failure: &ToolFailure) -> Answer {
        let redacted = self.redacted(call, failure);
        let failure = redacted.as_ref().unwrap_or(failure);
        self.in_words(call, |words| self.write(call, failure, words))
    }

    /// Something in the server's own words; should these panic, in those of the default.
    fn in_words<T>(&self, call: &Context, say: impl Fn(&dyn Advice) -> T) -> T {
        let default = Words::of(call);
        let Some(words) = &self.choices.advice else {
            return say(&default);
        };
        panics::guarded(|| say(&**words)).unwrap_or_else(|panic| {
            log_panic(
                call,
                &panic,
                "the server's advice panicked; the default is sent",
            );
            say(&default)
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

    fn write(&self, call: &Context, failure: &ToolFailure, words: &dyn Advice) -> Answer {
        let text = failure.text_in(words);
        let twin = |twin: &mut Members<'_>| failure.write_twin(twin, words);
        let (id, version) = (call.request_id(), call.protocol_version());
        let Some(happened) = happened(call.feature(), failure.kind()) else {
            return Answer::of(answer::failure(id, version, &self.identity, &text, twin));
        };
        let data = json::members(|data| {
            if let Some(uri) = call.uri() {
                data.string("uri", uri);
            }
            data.object(meta::FAILURE, twin);
        });
        let error = ProtocolError::new(happened, text).with_data(format!("{{{data}}}"));
        Answer::refusing(&error, Some(id))
    }
}

/// What a failure is to the host, where no result can tell the model of it: only tools have those.
fn happened(feature: Feature, kind: FailureKind) -> Option<Happened> {
    Some(match (feature, kind) {
        (Feature::Tool, _) => return None,
        (Feature::Resource, FailureKind::NotFound) => Happened::UnknownResource,
        (_, FailureKind::NotFound | FailureKind::InvalidInput) => Happened::InputRefused,
        _ => Happened::ContentFailed,
    })
}

/// The default words, with the right one for what failed.
struct Words(Feature);

impl Words {
    fn of(call: &Context) -> Self {
        Self(call.feature())
    }
}

impl Advice for Words {
    fn again(&self, kind: FailureKind, retry: Retry, advised: bool) -> Cow<'static, str> {
        match (self.0, kind) {
            (Feature::Tool, _) | (_, FailureKind::Internal) => English.again(kind, retry, advised),
            // It is the host that reads what there is to do beside that.
            _ => English.again(kind, retry, advised || retry == Retry::Never),
        }
    }

    fn otherwise(&self, kind: FailureKind) -> Cow<'static, str> {
        match self.0 {
            Feature::Tool => English.otherwise(kind),
            // The model is not asked.
            _ => Cow::Borrowed(""),
        }
    }

    fn fault(&self) -> Cow<'static, str> {
        match self.0 {
            Feature::Tool => English.fault(),
            other => format!("this {} failed because of a fault of its own", other.noun()).into(),
        }
    }

    fn incident(&self, incident: &Incident<'_>) -> String {
        let said = English.incident(incident);
        match (self.0, incident) {
            (Feature::Tool, _) => said,
            (other, Incident::ToolBusy { .. }) => {
                said.replace("this tool", &format!("this {}", other.noun()))
            }
            _ => said,
        }
    }

    fn silence(&self) -> Cow<'static, str> {
        match self.0 {
            Feature::Tool => English.silence(),
            other => format!("The {} failed and does not say why", other.noun()).into(),
        }
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
            "the {} failed internally",
            call.feature().noun()
        );
    } else {
        let said = failure.message();
        let noun = call.feature().noun();
        if causes.is_empty() || says_the_same(&causes, said) {
            tracing::warn!(tool, request_id, kind, said, "the {noun} failed");
        } else {
            tracing::warn!(target: CAUSED, tool, request_id, kind, said, causes, "the {noun} failed");
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
