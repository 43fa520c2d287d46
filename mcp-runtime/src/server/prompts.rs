//! The prompts of a server: declared, compiled, looked up by name and listed.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use crate::protocol::error::ProtocolError;
use crate::protocol::json::{self, Members};
use crate::protocol::routing::Happened;
use crate::protocol::version::ProtocolVersion;
use crate::tool::arguments::Rules;
use crate::tool::call;
use crate::tool::clean::clean;
use crate::tool::entry::Run;
use crate::tool::expected;
use crate::tool::nearest::nearest;
use crate::tool::permit::Limit;
use crate::tool::prompt::entry::{PromptEntry, PromptInfo};
use crate::tool::schema::{Input, InputArgument, InputSchema};
use crate::tool::shape::{Definitions, Kind, Shape};
use crate::tool::{Conversions, UnknownArguments};

use super::callee::{Callee, Form};
use super::changes::switch::{Board, PromptSwitch};
use super::completions::{self, BoundCompleter, Completions};
use super::failing::Failing;
use super::identity::{Icon, Identity};
use super::pages::{Listed, Pages};
use super::settings::Settings;

/// A prompt together with the state it shares.
pub(crate) struct BoundPrompt {
    info: PromptInfo,
    input: InputSchema,
    run: Run,
    completers: Vec<BoundCompleter>,
}

impl fmt::Debug for BoundPrompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoundPrompt")
            .field("info", &self.info)
            .finish_non_exhaustive()
    }
}

impl BoundPrompt {
    pub(crate) fn new<State: Send + Sync + 'static>(
        entry: &'static PromptEntry<State>,
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

/// One prompt, ready to be listed and got.
#[derive(Debug)]
pub(crate) struct CompiledPrompt {
    pub(crate) callee: Arc<Callee>,
    pub(crate) completions: Completions,
    info: PromptInfo,
}

impl Listed for CompiledPrompt {
    const MEMBER: &'static str = "prompts";

    fn key(&self) -> &str {
        self.info.name
    }

    fn write(&self, out: &mut Vec<u8>, version: ProtocolVersion) {
        json::object(out, |prompt| {
            let info = &self.info;
            prompt.string("name", info.name);
            if let Some(title) = info.title.filter(|_| version.has_titles()) {
                prompt.string("title", title);
            }
            prompt.string("description", info.description);
            if let Some(icon) = info.icon.filter(|_| version.has_icons()) {
                prompt.array("icons", [Icon::new(icon)], |out, icon| icon.write(out));
            }
            let input = &self.callee.rules.input;
            if !input.arguments.is_empty() {
                prompt.array("arguments", &input.arguments, |out, argument| {
                    json::object(out, |item| write_argument(item, argument, input, version));
                });
            }
            if let Some(meta) = info.meta.filter(|_| version.has_item_meta()) {
                prompt.raw("_meta", &meta().to_string());
            }
        });
    }
}

fn write_argument(
    item: &mut Members<'_>,
    argument: &InputArgument,
    input: &Input,
    version: ProtocolVersion,
) {
    item.string("name", &argument.name);
    if let Some(title) = argument.title.filter(|_| version.has_titles()) {
        item.string("title", title);
    }
    let description = description(argument, &input.definitions);
    if !description.is_empty() {
        item.string("description", &description);
    }
    item.bool("required", argument.required);
}

/// What an argument is, with what its type asks for: there is no schema to say so.
fn description(argument: &InputArgument, definitions: &Definitions) -> String {
    let shape = definitions.resolve(&argument.shape);
    let asked = match &shape.kind {
        Kind::String(text) if text.format.is_none() && text.pattern.is_none() => None,
        _ => Some(format!("It must be {}.", expected::shape(shape))),
    };
    let default = shape
        .default
        .as_ref()
        .map(|default| format!("{default} when left out."));
    let parts = [
        argument.shape.description.clone(),
        shape.meanings.clone(),
        asked,
        default,
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join("\n")
}

/// The prompts of a server, in the order written.
#[derive(Debug)]
pub(crate) struct Prompts {
    items: Vec<CompiledPrompt>,
    pages: Pages,
    board: Arc<Board>,
}

impl Prompts {
    /// Compiles what was declared; every problem is noted.
    pub(crate) fn compile(
        declared: Vec<BoundPrompt>,
        board: Arc<Board>,
        (settings, identity, failing): (&Settings, &Arc<Identity>, &Arc<Failing>),
        problems: &mut Vec<String>,
    ) -> Self {
        let mut names = HashSet::new();
        let mut items = Vec::new();
        for prompt in declared {
            let name = prompt.info.name;
            if !names.insert(name) {
                problems.push(format!(
                    "two prompts are called '{name}': give one of them another name with `#[prompt(name = \"..\")]`"
                ));
                continue;
            }
            match compile(prompt, settings, failing) {
                Ok(prompt) => items.push(prompt),
                Err(found) => problems.extend(
                    found
                        .into_iter()
                        .map(|problem| format!("the prompt '{name}': {problem}")),
                ),
            }
        }
        let names = items.iter().map(|prompt| prompt.info.name.into());
        let unknown = board.fill(names.collect());
        problems.extend(
            unknown
                .iter()
                .map(|it| format!("a prompt is switched off: {it}")),
        );
        Self {
            pages: Pages::new(&items, settings, identity),
            board,
            items,
        }
    }

    /// What switches the prompts on and off.
    pub(crate) fn switch(&self) -> PromptSwitch {
        PromptSwitch::new(&self.board)
    }

    /// The result that lists a page; `None` when the cursor was not given out.
    pub(crate) fn page(&self, version: ProtocolVersion, cursor: Option<&str>) -> Option<Vec<u8>> {
        let is_on = |place| self.board.is_on(place);
        self.pages.find(version, cursor, is_on)
    }

    /// The prompts that are on.
    fn shown(&self) -> impl Iterator<Item = &CompiledPrompt> {
        let places = self.items.iter().enumerate();
        let on = places.filter(|(place, _)| self.board.is_on(*place));
        on.map(|(_, prompt)| prompt)
    }

    pub(crate) fn are_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Whether there is an argument that can be completed.
    pub(crate) fn complete(&self) -> bool {
        self.items.iter().any(|prompt| prompt.completions.any())
    }

    /// The prompt of a name.
    pub(crate) fn find(&self, name: &str) -> Result<&CompiledPrompt, ProtocolError> {
        let found = self.shown().find(|prompt| prompt.info.name == name);
        found.ok_or_else(|| self.unknown(name))
    }

    fn unknown(&self, name: &str) -> ProtocolError {
        let shown = clean(name, 128);
        let names = self.shown().map(|prompt| prompt.info.name);
        let message = match nearest(name, names) {
            Some(nearest) => format!("Unknown prompt '{shown}', did you mean '{nearest}'?"),
            None => format!("Unknown prompt '{shown}': 'prompts/list' has the names"),
        };
        let mut data = Vec::new();
        json::object(&mut data, |data| data.string("name", &shown));
        ProtocolError::new(Happened::UnknownPrompt, message).with_data(json::into_string(data))
    }
}

fn compile(
    prompt: BoundPrompt,
    settings: &Settings,
    failing: &Arc<Failing>,
) -> Result<CompiledPrompt, Vec<String>> {
    let info = prompt.info;
    let input = text_input(prompt.input, "an argument of a prompt")?;
    let rules = Arc::new(Rules {
        tool: info.name.into(),
        input,
        conversions: Conversions::Scalars,
        unknown: UnknownArguments::Refuse,
        levels: settings.max_nesting,
        texts: true,
    });
    let completions = Completions::new(&rules, prompt.completers, settings, failing);
    Ok(CompiledPrompt {
        callee: Arc::new(Callee {
            name: info.name.into(),
            rules,
            form: Form::Prompt {
                description: info.description,
            },
            timeout: info.timeout.or(settings.timeout),
            limit: info.max_running.map(Limit::new),
            failing: Arc::clone(failing),
            run: prompt.run,
        }),
        completions,
        info,
    })
}

/// The arguments of a prompt, or the variables of an address: each can be read from text.
pub(crate) fn text_input(input: InputSchema, what: &str) -> Result<Input, Vec<String>> {
    let input = input.finish(false).map_err(|errors| {
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
