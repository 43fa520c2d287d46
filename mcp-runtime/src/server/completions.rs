//! Which arguments can be completed, and by what.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use crate::protocol::json;
use crate::protocol::version::ProtocolVersion;
use crate::tool::arguments::Rules;
use crate::tool::call::Call;
use crate::tool::completing::{Completers, Completing};
use crate::tool::entry::Run;
use crate::tool::scopes::Scopes;
use crate::tool::shape::{Definitions, Kind, Shape};

use super::answer;
use super::callee::{Callee, Form};
use super::failing::Failing;
use super::identity::Identity;
use super::settings::Settings;

/// The most values of an answer: the specification's limit.
const MOST: usize = 100;

/// A function that completes an argument, together with the state it shares.
pub(crate) struct BoundCompleter {
    argument: &'static str,
    run: Run,
}

/// Binds the functions that complete arguments to the state they share.
pub(crate) fn bind<State: Send + Sync + 'static>(
    completers: Completers<State>,
    state: &Arc<State>,
) -> Vec<BoundCompleter> {
    let bound = completers.iter().map(|(argument, complete)| {
        let state = Arc::clone(state);
        BoundCompleter {
            argument,
            run: Box::new(move |parts| {
                let state = Arc::clone(&state);
                complete(Completing::new(Call { state, parts }))
            }),
        }
    });
    bound.collect()
}

/// What completes the arguments of a prompt, or the variables of a template.
#[derive(Debug)]
pub(crate) struct Completions(Vec<(Cow<'static, str>, Completion)>);

/// What completes an argument.
pub(crate) enum Completion {
    /// It is one of these.
    Values(Vec<String>),
    /// A function of the author's.
    Function(Arc<Callee>),
    /// Nothing: it may be anything.
    None,
}

impl fmt::Debug for Completion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Values(values) => f.debug_tuple("Values").field(values).finish(),
            Self::Function(callee) => f.debug_tuple("Function").field(callee).finish(),
            Self::None => f.write_str("None"),
        }
    }
}

impl Completions {
    /// The author's functions, and the values of the types that have few.
    pub(crate) fn new(
        rules: &Arc<Rules>,
        mut functions: Vec<BoundCompleter>,
        settings: &Settings,
        failing: &Arc<Failing>,
    ) -> Self {
        let input = &rules.input;
        let completions = input.arguments.iter().map(|argument| {
            let name = argument.name.clone();
            let function = functions.iter().position(|it| it.argument == name);
            let completion = match function {
                Some(place) => Completion::Function(Arc::new(Callee {
                    name: rules.tool.as_ref().into(),
                    rules: Arc::clone(rules),
                    form: Form::Completion,
                    timeout: settings.timeout,
                    limit: None,
                    rates: None,
                    // Whoever completes has what the whole of it asks for.
                    scopes: Scopes::default(),
                    failing: Arc::clone(failing),
                    run: functions.swap_remove(place).run,
                })),
                None => values(&argument.shape, &input.definitions)
                    .map_or(Completion::None, Completion::Values),
            };
            (name, completion)
        });
        Self(completions.collect())
    }

    /// Whether any argument can be completed.
    pub(crate) fn any(&self) -> bool {
        let can = |completion: &Completion| !matches!(completion, Completion::None);
        self.0.iter().any(|(_, completion)| can(completion))
    }

    pub(crate) fn find(&self, argument: &str) -> Option<&Completion> {
        let found = self.0.iter().find(|(name, _)| *name == argument);
        found.map(|(_, completion)| completion)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| &**name)
    }
}

/// The values of a shape that has a few.
fn values(shape: &Shape, definitions: &Definitions) -> Option<Vec<String>> {
    match &definitions.resolve(shape).kind {
        Kind::Boolean => Some(vec!["true".to_owned(), "false".to_owned()]),
        Kind::Enum(values) => Some(
            values
                .iter()
                .map(|value| match value {
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                })
                .collect(),
        ),
        _ => None,
    }
}

/// Those of some values that begin with a text, whatever the case of its letters.
pub(crate) fn beginning_with(values: &[String], prefix: &str) -> Vec<String> {
    let prefix = prefix.to_lowercase();
    let begins = |value: &&String| value.to_lowercase().starts_with(&prefix);
    values.iter().filter(begins).cloned().collect()
}

/// The answer with suggestions: the first hundred, and how many there are.
pub(crate) fn answer(
    id: &str,
    version: ProtocolVersion,
    identity: &Identity,
    suggestions: &[String],
) -> Vec<u8> {
    let total = suggestions.len();
    answer::plain(id, version, identity, |result| {
        result.object("completion", |completion| {
            completion.array("values", suggestions.iter().take(MOST), |out, value| {
                json::string(out, value);
            });
            completion.unsigned("total", u64::try_from(total).unwrap_or(u64::MAX));
            completion.bool("hasMore", total > MOST);
        });
    })
}
