//! The prompts of a server: declared, compiled, looked up by name and listed.

use std::sync::Arc;

use crate::protocol::error::ProtocolError;
use crate::protocol::json::{self, Members};
use crate::protocol::routing::Happened;
use crate::protocol::version::ProtocolVersion;
use crate::tool::clean::clean;
use crate::tool::expected;
use crate::tool::nearest::nearest;
use crate::tool::prompt::entry::PromptInfo;
use crate::tool::schema::{Input, InputArgument};
use crate::tool::shape::{Definitions, Kind};

#[cfg(feature = "http")]
use super::callee::Callee;
use super::callee::Form;
use super::caller::Caller;
use super::changes::switch::{Board, PromptSwitch};
use super::failing::Failing;
use super::identity::Identity;
use super::pages::{Listed, Pages};
use super::settings::Settings;
use super::textual::{self, About, Bound, Compiled, Textual};

/// A prompt together with the state it shares.
pub(crate) type BoundPrompt = Bound<PromptInfo>;

/// One prompt, ready to be listed and got.
pub(crate) type CompiledPrompt = Compiled<PromptInfo>;

impl Textual for PromptInfo {
    const NOUN: &'static str = "prompt";
    const ARGUMENT: &'static str = "an argument of a prompt";
    const SAME: &'static str = "are called";
    const OPTION: &'static str = "name";

    fn key(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> About {
        About {
            name: self.name,
            title: self.title,
            description: self.description,
            icon: self.icon,
            meta: self.meta,
            timeout: self.timeout,
            max_running: self.max_running,
            scopes: self.scopes,
            place: self.place,
        }
    }

    fn form(&self) -> Form {
        Form::Prompt {
            description: self.description,
        }
    }

    fn check(&self, _: &Input) -> Result<(), Vec<String>> {
        Ok(())
    }
}

impl Listed for CompiledPrompt {
    const MEMBER: &'static str = "prompts";

    fn key(&self) -> &str {
        self.info.name
    }

    fn write(&self, out: &mut Vec<u8>, version: ProtocolVersion) {
        let input = &self.callee.rules.input;
        json::object(out, |prompt| {
            self.info.about().write(prompt, version, |prompt| {
                if !input.arguments.is_empty() {
                    prompt.array("arguments", &input.arguments, |out, argument| {
                        json::object(out, |item| write_argument(item, argument, input, version));
                    });
                }
            });
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
    /// What a caller may not get is not there for it.
    hides: bool,
}

impl Prompts {
    /// Compiles what was declared; every problem is noted.
    pub(crate) fn compile(
        declared: Vec<BoundPrompt>,
        board: Arc<Board>,
        (settings, identity, failing): (&Settings, &Arc<Identity>, &Arc<Failing>),
        problems: &mut Vec<String>,
    ) -> Self {
        let items = textual::compile(declared, settings, failing, problems);
        let names = items.iter().map(|prompt| prompt.info.name.into());
        let unknown = board.fill(names.collect());
        problems.extend(
            unknown
                .iter()
                .map(|it| format!("a prompt is switched off: {it}")),
        );
        let pages = Pages::new(&items, settings, identity);
        let varies = items.iter().any(|it| !it.callee.scopes.are_none());
        Self {
            pages: if varies { pages.private() } else { pages },
            board,
            hides: settings.hide_unauthorized,
            items,
        }
    }

    /// What switches the prompts on and off.
    pub(crate) fn switch(&self) -> PromptSwitch {
        PromptSwitch::new(&self.board)
    }

    /// The result that lists a page of what a caller may get; `None` when the cursor was not given
    /// out.
    pub(crate) fn page(
        &self,
        version: ProtocolVersion,
        cursor: Option<&str>,
        caller: Caller<'_>,
    ) -> Option<Vec<u8>> {
        let may_get = |place| {
            let item: Option<&CompiledPrompt> = self.items.get(place);
            item.is_some_and(|it| caller.has(&it.callee.scopes))
        };
        let is_on = |place| self.board.is_on(place);
        self.pages.find_for(version, cursor, may_get, is_on)
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

    #[cfg(feature = "http")]
    pub(crate) fn callees(&self) -> impl Iterator<Item = &Arc<Callee>> {
        self.items.iter().map(|prompt| &prompt.callee)
    }

    /// Whether there is an argument that can be completed.
    pub(crate) fn complete(&self) -> bool {
        self.items.iter().any(|prompt| prompt.completions.any())
    }

    /// The prompt of a name, if it is there for the caller.
    pub(crate) fn find(
        &self,
        name: &str,
        caller: Caller<'_>,
    ) -> Result<&CompiledPrompt, ProtocolError> {
        let mut shown = self.shown();
        let found = shown.find(|prompt| prompt.info.name == name);
        found
            .filter(|prompt| !self.hides || caller.has(&prompt.callee.scopes))
            .ok_or_else(|| self.unknown(name, caller))
    }

    fn unknown(&self, name: &str, caller: Caller<'_>) -> ProtocolError {
        let shown = clean(name, 128);
        let names = self.shown().filter(|it| caller.has(&it.callee.scopes));
        let names = names.map(|prompt| prompt.info.name);
        let message = match nearest(name, names) {
            Some(nearest) => format!("Unknown prompt '{shown}', did you mean '{nearest}'?"),
            None => format!("Unknown prompt '{shown}': 'prompts/list' has the names"),
        };
        let mut data = Vec::new();
        json::object(&mut data, |data| data.string("name", &shown));
        ProtocolError::new(Happened::UnknownPrompt, message).with_data(json::into_string(data))
    }
}
