//! The tools that a model may call while it answers: offered, called, and answered.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::protocol::json::{self, Members};
use crate::protocol::version::ProtocolVersion;
use crate::tool::content::Content;
use crate::tool::schema::{InputSchema, Parameter};
use crate::tool::shape::{Kind, advertise};

/// A tool that a model may call while it answers [`Context::sample`](crate::Context::sample). It
/// need be none of the server's own: whoever asks runs it.
#[derive(Debug, Clone, PartialEq)]
pub struct SamplingTool {
    name: String,
    description: String,
    /// As JSON text, or why there is none.
    pub(super) schema: Result<String, String>,
}

impl SamplingTool {
    /// A tool whose input is a `T`, a struct with a field for each argument: read it with
    /// [`ToolUse::input`].
    #[must_use]
    pub fn of<T: DeserializeOwned + JsonSchema + Send + 'static>(
        name: impl Into<String>,
        description: impl Into<String>,
    ) -> Self {
        let input = InputSchema::default().property::<T>(Parameter::new("input", ""));
        let schema = match input.finish(false) {
            Ok(input) => match input.arguments.first().map(|it| &it.shape.kind) {
                Some(Kind::Object(object)) => {
                    Ok(advertise::root(&object.properties, &input.definitions))
                }
                _ => Err("it is no struct with named fields".to_owned()),
            },
            Err(errors) => Err(errors.iter().map(ToString::to_string).collect()),
        };
        Self {
            name: name.into(),
            description: description.into(),
            schema,
        }
    }

    /// Why it cannot be offered.
    pub(super) fn problem(&self) -> Option<String> {
        let name = &self.name;
        let why = self.schema.as_ref().err()?;
        Some(format!(
            "the input of '{name}', which a model is to be offered: {why}"
        ))
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        json::object(out, |tool| {
            tool.string("name", &self.name);
            tool.string("description", &self.description);
            if let Ok(schema) = &self.schema {
                tool.raw("inputSchema", schema);
            }
        });
    }
}

/// Whether a model calls the tools that it is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolChoice {
    /// As it likes.
    Auto,
    /// At least one of them.
    Required,
    /// None: it has to come to an end.
    None,
}

impl ToolChoice {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Required => "required",
            Self::None => "none",
        }
    }
}

/// A call of a tool by a model.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ToolUse {
    /// What the model knows the call as.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The arguments, as they came.
    pub input: Value,
}

impl ToolUse {
    /// The item of a message, if it is one.
    pub(super) fn of(item: &Value) -> Option<Self> {
        let text = |name: &str| item.get(name)?.as_str();
        if text("type") != Some("tool_use") {
            return None;
        }
        let input = item.get("input").cloned();
        Some(Self {
            id: text("id")?.to_owned(),
            name: text("name")?.to_owned(),
            input: input.unwrap_or_else(|| Value::Object(Map::new())),
        })
    }

    /// The arguments as a type.
    ///
    /// # Errors
    ///
    /// Why they are none, for the model: [`Sampling::failed`](crate::Sampling::failed) tells it.
    pub fn input<T: DeserializeOwned>(&self) -> Result<T, String> {
        T::deserialize(&self.input).map_err(|error| format!("the input does not fit: {error}"))
    }
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ToolResult {
    pub(super) id: String,
    pub(super) content: Content,
    pub(super) failed: bool,
}

impl ToolResult {
    pub(super) fn write(&self, item: &mut Members<'_>, version: ProtocolVersion) {
        item.string("type", "tool_result");
        item.string("toolUseId", &self.id);
        item.array("content", [&self.content], |out, content| {
            content.write(out, version);
        });
        if self.failed {
            item.bool("isError", true);
        }
    }
}
