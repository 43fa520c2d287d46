//! Questions as results: each round is a request of its own, and what came before goes along.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::protocol::scan::Raw;
use crate::protocol::text::{self, Slice};
use crate::tool::context::Context;
use crate::tool::failure::ToolFailure;
use crate::tool::node;

use super::binding::Binding;
use super::question::Question;
use super::seal::{MOST, NotOpened, Sealer};
use super::{Questions, Way};

/// What the rounds of a call have in common.
#[derive(Debug)]
pub(crate) struct Rounds {
    pub(crate) sealer: Arc<Sealer>,
    /// None where the result may not be a question.
    pub(crate) method: Option<&'static str>,
    /// The text of an object, or none.
    pub(crate) arguments: Option<Slice>,
}

/// The methods whose results may be questions: the specification names them, and no others.
const METHODS: [&str; 3] = ["tools/call", "prompts/get", "resources/read"];

/// The method of that name, if its results may be questions.
pub(crate) fn method(name: &str) -> Option<&'static str> {
    METHODS.into_iter().find(|known| *known == name)
}

/// What the client keeps from one round to the next, sealed: the answers so far, and what
/// `once` remembers.
type Kept = (BTreeMap<String, Value>, BTreeMap<String, Value>);

/// Why a request is not the next round of anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NotARound {
    /// `inputResponses` is not an object.
    Responses,
    /// `inputResponses` cannot be read, and why.
    Unreadable(String),
    /// `requestState` is not a string.
    StateShape,
    /// `requestState` is not what was given for this call.
    State(NotOpened),
}

/// What ends a round.
#[derive(Debug)]
pub(crate) enum Asked {
    /// These are to be answered; the state is to come back with the answers.
    Questions {
        questions: Vec<Question>,
        state: String,
    },
    /// The client would have to declare this first: an object, as JSON text.
    Missing(String),
    /// With the answers so far, the state would have this many bytes.
    TooLong(usize),
    /// They cannot be asked.
    Failed(ToolFailure),
}

impl Questions {
    /// The questions of a request that may be the next round of a call.
    ///
    /// # Errors
    ///
    /// What it says of an earlier round cannot be, or was not said by this server.
    pub(crate) fn in_rounds(
        rounds: Rounds,
        (name, principal): (&str, Option<&str>),
        responses: Option<Raw<'_>>,
        sealed: Option<Raw<'_>>,
    ) -> Result<Self, NotARound> {
        let came = given(responses).map(answers).transpose()?;
        let kept = given(sealed).map(|sealed| rounds.open(sealed, name, principal));
        let kept = kept.transpose()?;
        let questions = Self::new(Way::Rounds(rounds));
        if let Some(came) = came {
            questions.lock().came = came;
        }
        if let Some((answers, remembered)) = kept {
            let mut state = questions.lock();
            state.answers = answers;
            state.remembered = remembered;
        }
        Ok(questions)
    }

    /// Notes what is to be asked, or what the client lacks for it. `true` when it is news.
    ///
    /// A poll after the question went out notes nothing twice.
    pub(super) fn note(&self, question: Question, capabilities: &Value, context: &Context) -> bool {
        let possible = question
            .kind
            .is_possible(context.protocol_version(), capabilities);
        let mut state = self.lock();
        if !possible {
            question.kind.require(&mut state.missing);
            return true;
        }
        let is_known = state.open.iter().any(|known| known.key == question.key);
        if !is_known {
            state.open.push(question);
        }
        !is_known
    }

    /// What the function has asked since it began, when it cannot go on without the answers.
    ///
    /// Whoever runs a function asks this whenever it is pending, and ends the run with it.
    pub(crate) fn asked(&self, context: &Context) -> Option<Asked> {
        let Way::Rounds(rounds) = &self.way else {
            return None;
        };
        let mut state = self.lock_if_any()?;
        if !state.missing.is_empty() {
            let missing = std::mem::take(&mut state.missing);
            return Some(Asked::Missing(Value::Object(missing).to_string()));
        }
        if state.open.is_empty() {
            return None;
        }
        let questions = std::mem::take(&mut state.open);
        if rounds.method.is_none() {
            return Some(Asked::Failed(ToolFailure::internal(
                "only tools, prompts and resources may ask the client",
            )));
        }
        let kept = (state.answers.clone(), state.remembered.clone());
        drop(state);
        Some(match rounds.seal(&kept, context) {
            Ok(state) => Asked::Questions { questions, state },
            Err(asked) => asked,
        })
    }
}

/// What came as `inputResponses`.
fn answers(text: &str) -> Result<Map<String, Value>, NotARound> {
    match node::value(text).map_err(NotARound::Unreadable)? {
        Value::Object(answers) => Ok(answers),
        _ => Err(NotARound::Responses),
    }
}

/// Some clients write what they leave out as `null`.
fn given(part: Option<Raw<'_>>) -> Option<&str> {
    part.map(Raw::get).filter(|text| *text != "null")
}

impl Rounds {
    fn bound_to(&self, name: &str, principal: Option<&str>) -> Vec<u8> {
        let binding = Binding {
            server: &self.sealer.server,
            method: self.method.unwrap_or_default(),
            name,
            arguments: self.arguments.as_ref().map(Slice::as_str),
            principal,
        };
        binding.bytes()
    }

    /// What the client kept of this call; `sealed` is JSON text.
    fn open(&self, sealed: &str, name: &str, principal: Option<&str>) -> Result<Kept, NotARound> {
        let sealed = text::string(sealed).ok_or(NotARound::StateShape)?;
        let bound_to = self.bound_to(name, principal);
        let opened = self.sealer.open(&sealed, &bound_to);
        let opened = opened.map_err(NotARound::State)?;
        serde_json::from_str(&opened).map_err(|_| NotARound::State(NotOpened::Broken))
    }

    fn seal(&self, kept: &Kept, context: &Context) -> Result<String, Asked> {
        let text = json(kept)?;
        if text.len() > MOST {
            let remembered = json(&kept.1)?.len();
            // Whoever brought the greater part can do something about it.
            if 2 * remembered < text.len() {
                return Err(Asked::TooLong(text.len()));
            }
            return Err(Asked::Failed(ToolFailure::internal(format!(
                "what `once` remembers has {remembered} bytes, and a call may have its client keep {MOST} with the answers so far: remember a key, and keep the value in the server"
            ))));
        }
        let principal = context.principal().map(crate::Principal::subject);
        let bound_to = self.bound_to(context.tool(), principal);
        let sealed = self.sealer.seal(&text, &bound_to);
        sealed.ok_or_else(|| {
            Asked::Failed(ToolFailure::internal("the system gives no random numbers"))
        })
    }
}

fn json(value: &impl Serialize) -> Result<String, Asked> {
    serde_json::to_string(value).map_err(|error| Asked::Failed(ToolFailure::internal(error)))
}
