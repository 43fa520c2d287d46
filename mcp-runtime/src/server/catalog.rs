//! The tools of a server, compiled: looked up by name, and listed per protocol revision.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use serde_json::Value;

use crate::protocol::json::{self, Members};
use crate::protocol::version::ProtocolVersion;
use crate::tool::entry::ToolInfo;

use super::callee::Callee;
use super::identity::{Icon, Identity};
use super::name_hash::NameHash;
use super::pages::{Listed, Pages};
use super::settings::Settings;

/// One tool, ready to be listed and called.
#[derive(Debug)]
pub(crate) struct CompiledTool {
    pub(crate) callee: Arc<Callee>,
    pub(crate) info: ToolInfo,
    pub(crate) output_schema: Option<Value>,
}

impl CompiledTool {
    /// The output schema as a revision has it, as JSON text.
    pub(crate) fn output_schema(&self, version: ProtocolVersion) -> Option<String> {
        let schema = self.output_schema.as_ref()?;
        if !version.has_structured_content() {
            return None;
        }
        if self.callee.wraps == Some(true) && version.has_only_objects_as_structured_content() {
            let mut inner = schema.clone();
            move_references(&mut inner);
            return Some(format!(
                "{{\"type\":\"object\",\"properties\":{{\"result\":{inner}}},\"required\":[\"result\"]}}"
            ));
        }
        Some(schema.to_string())
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

impl Listed for Arc<CompiledTool> {
    const MEMBER: &'static str = "tools";

    fn key(&self) -> &str {
        &self.callee.name
    }

    fn write(&self, out: &mut Vec<u8>, version: ProtocolVersion) {
        json::object(out, |tool| {
            tool.string("name", self.key());
            if let Some(title) = self.info.title.filter(|_| version.has_titles()) {
                tool.string("title", title);
            }
            tool.string("description", self.info.description);
            if let Some(icon) = self.info.icon.filter(|_| version.has_icons()) {
                tool.array("icons", [Icon::new(icon)], |out, icon| icon.write(out));
            }
            tool.raw("inputSchema", &self.callee.rules.input.schema);
            if let Some(schema) = self.output_schema(version) {
                tool.raw("outputSchema", &schema);
            }
            self.write_annotations(tool, version);
            if let Some(meta) = self.info.meta.filter(|_| version.has_item_meta()) {
                tool.raw("_meta", &meta().to_string());
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
    pub(crate) pages: Pages,
}

impl Catalog {
    pub(crate) fn new(tools: Vec<CompiledTool>, settings: &Settings, identity: &Identity) -> Self {
        let tools: Vec<_> = tools.into_iter().map(Arc::new).collect();
        Self {
            by_name: tools
                .iter()
                .enumerate()
                .map(|(index, tool)| (Arc::clone(&tool.callee.name), index))
                .collect(),
            pages: Pages::new(&tools, settings, identity),
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
}
