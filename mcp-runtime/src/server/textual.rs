//! Prompts and resources as functions whose arguments come as texts: bound to the state they
//! share, and compiled.

use std::collections::HashMap;
use std::fmt;
use std::panic::Location;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::protocol::json::Members;
use crate::protocol::version::ProtocolVersion;
use crate::tool::arguments::Rules;
use crate::tool::call;
use crate::tool::entry::Run;
use crate::tool::expected;
use crate::tool::permit::Limit;
use crate::tool::schema::{Input, InputSchema};
use crate::tool::scopes::Scopes;
use crate::tool::shape::{Definitions, Kind, Shape};
use crate::tool::textual::TextEntry;
use crate::tool::{Conversions, UnknownArguments};

use super::callee::{Callee, Form};
use super::completions::{self, BoundCompleter, Completions};
use super::failing::Failing;
use super::item::Item;
use super::names;
use super::settings::Settings;

/// What such a function says of itself.
pub(crate) trait Textual: Copy + fmt::Debug + 'static {
    /// What it is, in messages.
    const NOUN: &'static str;
    /// What each of its arguments is.
    const ARGUMENT: &'static str;
    /// How two of them are the same, before what they have in common.
    const SAME: &'static str;
    /// The option that makes one of two different.
    const OPTION: &'static str;

    /// What no other of its kind has.
    fn key(&self) -> &'static str;
    fn about(&self) -> About;
    fn form(&self) -> Form;

    /// What the types say of its arguments fits what the macro has seen.
    ///
    /// # Errors
    ///
    /// Everything that does not.
    fn check(&self, input: &Input) -> Result<(), Vec<String>>;
}

/// What both kinds say of themselves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About {
    pub(crate) name: &'static str,
    pub(crate) title: Option<&'static str>,
    pub(crate) description: &'static str,
    pub(crate) icon: Option<&'static str>,
    pub(crate) meta: Option<fn() -> Value>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) max_running: Option<usize>,
    pub(crate) scopes: Option<&'static [&'static str]>,
    pub(crate) place: &'static Location<'static>,
}

impl About {
    /// Writes the item of a list, with the members that its kind has beside these.
    pub(crate) fn write<'m>(
        &self,
        item: &mut Members<'m>,
        version: ProtocolVersion,
        own: impl FnOnce(&mut Members<'m>),
    ) {
        let about = Item {
            name: self.name,
            title: self.title,
            description: self.description,
            icon: self.icon,
            meta: self.meta.map(|meta| meta().to_string()),
        };
        about.write(item, version, own);
    }
}

/// One of them together with the state it shares.
pub(crate) struct Bound<Info> {
    pub(crate) info: Info,
    input: InputSchema,
    run: Run,
    completers: Vec<BoundCompleter>,
}

impl<Info: fmt::Debug> fmt::Debug for Bound<Info> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bound")
            .field("info", &self.info)
            .finish_non_exhaustive()
    }
}

impl<Info: Copy> Bound<Info> {
    pub(crate) fn new<State: Send + Sync + 'static>(
        entry: &'static TextEntry<Info, State>,
        state: &Arc<State>,
    ) -> Self {
        Self {
            info: entry.info,
            input: (entry.input)(InputSchema::default()),
            run: call::bind(state, entry.run),
            completers: completions::bind(entry.completers, state),
        }
    }
}

/// One of them, ready to be listed and called.
#[derive(Debug)]
pub(crate) struct Compiled<Info> {
    pub(crate) callee: Arc<Callee>,
    pub(crate) completions: Completions,
    pub(crate) info: Info,
}

/// Compiles what was declared; every problem is noted.
pub(crate) fn compile<Info: Textual>(
    declared: Vec<Bound<Info>>,
    settings: &Settings,
    failing: &Arc<Failing>,
    problems: &mut Vec<String>,
) -> Vec<Compiled<Info>> {
    let mut places: HashMap<&str, &Location<'_>> = HashMap::new();
    let mut compiled = Vec::new();
    for bound in declared {
        let (key, place) = (bound.info.key(), bound.info.about().place);
        if let Some(first) = places.insert(key, place) {
            let places = names::places(first, place);
            let (noun, same, option) = (Info::NOUN, Info::SAME, Info::OPTION);
            problems.push(format!(
                "two {noun}s {same} '{key}': {places}; list it once, or give one of them another with `#[{noun}({option} = \"..\")]`"
            ));
            continue;
        }
        match one(bound, settings, failing) {
            Ok(one) => compiled.push(one),
            Err(found) => {
                let found = found.into_iter();
                problems.extend(found.map(|it| format!("the {} '{key}': {it}", Info::NOUN)));
            }
        }
    }
    compiled
}

fn one<Info: Textual>(
    bound: Bound<Info>,
    settings: &Settings,
    failing: &Arc<Failing>,
) -> Result<Compiled<Info>, Vec<String>> {
    let info = bound.info;
    let about = info.about();
    let scopes = Scopes::of(about.scopes);
    let input = texts(bound.input, Info::ARGUMENT)?;
    info.check(&input)?;
    let rules = Arc::new(Rules {
        tool: about.name.into(),
        input,
        conversions: Conversions::Scalars,
        unknown: UnknownArguments::Refuse,
        levels: settings.max_nesting,
        texts: true,
    });
    let completions = Completions::new(&rules, bound.completers, settings, failing);
    Ok(Compiled {
        callee: Arc::new(Callee {
            name: about.name.into(),
            rules,
            form: info.form(),
            timeout: about.timeout.or(settings.timeout),
            limit: about.max_running.map(Limit::new),
            rates: None,
            scopes,
            failing: Arc::clone(failing),
            run: bound.run,
        }),
        completions,
        info,
    })
}

/// The arguments, each of which can be read from text.
fn texts(input: InputSchema, what: &str) -> Result<Input, Vec<String>> {
    // What contains itself is no text, and is told so below.
    let input = input.finish(true).map_err(|errors| {
        let problems = errors.into_iter();
        problems.map(|error| error.to_string()).collect::<Vec<_>>()
    })?;
    let problems: Vec<String> = input
        .arguments
        .iter()
        .filter(|argument| !is_text(&argument.shape, &input.definitions))
        .map(|argument| {
            format!(
                "parameter '{}': {what} is a text, and this is {}; take a `String` and read it in the function, or a type that is a text, a number, a `bool` or an enum without fields",
                argument.name,
                expected::shape(&argument.shape)
            )
        })
        .collect();
    if problems.is_empty() {
        Ok(input)
    } else {
        Err(problems)
    }
}

/// Whether every value of a shape can be read from text.
fn is_text(shape: &Shape, definitions: &Definitions) -> bool {
    match &definitions.resolve(shape).kind {
        Kind::String(_) | Kind::Integer(_) | Kind::Number(_) | Kind::Boolean => true,
        Kind::Enum(values) => values
            .iter()
            .all(|value| !value.is_object() && !value.is_array()),
        Kind::AnyOf(shapes) => shapes.iter().all(|shape| is_text(shape, definitions)),
        Kind::Any | Kind::Null | Kind::Array(_) | Kind::Object(_) | Kind::Reference(_) => false,
    }
}
