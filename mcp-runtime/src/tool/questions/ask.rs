//! Asking, whichever way the question is carried.

use std::task::Poll;

use serde_json::Value;

use crate::protocol::json::{self, Members};
use crate::tool::context::Context;
use crate::tool::failure::ToolFailure;
use crate::tool::failure::incident::Why;

use super::question::{Question, QuestionKind};
use super::{Look, Way, ended, session};

/// How often a session's client is asked when its answers will not do.
const ATTEMPTS: usize = 3;

/// A question, to be written, and its answer, to be read.
pub(super) struct Asking<W, R> {
    pub(super) key: String,
    pub(super) kind: QuestionKind,
    /// Writes `params`; is told why an earlier answer would not do.
    pub(super) write: W,
    /// Reads an answer, or says in words why it will not do.
    pub(super) read: R,
}

/// An answer that was read.
#[derive(Debug)]
pub(super) struct Good<T> {
    pub(super) value: T,
    /// Of the answer, what was read: nothing else is kept for the rounds that follow.
    pub(super) kept: Value,
}

impl<W, R, T> Asking<W, R>
where
    W: Fn(&mut Members<'_>, Option<&str>),
    R: Fn(&Value) -> Result<Good<T>, String>,
{
    fn question(&self, why: Option<&str>) -> Question {
        let params = || {
            let mut out = Vec::new();
            json::object(&mut out, |params| (self.write)(params, why));
            json::into_string(out)
        };
        Question {
            key: self.key.clone(),
            kind: self.kind,
            params: (self.kind != QuestionKind::Roots).then(params),
        }
    }

    /// Asks, and gives what was read.
    pub(super) async fn ask(self, context: &Context) -> Result<T, ToolFailure> {
        match &context.questions().way {
            Way::Rounds(_) => self.in_rounds(context).await,
            Way::Session(session) => self.in_session(session, context).await,
        }
    }

    /// What was answered is there at once. What was not is never: the run ends.
    async fn in_rounds(self, context: &Context) -> Result<T, ToolFailure> {
        let questions = context.questions();
        let question = self.question(None);
        let why = match questions.look(&question, &self.read)? {
            Look::Answered(value) => return Ok(value),
            Look::Open(why) => why,
        };
        let question = match why.as_deref() {
            None => question,
            why => self.question(why),
        };
        let capabilities = context.capabilities();
        let mut noted = false;
        std::future::poll_fn(|task| {
            if context.ticket().has_ended(task.waker()) {
                // Only a thread that cannot be dropped, or a task of its own, gets here.
                return Poll::Ready(Err(ended()));
            }
            if !std::mem::replace(&mut noted, true)
                && questions.note(question.clone(), &capabilities, context)
            {
                context.ticket().wake();
            }
            Poll::Pending
        })
        .await
    }

    async fn in_session(
        self,
        session: &session::Session,
        context: &Context,
    ) -> Result<T, ToolFailure> {
        let questions = context.questions();
        let mut question = self.question(None);
        if let Look::Answered(value) = questions.look(&question, &self.read)? {
            return Ok(value);
        }
        let version = context.protocol_version();
        if !self.kind.is_possible(version, &context.capabilities()) {
            return Err(session::unanswered(context, Why::Cannot(self.kind)));
        }
        let mut words = String::new();
        for _ in 0..ATTEMPTS {
            let answer = session.ask(context, &question).await?;
            match answer.and_then(|answer| (self.read)(&answer)) {
                Ok(Good { value, kept }) => {
                    questions.lock().answers.insert(self.key, kept);
                    return Ok(value);
                }
                Err(why) => words = why,
            }
            question = self.question(Some(&words));
        }
        Err(session::unanswered(context, Why::Unusable(words)))
    }
}
