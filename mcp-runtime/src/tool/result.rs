//! What a call gives.

use super::failure::ToolFailure;
use super::finding::Findings;
use super::output::{IntoOutput, ToolOutput};
use super::output_schema::OutputSchema;
use super::panics::Panic;
use super::prompt::Prompt;
use super::resource::ResourceContents;

/// What running a function gave: what it returned, a failure, or findings about its arguments.
#[derive(Debug)]
pub struct CallResult(pub(crate) Kind);

#[derive(Debug)]
pub(crate) enum Kind {
    Output(ToolOutput),
    Prompt(Prompt),
    Contents(Vec<ResourceContents>),
    Suggestions(Vec<String>),
    Failure(ToolFailure),
    Refused(Refusal),
    /// A panic that was caught on another thread.
    Panicked(Panic),
}

/// Why the arguments of a call were refused: every finding in one text.
#[derive(Debug, Default)]
pub(crate) struct Refusal {
    pub(crate) message: String,
    /// The findings for programs, as JSON text; becomes `error.data`.
    pub(crate) data: Option<String>,
    /// The findings themselves, for servers that say them in other words.
    pub(crate) findings: Findings,
}

impl CallResult {
    /// The arguments break the tool's input schema. Which channel says so is the server's choice.
    pub(crate) fn refused(tool: &str, findings: Findings) -> Self {
        Self(Kind::Refused(Refusal {
            message: findings.message(tool),
            data: serde_json::to_string(&findings).ok(),
            findings,
        }))
    }
}

/// A return type of a tool.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by a tool",
    label = "not a result of a tool",
    note = "return `String`, a number, `bool`, `()`, `Content`, `Vec<Content>`, `Json<T>`, `ToolOutput`, or a `Result` of one of them",
    note = "a value of your own goes into `Json<..>`, and its type derives `serde::Serialize` and `schemars::JsonSchema`",
    note = "the error of a `Result` converts into `ToolFailure`: derive `ToolFailure` on an enum of yours, or call `.or_unavailable(\"..\")`, `.or_not_found(\"..\")` or `.or_internal()` of `mcp_runtime::ResultExt` where it comes up"
)]
pub trait IntoCallResult {
    /// The schema of the structured content, for types that have one.
    #[must_use]
    fn output_schema() -> Option<OutputSchema>;

    /// The result of the call.
    fn into_call_result(self) -> CallResult;
}

#[diagnostic::do_not_recommend]
impl<T: IntoOutput> IntoCallResult for T {
    fn output_schema() -> Option<OutputSchema> {
        T::output_schema()
    }

    fn into_call_result(self) -> CallResult {
        CallResult(self.into_output().map_or_else(Kind::Failure, Kind::Output))
    }
}

impl<T: IntoOutput, E: Into<ToolFailure>> IntoCallResult for Result<T, E> {
    fn output_schema() -> Option<OutputSchema> {
        T::output_schema()
    }

    fn into_call_result(self) -> CallResult {
        match self {
            Ok(value) => value.into_call_result(),
            Err(error) => CallResult(Kind::Failure(error.into())),
        }
    }
}
