//! What a tool may return on success.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::failure::ToolFailure;

/// The schema of a tool's structured content.
#[derive(Debug, Clone)]
pub struct OutputSchema(pub(crate) Value);

/// A tool's successful result.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ToolOutput {}

/// A value of a tool's success.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by a tool",
    label = "not a result of a tool",
    note = "return `String`, a number, `bool`, `()`, `Content`, `Vec<Content>`, `Json<T>` or `ToolOutput`",
    note = "for a value of your own, return `Json<{Self}>` and derive `serde::Serialize` and `schemars::JsonSchema` on it"
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

/// A value sent as structured content, with an output schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Json<T>(pub T);

impl<T: Serialize + JsonSchema> IntoOutput for Json<T> {
    fn into_output(self) -> Result<ToolOutput, ToolFailure> {
        Ok(ToolOutput::default())
    }
}

macro_rules! text_output {
    ($($type:ty),*) => {$(
        impl IntoOutput for $type {
            fn into_output(self) -> Result<ToolOutput, ToolFailure> {
                Ok(ToolOutput::default())
            }
        }
    )*};
}
text_output!(String, &str, i64, u64, ());
