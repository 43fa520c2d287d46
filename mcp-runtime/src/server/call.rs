//! One running call, from its first poll to its one answer.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as Task, Poll};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::time::Sleep;
use tracing::Span;

use crate::protocol::error::ProtocolError;
use crate::protocol::json;
use crate::protocol::routing::{Channel, Happened};
use crate::protocol::version::ProtocolVersion;
use crate::tool::context::Context;
use crate::tool::entry::CallFuture;
use crate::tool::exits;
use crate::tool::feature::Feature;
use crate::tool::output::ToolOutput;
use crate::tool::output_schema::check::{self, Broken};
use crate::tool::panics::{self, Panic};
use crate::tool::questions::rounds::Asked;
use crate::tool::questions::seal::MOST;
use crate::tool::result::{CallResult, Kind, Refusal};
use crate::tool::ticket::End;
use crate::tool::{Incident, InvalidArguments, ResourceContents, ToolFailure};

use super::answer::{self, Answer};
use super::callee::{Callee, Form};
use super::completions;
use super::connection::Connection;
use super::failing;
use super::identity::Identity;
use super::pages::write_cache_hints;
use super::resources::unknown_resource;
use super::settings::CacheScope;
use super::span;

/// A call on its way to its answer. It owns everything it needs, so it may be polled in place or
/// spawned.
pub(crate) struct RunningCall {
    context: Context,
    callee: Arc<Callee>,
    connection: Arc<Connection>,
    identity: Arc<Identity>,
    /// Taken when it must not be polled again.
    future: Option<CallFuture>,
    /// Wakes the call when its time is up; there once it was pending.
    timer: Option<Pin<Box<Sleep>>>,
    span: Span,
    started: Instant,
}

/// What ended a call.
enum Outcome {
    Result(CallResult),
    Panicked(Panic),
    TimedOut(Duration),
    /// It needs answers first.
    Asked(Asked),
}

impl RunningCall {
    pub(crate) fn new(
        context: Context,
        callee: Arc<Callee>,
        connection: Arc<Connection>,
        identity: Arc<Identity>,
        span: Span,
        future: CallFuture,
    ) -> Self {
        Self {
            context,
            callee,
            connection,
            identity,
            future: Some(future),
            timer: None,
            span,
            started: Instant::now(),
        }
    }

    pub(crate) fn tool(&self) -> &Arc<str> {
        &self.callee.name
    }

    /// Polls the tool. `Ready(None)` when nothing is to be sent. A panic of the tool never gets
    /// out, and neither does one of what it leaves behind.
    pub(crate) fn poll(&mut self, task: &mut Task<'_>) -> Poll<Option<Answer>> {
        let span = self.span.clone();
        let _inside = span.enter();
        if !self.context.ticket().is_open(task.waker()) {
            self.end("cancelled");
            return Poll::Ready(None);
        }
        let Some(future) = &mut self.future else {
            return Poll::Ready(None);
        };
        let name = &self.callee.name;
        let poll = || exits::named(name, || future.as_mut().poll(task));
        let outcome = match panics::guarded(poll) {
            Ok(Poll::Ready(CallResult(Kind::Panicked(panic)))) | Err(panic) => {
                Outcome::Panicked(panic)
            }
            Ok(Poll::Ready(result)) => Outcome::Result(result),
            Ok(Poll::Pending) => match self.context.questions().asked(&self.context) {
                Some(asked) => Outcome::Asked(asked),
                // A runtime without a timer panics, so that is guarded as well.
                None => match panics::guarded(|| self.poll_timer(task)) {
                    Ok(Some(limit)) => Outcome::TimedOut(limit),
                    Ok(None) => return Poll::Pending,
                    Err(panic) => Outcome::Panicked(panic),
                },
            },
        };
        let end = match outcome {
            Outcome::Result(_) => End::Returned,
            Outcome::Panicked(_) | Outcome::TimedOut(_) | Outcome::Asked(_) => End::Stopped,
        };
        // What remains of the author's code runs here, such as an error's `Display`. The call can
        // still be cancelled: only then is it claimed.
        let answer = panics::guarded(|| self.answer(outcome));
        let answer = answer.unwrap_or_else(|panic| self.failed(&self.broken(&panic)));
        span::note_error(&span, &answer);
        if !self.context.ticket().claim(end) {
            self.end("cancelled");
            return Poll::Ready(None);
        }
        self.end_quietly();
        Poll::Ready(Some(answer))
    }

    /// Ends the call because the server stops, or its session, and gives the answer that it is owed.
    #[cfg(feature = "http")]
    pub(crate) fn abandon(&mut self) -> Option<Answer> {
        let span = self.span.clone();
        let _inside = span.enter();
        if !self.context.ticket().claim(End::Stopped) {
            return None;
        }
        let incident = self
            .connection
            .stopped(self.tool(), Some(self.callee.feature()));
        let failure = self.callee.failing.incident(&self.context, &incident);
        let answer = self.failed(&self.callee.failed(failure.undecided()));
        self.end_quietly();
        Some(answer)
    }

    /// The limit, when the call's time is up.
    fn poll_timer(&mut self, task: &mut Task<'_>) -> Option<Duration> {
        let limit = self.callee.timeout?;
        let Some(waited) = self.context.questions().waited() else {
            // While its client is asked, the call's own time stands still.
            self.timer = None;
            return None;
        };
        let left = || (limit + waited).saturating_sub(self.started.elapsed());
        let timer = self
            .timer
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(left())));
        timer.as_mut().poll(task).is_ready().then_some(limit)
    }

    /// The answer, and what is logged about it.
    fn answer(&self, outcome: Outcome) -> Answer {
        match outcome {
            Outcome::Result(CallResult(Kind::Output(output))) => {
                if let Err(broken) = self.held_to_its_schema(&output) {
                    let failure = ToolFailure::internal(broken);
                    failing::log(&self.context, &failure);
                    return self.failed(&failure);
                }
                self.succeeded(|id, version| {
                    answer::success(id, version, &self.identity, &output, self.callee.wraps())
                })
            }
            Outcome::Result(CallResult(Kind::Prompt(prompt))) => self.succeeded(|id, version| {
                let declared = match self.callee.form {
                    Form::Prompt { description } => description,
                    _ => "",
                };
                answer::plain(id, version, &self.identity, |result| {
                    prompt.write(result, version, declared);
                })
            }),
            Outcome::Result(CallResult(Kind::Contents(contents))) => {
                self.succeeded(|id, version| self.contents(id, version, &contents))
            }
            Outcome::Result(CallResult(Kind::Suggestions(suggestions))) => {
                self.succeeded(|id, version| {
                    completions::answer(id, version, &self.identity, &suggestions)
                })
            }
            Outcome::Result(CallResult(Kind::Failure(failure)))
            | Outcome::Asked(Asked::Failed(failure)) => {
                let failure = self.callee.failed(failure);
                failing::log(&self.context, &failure);
                self.failed(&failure)
            }
            Outcome::Result(CallResult(Kind::Refused(refusal))) => {
                tracing::debug!(message = refusal.message, "the arguments were refused");
                self.refused(refusal)
            }
            Outcome::Result(CallResult(Kind::Panicked(panic))) | Outcome::Panicked(panic) => {
                self.failed(&self.broken(&panic))
            }
            Outcome::Asked(Asked::Questions { questions, state }) => {
                self.record("input_required");
                tracing::debug!(questions = questions.len(), "the call asks its client");
                Answer::of(answer::input_required(
                    self.context.request_id(),
                    self.context.protocol_version(),
                    &self.identity,
                    &questions,
                    &state,
                ))
            }
            Outcome::Asked(Asked::Missing(capabilities)) => self.missing(&capabilities),
            Outcome::Asked(Asked::TooLong(size)) => {
                let incident = Incident::AnswersTooLong {
                    tool: &self.callee.name,
                    size,
                    limit: MOST,
                };
                let failure = self.callee.failing.incident(&self.context, &incident);
                failing::log(&self.context, &failure);
                self.failed(&failure)
            }
            Outcome::TimedOut(limit) => {
                let incident = Incident::TimedOut {
                    tool: &self.callee.name,
                    limit,
                };
                let failure = self.callee.failing.incident(&self.context, &incident);
                let failure = self.callee.failed(failure.undecided());
                failing::log(&self.context, &failure);
                self.failed(&failure)
            }
        }
    }

    fn succeeded(&self, write: impl FnOnce(&str, ProtocolVersion) -> Vec<u8>) -> Answer {
        self.record("success");
        let context = &self.context;
        Answer::of(write(context.request_id(), context.protocol_version()))
    }

    fn contents(
        &self,
        id: &str,
        version: ProtocolVersion,
        contents: &[ResourceContents],
    ) -> Vec<u8> {
        let uri = self.context.uri().unwrap_or_default();
        let (mime_type, cache) = match self.callee.form {
            Form::Resource {
                mime_type,
                cache_for,
                cache_scope,
            } => (mime_type, (cache_for, cache_scope)),
            _ => (None, (Duration::ZERO, CacheScope::Private)),
        };
        answer::plain(id, version, &self.identity, |result| {
            result.array("contents", contents, |out, part| {
                json::object(out, |item| part.write(item, uri, mime_type, version));
            });
            if version.has_cache_hints() {
                write_cache_hints(result, cache);
            }
        })
    }

    /// That structured content is what the tool's output schema says: clients refuse it otherwise,
    /// and so it is a fault of the server, found in debug builds.
    fn held_to_its_schema(&self, output: &ToolOutput) -> Result<(), Broken> {
        if !cfg!(debug_assertions) || self.connection.sink().checks_results() {
            return Ok(());
        }
        let Some(schema) = self.callee.output_schema() else {
            return Ok(());
        };
        let content: Option<Value> = output
            .structured_text()
            .map(|text| serde_json::from_str(text).unwrap_or_default());
        check::hold(&self.callee.name, schema, content.as_ref())
    }

    /// The client did not declare what the call needs: an object, as JSON text.
    fn missing(&self, capabilities: &str) -> Answer {
        self.record("protocol_error");
        let message = format!(
            "'{}' has to ask the client, which did not declare the capabilities for it: declare those in 'requiredCapabilities', or do not call it",
            self.callee.name
        );
        let mut data = Vec::new();
        json::object(&mut data, |data| {
            data.raw("requiredCapabilities", capabilities);
        });
        let error = ProtocolError::new(Happened::MissingCapability, message)
            .with_data(json::into_string(data));
        tracing::debug!(message = error.message(), "answered with a protocol error");
        Answer::refusing(&error, Some(self.context.request_id()))
    }

    /// The same text on either channel, as the server or the tool chose.
    fn refused(&self, refusal: Refusal) -> Answer {
        let id = self.context.request_id();
        let happened = match self.callee.form {
            Form::Tool {
                invalid_arguments: InvalidArguments::ToolFailure,
                ..
            } => Happened::ArgumentsRefusedToModel,
            Form::Resource { .. } => {
                // A value that its type does not know is part of no address.
                self.record("protocol_error");
                let uri = self.context.uri().unwrap_or_default();
                return Answer::refusing(&unknown_resource(uri, None), Some(id));
            }
            _ => Happened::ArgumentsRefused,
        };
        if happened.route().channel == Channel::ToolFailure {
            self.record("tool_failure");
            let (findings, more) = refusal.findings.shown();
            let incident = Incident::InvalidArguments {
                tool: &self.callee.name,
                findings,
                more,
            };
            let failure = self.callee.failing.incident(&self.context, &incident);
            return self.callee.failing.answer(&self.context, &failure);
        }
        self.record("protocol_error");
        let mut error = ProtocolError::new(happened, refusal.message);
        if let Some(data) = refusal.data {
            error = error.with_data(data);
        }
        Answer::refusing(&error, Some(id)).under(Some(self.context.protocol_version()))
    }

    fn failed(&self, failure: &ToolFailure) -> Answer {
        self.record(match self.context.feature() {
            Feature::Tool => "tool_failure",
            _ => "protocol_error",
        });
        self.span
            .record("mcp.failure.kind", failure.kind().as_str());
        if let Some(reference) = failure.reference() {
            self.span.record("mcp.failure.reference", reference);
        }
        self.callee.failing.answer(&self.context, failure)
    }

    /// The failure that a panic is answered with; the panic itself is for the log alone.
    fn broken(&self, panic: &Panic) -> ToolFailure {
        let failure = ToolFailure::panicked(panic);
        tracing::error!(
            tool = &*self.callee.name,
            request_id = shortened(self.context.request_id()),
            reference = failure.reference(),
            payload = panic.payload,
            location = panic.location,
            backtrace = panic.backtrace,
            "the {} panicked",
            self.context.feature().noun()
        );
        failure
    }

    fn record(&self, outcome: &str) {
        if self.span.is_disabled() {
            return;
        }
        self.span.record("mcp.outcome", outcome);
        if outcome == "tool_failure" {
            span::note_tool_error(&self.span);
        }
        let milliseconds = self.started.elapsed().as_secs_f64() * 1000.0;
        self.span.record("duration_ms", milliseconds);
    }

    fn end(&mut self, outcome: &str) {
        self.record(outcome);
        self.end_quietly();
    }

    /// Drops the future, and forgets the call, before its answer goes out: the client may use the
    /// id again at once.
    fn end_quietly(&mut self) {
        if let Some(future) = self.future.take() {
            self.log_panic(panics::guarded(|| drop(future)));
            self.connection.forget(&self.context);
        }
    }

    /// A panic that comes too late to be answered.
    fn log_panic(&self, outcome: Result<(), Panic>) {
        if let Err(panic) = outcome {
            tracing::error!(
                tool = &*self.callee.name,
                request_id = shortened(self.context.request_id()),
                payload = panic.payload,
                location = panic.location,
                backtrace = panic.backtrace,
                "what the {} left behind panicked when it was dropped",
                self.context.feature().noun()
            );
        }
    }
}

impl Drop for RunningCall {
    /// A transport that is dropped drops its calls.
    fn drop(&mut self) {
        if self.future.is_some() {
            self.context.ticket().claim(End::Stopped);
            let span = self.span.clone();
            let _inside = span.enter();
            self.end("cancelled");
        }
    }
}

impl fmt::Debug for RunningCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunningCall")
            .field("context", &self.context)
            .finish_non_exhaustive()
    }
}

/// An id may be a megabyte long.
pub(super) fn shortened(id: &str) -> &str {
    let end = (0..=64).rev().find(|end| id.is_char_boundary(*end));
    end.filter(|_| id.len() > 64)
        .and_then(|end| id.get(..end))
        .unwrap_or(id)
}
