//! The tools of a server, compiled: looked up by name, and listed per protocol revision.

use std::collections::HashMap;
use std::fmt;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use serde_json::Value;

use crate::protocol::json::{self, Members};
use crate::protocol::version::ProtocolVersion;
use crate::tool::InvalidArguments;
use crate::tool::arguments::Rules;
use crate::tool::call::Parts;
use crate::tool::entry::{CallFuture, ToolInfo};
use crate::tool::permit::Limit;

use super::answer;
use super::failing::Failing;
use super::identity::{Icon, Identity};
use super::name_hash::NameHash;
use super::settings::Settings;

/// Runs a tool; what its state is does not show any more.
pub(crate) type Run = Box<dyn Fn(Parts) -> CallFuture + Send + Sync>;

/// One tool, ready to be listed and called.
pub(crate) struct CompiledTool {
    pub(crate) name: Arc<str>,
    pub(crate) info: ToolInfo,
    pub(crate) rules: Arc<Rules>,
    pub(crate) output_schema: Option<Value>,
    pub(crate) invalid_arguments: InvalidArguments,
    pub(crate) timeout: Option<std::time::Duration>,
    pub(crate) limit: Option<Arc<Limit>>,
    pub(crate) failing: Arc<Failing>,
    pub(crate) run: Run,
}

impl fmt::Debug for CompiledTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompiledTool")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl CompiledTool {
    /// Whether clients that only know objects get the structured content wrapped; `None` without
    /// a schema.
    pub(crate) fn wraps(&self) -> Option<bool> {
        self.output_schema
            .as_ref()
            .map(|schema| schema.get("type").and_then(Value::as_str) != Some("object"))
    }

    /// The output schema as a revision has it, as JSON text.
    pub(crate) fn output_schema(&self, version: ProtocolVersion) -> Option<String> {
        let schema = self.output_schema.as_ref()?;
        if !version.has_structured_content() {
            return None;
        }
        if self.wraps() == Some(true) && version.has_only_objects_as_structured_content() {
            let mut inner = schema.clone();
            move_references(&mut inner);
            return Some(format!(
                "{{\"type\":\"object\",\"properties\":{{\"result\":{inner}}},\"required\":[\"result\"]}}"
            ));
        }
        Some(schema.to_string())
    }

    fn write(&self, out: &mut Vec<u8>, version: ProtocolVersion) {
        json::object(out, |tool| {
            tool.string("name", &self.name);
            if let Some(title) = self.info.title.filter(|_| version.has_titles()) {
                tool.string("title", title);
            }
            tool.string("description", self.info.description);
            if let Some(icon) = self.info.icon.filter(|_| version.has_icons()) {
                tool.array("icons", [Icon::new(icon)], |out, icon| icon.write(out));
            }
            tool.raw("inputSchema", &self.rules.input.schema);
            if let Some(schema) = self.output_schema(version) {
                tool.raw("outputSchema", &schema);
            }
            self.write_annotations(tool, version);
            if let Some(meta) = self.info.meta.filter(|_| version.has_item_meta()) {
                tool.raw("_meta", &meta().to_string());
            }
        });
    }

    /// Only what the author wrote; a revision without titles has a place for one here.
    fn write_annotations(&self, tool: &mut Members<'_>, version: ProtocolVersion) {
        let info = &self.info;
        let title = info.title.filter(|_| !version.has_titles());
        let hints = [
            ("readOnlyHint", info.read_only),
            ("destructiveHint", info.destructive),
            ("idempotentHint", info.idempotent),
            ("openWorldHint", info.open_world),
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

/// A schema that moves below `properties/result` takes its local references along.
fn move_references(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            for (key, value) in members {
                match value {
                    Value::String(target) if key == "$ref" => {
                        if let Some(rest) = target.strip_prefix('#') {
                            *target = format!("#/properties/result{rest}");
                        }
                    }
                    value => move_references(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(move_references),
        _ => {}
    }
}

/// The tools of a server.
#[derive(Debug)]
pub(crate) struct Catalog {
    tools: Vec<Arc<CompiledTool>>,
    by_name: HashMap<Arc<str>, usize, BuildHasherDefault<NameHash>>,
    /// The pages of `tools/list`, for each revision.
    lists: Vec<Vec<Page>>,
}

/// One page of `tools/list`, written when the server is built.
#[derive(Debug)]
struct Page {
    /// What asks for it; none asks for the first.
    cursor: Option<String>,
    /// The result, as JSON text.
    result: Vec<u8>,
}

impl Catalog {
    pub(crate) fn new(tools: Vec<CompiledTool>, settings: &Settings, identity: &Identity) -> Self {
        let tools: Vec<_> = tools.into_iter().map(Arc::new).collect();
        Self {
            by_name: tools
                .iter()
                .enumerate()
                .map(|(index, tool)| (Arc::clone(&tool.name), index))
                .collect(),
            lists: ProtocolVersion::ALL
                .into_iter()
                .map(|version| pages(&tools, version, settings, identity))
                .collect(),
            tools,
        }
    }

    /// The tools in the order written.
    pub(crate) fn tools(&self) -> impl Iterator<Item = &Arc<CompiledTool>> {
        self.tools.iter()
    }

    pub(crate) fn find(&self, name: &str) -> Option<&Arc<CompiledTool>> {
        self.tools.get(*self.by_name.get(name)?)
    }

    /// The result of `tools/list`; `None` when the cursor was not given out.
    pub(crate) fn list(&self, version: ProtocolVersion, cursor: Option<&str>) -> Option<&[u8]> {
        self.lists
            .get(version.index())?
            .iter()
            .find(|page| page.cursor.as_deref() == cursor)
            .map(|page| &*page.result)
    }
}

fn pages(
    tools: &[Arc<CompiledTool>],
    version: ProtocolVersion,
    settings: &Settings,
    identity: &Identity,
) -> Vec<Page> {
    let size = settings.page_size.unwrap_or(tools.len()).max(1);
    let mut chunks: Vec<&[Arc<CompiledTool>]> = tools.chunks(size).collect();
    if chunks.is_empty() {
        chunks.push(&[]);
    }
    let cursors: Vec<Option<String>> = std::iter::once(None)
        .chain(
            chunks
                .iter()
                .map(|chunk| chunk.last().map(|tool| cursor_after(&tool.name))),
        )
        .collect();
    let last = chunks.len() - 1;
    chunks
        .into_iter()
        .enumerate()
        .map(|(index, chunk)| {
            let write = |members: &mut Members<'_>| {
                members.array("tools", chunk, |out, tool| tool.write(out, version));
                if index < last {
                    if let Some(next) = cursors.get(index + 1).and_then(Option::as_deref) {
                        members.string("nextCursor", next);
                    }
                }
                if version.has_cache_hints() {
                    write_cache_hints(members, settings);
                }
            };
            Page {
                cursor: cursors.get(index).cloned().flatten(),
                result: answer::result(version, identity, write),
            }
        })
        .collect()
}

/// How long a list may be kept, and by whom.
pub(crate) fn write_cache_hints(members: &mut Members<'_>, settings: &Settings) {
    let milliseconds = u64::try_from(settings.cache_for.as_millis()).unwrap_or(u64::MAX);
    members.unsigned("ttlMs", milliseconds);
    members.string("cacheScope", settings.cache_scope.as_str());
}

/// What asks for the page after a tool. It names the tool, so replicas of a server agree on it.
fn cursor_after(name: &str) -> String {
    crate::tool::base64::encode(format!("after {name}").as_bytes())
}
