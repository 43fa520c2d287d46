//! What a call gives.

use std::borrow::Cow;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use super::content::Content;
use super::failure::ToolFailure;
use super::finding::Findings;
use super::output::{IntoOutput, Json, ToolOutput};
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
    note = "a value of your own goes into `Json<..>`, and its type derives `serde::Serialize` and `schemars::JsonSchema`"
)]
pub trait IntoCallResult {
    /// The schema of the structured content, for types that have one.
    #[must_use]
    fn output_schema() -> Option<OutputSchema>;

    /// The result of the call.
    fn into_call_result(self) -> CallResult;
}

/// Each by itself and not all that are [`IntoOutput`] at once: while a `Result` fits one
/// implementation alone, the compiler says which half of it does not.
macro_rules! returned {
    ($($type:ty $(where $parameter:ident: $bound:path $(, $more:path)?)?;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl $(<$parameter: $bound $(+ $more)?>)? IntoCallResult for $type {
            fn output_schema() -> Option<OutputSchema> {
                <Self as IntoOutput>::output_schema()
            }

            fn into_call_result(self) -> CallResult {
                given(self)
            }
        }
    )*};
}

returned! {
    ToolOutput;
    ();
    Content;
    Vec<Content>;
    Json<T> where T: Serialize, JsonSchema;
    String; &str; Cow<'_, str>; Box<str>; Arc<str>;
    i8; i16; i32; i64; i128; isize;
    u8; u16; u32; u64; u128; usize;
    f32; f64; bool; char;
}

fn given<T: IntoOutput>(value: T) -> CallResult {
    CallResult(value.into_output().map_or_else(Kind::Failure, Kind::Output))
}

impl<T: IntoOutput, E: IntoFailure> IntoCallResult for Result<T, E> {
    fn output_schema() -> Option<OutputSchema> {
        T::output_schema()
    }

    fn into_call_result(self) -> CallResult {
        match self {
            Ok(value) => given(value),
            Err(error) => CallResult(Kind::Failure(error.into_failure())),
        }
    }
}

/// The error of a tool that fails.
#[diagnostic::on_unimplemented(
    message = "the error type `{Self}` of this tool does not convert into a `ToolFailure`, so a model could not read it",
    label = "the error `{Self}` is not a failure",
    note = "an enum or struct of your own: derive `mcp_runtime::ToolFailure` on it, and every variant names its kind",
    note = "an error of others: return `ToolFailure`, and say where the error comes up what it means: `.or_not_found(\"..\")?`, `.or_unavailable(\"..\")?`, or `.or_internal()?` of `mcp_runtime::ResultExt`",
    note = "errors of `anyhow`, `reqwest`, `rusqlite` and `sqlx` convert with the feature of that name"
)]
pub trait IntoFailure {
    /// The failure.
    fn into_failure(self) -> ToolFailure;
}

#[diagnostic::do_not_recommend]
impl<E: Into<ToolFailure>> IntoFailure for E {
    fn into_failure(self) -> ToolFailure {
        self.into()
    }
}
