//! The tools of a server, compiled: looked up by name, and listed per protocol revision.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use crate::protocol::json::{self, Members};
use crate::protocol::version::ProtocolVersion;
use crate::tool::described::Described;
use crate::tool::output_schema;

use super::callee::Callee;
use super::caller::Caller;
use super::changes::switch::{Board, ToolSwitch};
use super::identity::Identity;
use super::item::Item;
use super::name_hash::NameHash;
use super::pages::{Listed, Pages};
use super::settings::Settings;
use super::visibility::Visibility;

/// One tool, ready to be listed and called.
#[derive(Debug)]
pub(crate) struct CompiledTool {
    pub(crate) callee: Arc<Callee>,
    pub(crate) about: Described,
    /// It is for hosts that its author knows.
    pub(crate) any_host: bool,
}

impl CompiledTool {
    /// The output schema as a revision has it, as JSON text.
    pub(crate) fn output_schema(&self, version: ProtocolVersion) -> Option<String> {
        let schema = self.callee.output_schema()?;
        if !version.has_structured_content() {
            return None;
        }
        if self.callee.wraps() == Some(true) && version.has_only_objects_as_structured_content() {
            return Some(output_schema::wrapped(schema));
        }
        Some(schema.to_string())
    }

    /// Only what the author wrote; a revision without titles has a place for one here.
    fn write_annotations(&self, tool: &mut Members<'_>, version: ProtocolVersion) {
        let about = &self.about;
        let title = about.title.as_deref().filter(|_| !version.has_titles());
        let hints = [
            ("readOnlyHint", about.read_only),
            ("destructiveHint", about.destructive),
            ("idempotentHint", about.idempotent),
            ("openWorldHint", about.open_world),
        ];
        let nothing = title.is_none() && hints.iter().all(|(_, hint)| hint.is_none());
        if nothing || !version.has_tool_annotations() {
            return;
        }
        tool.object("annotations", |annotations| {
            if let Some(title) = title {
                annotations.string("title", title);
            }
            for (name, hint) in hints {
                if let Some(hint) = hint {
                    annotations.bool(name, hint);
                }
            }
        });
    }
}

impl Listed for Arc<CompiledTool> {
    const MEMBER: &'static str = "tools";

    fn key(&self) -> &str {
        &self.callee.name
    }

    fn write(&self, out: &mut Vec<u8>, version: ProtocolVersion) {
        json::object(out, |tool| {
            let about = &self.about;
            let item = Item {
                name: self.key(),
                title: about.title.as_deref(),
                description: &about.description,
                icon: about.icon.as_deref(),
                meta: about.meta.as_ref().map(ToString::to_string),
            };
            item.write(tool, version, |tool| {
                tool.raw("inputSchema", &self.callee.rules.input.schema);
                if let Some(schema) = self.output_schema(version) {
                    tool.raw("outputSchema", &schema);
                }
                self.write_annotations(tool, version);
            });
        });
    }
}

/// The tools of a server.
#[derive(Debug)]
pub(crate) struct Catalog {
    tools: Vec<Arc<CompiledTool>>,
    by_name: HashMap<Arc<str>, usize, BuildHasherDefault<NameHash>>,
    pages: Pages,
    visibility: Visibility,
    /// What a caller may not call is not there for it.
    hides: bool,
    board: Arc<Board>,
}

impl Catalog {
    pub(crate) fn new(
        tools: Vec<CompiledTool>,
        (visibility, board): (Visibility, Arc<Board>),
        settings: &Settings,
        identity: &Arc<Identity>,
    ) -> Self {
        let tools: Vec<_> = tools.into_iter().map(Arc::new).collect();
        let pages = Pages::new(&tools, settings, identity);
        Self {
            by_name: tools
                .iter()
                .enumerate()
                .map(|(index, tool)| (Arc::clone(&tool.callee.name), index))
                .collect(),
            pages: if visibility.varies() || tools.iter().any(|it| !it.callee.scopes.are_none()) {
                pages.private()
            } else {
                pages
            },
            visibility,
            hides: settings.hide_unauthorized,
            board,
            tools,
        }
    }

    /// Every tool, in the order written, whoever sees it.
    pub(crate) fn all(&self) -> &[Arc<CompiledTool>] {
        &self.tools
    }

    /// What switches the tools on and off.
    pub(crate) fn switch(&self) -> ToolSwitch {
        ToolSwitch::new(&self.board)
    }

    /// The tools that a caller gets listed, in the order written.
    pub(crate) fn tools(&self, caller: Caller<'_>) -> impl Iterator<Item = &Arc<CompiledTool>> {
        let tools = self.tools.iter().enumerate();
        let shown = tools.filter(move |(place, tool)| {
            self.board.is_on(*place) && self.shows(tool, caller, true)
        });
        shown.map(|(_, tool)| tool)
    }

    /// The tool of this name, if it is there for the caller: also one that it may not call, unless
    /// those are hidden.
    pub(crate) fn find(&self, name: &str, caller: Caller<'_>) -> Option<&Arc<CompiledTool>> {
        let place = *self.by_name.get(name)?;
        let tool = self.tools.get(place)?;
        let is_there = self.board.is_on(place) && self.shows(tool, caller, self.hides);
        is_there.then_some(tool)
    }

    /// The result that lists a page of what a caller sees; `None` when the cursor was not given
    /// out.
    pub(crate) fn page(
        &self,
        version: ProtocolVersion,
        cursor: Option<&str>,
        caller: Caller<'_>,
    ) -> Option<Vec<u8>> {
        let may_see = |place| {
            let tool: Option<&Arc<CompiledTool>> = self.tools.get(place);
            tool.is_some_and(|tool| self.shows(tool, caller, true))
        };
        let is_on = |place| self.board.is_on(place);
        self.pages.find_for(version, cursor, may_see, is_on)
    }

    /// Whether a caller is shown a tool that is on: one that it may not call only where that is
    /// not `hidden`.
    fn shows(&self, tool: &CompiledTool, caller: Caller<'_>, hidden: bool) -> bool {
        let may_call = !hidden || caller.has(&tool.callee.scopes);
        may_call && self.visibility.shows(&tool.about, caller.principal())
    }
}
