//! What a tool may return on success.

use std::borrow::Cow;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::protocol::json::{self, Members};
use crate::protocol::version::ProtocolVersion;

use super::content::{Content, write_text};
use super::failure::ToolFailure;
use super::finite;
use super::output_schema::OutputSchema;

/// A tool's successful result, where a plain value does not say enough.
///
/// ```
/// use mcp_runtime::{Content, Json, ToolFailure, ToolOutput};
///
/// fn report(rows: Vec<u32>) -> Result<ToolOutput, ToolFailure> {
///     ToolOutput::structured(Json(rows))
///         .map(|output| output.content(Content::text("All rows, the newest first.")))
/// }
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolOutput {
    /// The first item, when it is a text and nothing else; most outputs have no other.
    text: Option<String>,
    /// The items after it.
    content: Vec<Content>,
    /// JSON text.
    structured: Option<String>,
    /// What stands for an empty content.
    when_empty: &'static str,
    meta: Map<String, Value>,
}

impl ToolOutput {
    /// An output that says "Done." until content is added.
    #[must_use]
    pub fn new() -> Self {
        Self {
            when_empty: "Done.",
            ..Self::default()
        }
    }

    /// An output of one text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            text: Some(text.into()),
            ..Self::new()
        }
    }

    /// An output of structured content. Until other content is added, the same JSON is also sent
    /// as text, for clients and models that read only that.
    ///
    /// # Errors
    ///
    /// The value cannot be written as JSON, or holds a number that JSON has not (NaN, an infinity):
    /// a fault of the tool.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "`Json` is what a tool returns, and it returns it whole"
    )]
    pub fn structured<T: Serialize>(value: Json<T>) -> Result<Self, ToolFailure> {
        let structured = serde_json::to_string(&value.0).map_err(ToolFailure::internal)?;
        // A number that JSON has not is written as `null`, which says something else.
        if memchr::memmem::find(structured.as_bytes(), b"null").is_some() {
            finite::check(&value.0).map_err(ToolFailure::internal)?;
        }
        Ok(Self {
            structured: Some(structured),
            ..Self::new()
        })
    }

    /// Adds an item.
    #[must_use]
    pub fn content(mut self, mut content: Content) -> Self {
        let is_first = self.text.is_none() && self.content.is_empty();
        match content.plain_text() {
            Some(text) if is_first => self.text = Some(std::mem::take(text)),
            _ => self.content.push(content),
        }
        self
    }

    /// Adds a member of the result's `_meta`, which the host sees and the model does not.
    #[must_use]
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// The structured content, as JSON text.
    pub(crate) fn structured_text(&self) -> Option<&str> {
        self.structured.as_deref()
    }

    pub(crate) fn own_meta(&self) -> &Map<String, Value> {
        &self.meta
    }

    /// Writes `content` and `structuredContent`. `wraps` says that the tool's output schema is
    /// not one of an object; without a schema the value decides.
    pub(crate) fn write(
        &self,
        result: &mut Members<'_>,
        version: ProtocolVersion,
        wraps: Option<bool>,
    ) {
        let structured = self.structured.as_deref().map(|json| {
            let wraps = wraps.unwrap_or(!json.starts_with('{'));
            if wraps && version.has_only_objects_as_structured_content() {
                Cow::Owned(format!("{{\"result\":{json}}}"))
            } else {
                Cow::Borrowed(json)
            }
        });
        let text = self.text.as_deref().or_else(|| {
            let stands_in = || structured.as_deref().unwrap_or(self.when_empty);
            self.content.is_empty().then(stands_in)
        });
        result.value("content", |out| {
            out.push(b'[');
            if let Some(text) = text {
                json::object(out, |item| write_text(item, text));
            }
            for (index, item) in self.content.iter().enumerate() {
                if index > 0 || text.is_some() {
                    out.push(b',');
                }
                item.write(out, version);
            }
            out.push(b']');
        });
        if let Some(json) = structured.filter(|_| version.has_structured_content()) {
            result.raw("structuredContent", &json);
        }
    }
}

/// A value of a tool's success.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by a tool",
    label = "not a result of a tool",
    note = "return `String`, a number, `bool`, `()`, `Content`, `Vec<Content>`, `Json<T>` or `ToolOutput`",
    note = "a value of your own goes into `Json<..>`, and its type derives `serde::Serialize` and `schemars::JsonSchema`"
)]
pub trait IntoOutput {
    /// The schema of the structured content, for types that have one.
    #[must_use]
    fn output_schema() -> Option<OutputSchema> {
        None
    }

    /// The output.
    ///
    /// # Errors
    ///
    /// The value cannot be written as JSON: a fault of the tool, answered as `internal`.
    fn into_output(self) -> Result<ToolOutput, ToolFailure>;
}

/// A value sent as structured content, with an output schema: what its type serializes to, in
/// every revision that has one.
///
/// The specification wants results to conform to that schema, and clients refuse those that do
/// not. A number that JSON does not have (NaN, an infinity) is therefore answered with an internal
/// failure and logged with its place. Whether a type serializes to what it says is checked in
/// debug builds, with the same end, and by [`testing::Client`](crate::testing::Client).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Json<T>(pub T);

impl<T: Serialize + JsonSchema> IntoOutput for Json<T> {
    fn output_schema() -> Option<OutputSchema> {
        Some(OutputSchema::of::<T>())
    }

    fn into_output(self) -> Result<ToolOutput, ToolFailure> {
        ToolOutput::structured(self)
    }
}

impl IntoOutput for ToolOutput {
    fn into_output(self) -> Result<ToolOutput, ToolFailure> {
        Ok(self)
    }
}

impl IntoOutput for () {
    fn into_output(self) -> Result<ToolOutput, ToolFailure> {
        Ok(ToolOutput::new())
    }
}

impl IntoOutput for Content {
    fn into_output(self) -> Result<ToolOutput, ToolFailure> {
        Ok(ToolOutput::new().content(self))
    }
}

impl IntoOutput for Vec<Content> {
    fn into_output(self) -> Result<ToolOutput, ToolFailure> {
        let none = ToolOutput {
            when_empty: "(no content)",
            ..ToolOutput::new()
        };
        Ok(self.into_iter().fold(none, ToolOutput::content))
    }
}

macro_rules! text_output {
    ($($type:ty),* $(,)?) => {$(
        impl IntoOutput for $type {
            fn into_output(self) -> Result<ToolOutput, ToolFailure> {
                Ok(ToolOutput::text(self))
            }
        }
    )*};
}
text_output!(String, &str, Cow<'_, str>, Box<str>);

macro_rules! displayed_output {
    ($($type:ty),* $(,)?) => {$(
        impl IntoOutput for $type {
            fn into_output(self) -> Result<ToolOutput, ToolFailure> {
                Ok(ToolOutput::text(self.to_string()))
            }
        }
    )*};
}
displayed_output!(
    i8,
    i16,
    i32,
    i64,
    i128,
    isize,
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    bool,
    char,
    Arc<str>,
);

macro_rules! finite_output {
    ($($type:ty),* $(,)?) => {$(
        /// NaN and the infinities are no numbers to a model: they are a fault of the tool.
        impl IntoOutput for $type {
            fn into_output(self) -> Result<ToolOutput, ToolFailure> {
                if self.is_finite() {
                    return Ok(ToolOutput::text(self.to_string()));
                }
                Err(ToolFailure::internal(format!(
                    "the tool returned {self}, which is no number to a model"
                )))
            }
        }
    )*};
}
finite_output!(f32, f64);
