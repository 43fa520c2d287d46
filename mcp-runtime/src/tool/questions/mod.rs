//! What a call asks of its client: a form for the user, a model's words, the client's folders.
//!
//! A question is written once and carried in two ways. From 2026-07-28 on, all that a call asks
//! at one time is the result of its request; the call is dropped, and the client sends the request
//! anew with the answers ([`rounds`]). In a session each question is a request to the client, and
//! the call waits ([`session`]).
//!
//! Nothing here knows what kind of function asks. What runs one gives its [`Context`] its
//! `Questions`, and looks at [`Questions::asked`] whenever the function is pending.
//!
//! [`Context`]: crate::Context

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use serde_json::{Map, Value};

use super::failure::ToolFailure;

mod ask;
pub(crate) mod binding;
pub(crate) mod elicit;
mod form;
mod once;
pub(crate) mod open;
pub(crate) mod question;
pub(crate) mod roots;
pub(crate) mod rounds;
pub(crate) mod sample;
pub(crate) mod seal;
mod session;
pub(crate) mod tool_use;

use ask::Good;
use question::Question;
use rounds::Rounds;
use session::{Pause, Session};

/// The questions of one call, and their answers.
#[derive(Debug)]
pub(crate) struct Questions {
    way: Way,
    /// There once something was asked or came: most calls ask nothing.
    state: OnceLock<Box<Mutex<State>>>,
}

/// How questions reach the client.
#[derive(Debug)]
enum Way {
    Rounds(Rounds),
    Session(Session),
}

#[derive(Debug, Default)]
struct State {
    /// Answers that were accepted, by key.
    answers: BTreeMap<String, Value>,
    /// What [`Context::once`](crate::Context::once) remembers, by key.
    remembered: BTreeMap<String, Value>,
    /// Answers that came with the request and that nothing has asked for yet.
    came: Map<String, Value>,
    /// Everything that this run of the function has asked, answered or not.
    used: BTreeMap<String, Question>,
    /// The ids of addresses that the user is asked to open, by key.
    addresses: BTreeMap<String, String>,
    /// What is to be asked in the result.
    open: Vec<Question>,
    /// What the client would have to declare first.
    missing: Map<String, Value>,
    pause: Pause,
}

/// What a look at the answers gave.
enum Look<T> {
    Answered(T),
    /// There is no answer, or one that will not do, and why.
    Open(Option<String>),
}

impl Questions {
    fn new(way: Way) -> Self {
        Self {
            way,
            state: OnceLock::new(),
        }
    }

    /// The questions of a call in a session.
    pub(crate) fn in_session(requests: Arc<open::OpenRequests>, patience: Duration) -> Self {
        let session = Session { requests, patience };
        Self::new(Way::Session(session))
    }

    /// Looks for an answer that can be read.
    ///
    /// # Errors
    ///
    /// The key belongs to another question of the same call.
    fn look<T>(
        &self,
        question: &Question,
        read: impl Fn(&Value) -> Result<Good<T>, String>,
    ) -> Result<Look<T>, ToolFailure> {
        let mut state = self.lock();
        let state = &mut *state;
        let key = &question.key;
        let known = state
            .used
            .entry(key.clone())
            .or_insert_with(|| question.clone());
        if known != question {
            return Err(ToolFailure::internal(format!(
                "two different questions of one call have the key '{key}': give each its own"
            )));
        }
        // What was accepted once stays: a client cannot change its mind behind the call's back.
        let mut why = None;
        for answer in [state.answers.remove(key), state.came.remove(key)] {
            let Some(answer) = answer else { continue };
            match read(&answer) {
                Ok(Good { value, kept }) => {
                    state.answers.insert(key.clone(), kept);
                    return Ok(Look::Answered(value));
                }
                Err(words) => why = Some(words),
            }
        }
        Ok(Look::Open(why))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        let state = self.state.get_or_init(Box::default);
        state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// As [`Self::lock`], unless nothing was asked and nothing came.
    fn lock_if_any(&self) -> Option<MutexGuard<'_, State>> {
        self.state.get().map(|_| self.lock())
    }
}

/// Where nobody can be asked, because the call has ended.
fn ended() -> ToolFailure {
    ToolFailure::unavailable("the call has ended, so nobody can be asked any more")
}
