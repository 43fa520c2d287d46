//! Questions as requests: the call waits for the client's reply.

use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::protocol::outgoing::OutgoingRequest;
use crate::tool::context::Context;
use crate::tool::failure::ToolFailure;
use crate::tool::failure::incident::{Unanswered, Why};

use super::open::{OpenRequests, Reply};
use super::question::Question;
use super::{Questions, ended};

/// What the calls of a session share.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) requests: Arc<OpenRequests>,
    /// How long a client may take to answer.
    pub(super) patience: Duration,
}

/// The time during which a call waited for its client, which is not the call's own.
#[derive(Debug, Default)]
pub(super) struct Pause {
    waiting: usize,
    since: Option<Instant>,
    before: Duration,
}

impl Questions {
    /// How long the call has waited for its client in all; `None` while it waits.
    pub(crate) fn waited(&self) -> Option<Duration> {
        let Some(state) = self.lock_if_any() else {
            return Some(Duration::ZERO);
        };
        state.pause.since.is_none().then_some(state.pause.before)
    }
}

impl Session {
    /// Asks once, and gives the client's result, or why that cannot be read.
    pub(super) async fn ask(
        &self,
        context: &Context,
        question: &Question,
    ) -> Result<Result<Value, String>, ToolFailure> {
        let failed = |why| Err(unanswered(context, why));
        let Some(waiting) = self.requests.open(context.sink()) else {
            return failed(Why::Gone);
        };
        let request = OutgoingRequest {
            id: waiting.id(),
            method: question.kind.method(),
            params: question.params.as_deref(),
            call: context.request_id(),
            key: &question.key,
        };
        if !context.ticket().while_open(|| context.sink().ask(&request)) {
            return Err(ended());
        }
        let _waits = Waits::begin(context);
        let mut waiting = waiting;
        let reply = std::future::poll_fn(|task| {
            if context.ticket().has_ended(task.waker()) {
                return Poll::Ready(None);
            }
            Pin::new(&mut waiting).poll(task).map(Some)
        });
        match tokio::time::timeout(self.patience, reply).await {
            Err(_) => failed(Why::Silent(self.patience)),
            Ok(None) => Err(ended()),
            Ok(Some(Reply::Closed)) => failed(Why::Gone),
            Ok(Some(Reply::Result(result))) => Ok(result),
            Ok(Some(Reply::Error(Some(NO_SUCH_METHOD), _))) => failed(Why::Cannot(question.kind)),
            // A client says no with an error, too: what exactly is its own affair.
            Ok(Some(Reply::Error(_, message))) => failed(Why::Refused(message)),
        }
    }
}

/// A client answers so what it does not know.
const NO_SUCH_METHOD: i64 = crate::ErrorCode::METHOD_NOT_FOUND.value();

/// A question of the call has no answer.
pub(super) fn unanswered(context: &Context, why: Why) -> ToolFailure {
    ToolFailure::unanswered(Unanswered::Session(context.tool().into(), why))
}

/// While this is there, the call waits for its client.
struct Waits<'c>(&'c Context);

impl<'c> Waits<'c> {
    fn begin(context: &'c Context) -> Self {
        let mut state = context.questions().lock();
        let pause = &mut state.pause;
        pause.waiting += 1;
        pause.since.get_or_insert_with(Instant::now);
        drop(state);
        // Whoever runs the call looks at its clock; in memory, at what was asked as well.
        context.ticket().wake();
        Self(context)
    }
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        let mut state = self.0.questions().lock();
        let pause = &mut state.pause;
        pause.waiting = pause.waiting.saturating_sub(1);
        if pause.waiting == 0 {
            if let Some(since) = pause.since.take() {
                pause.before += since.elapsed();
            }
        }
        drop(state);
        self.0.ticket().wake();
    }
}
