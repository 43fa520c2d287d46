//! Tools: what the macros describe, and what a call needs.

pub(crate) mod argument;
pub(crate) mod arguments;
pub(crate) mod base64;
pub(crate) mod blocking;
pub(crate) mod call;
pub(crate) mod check;
pub(crate) mod clean;
pub(crate) mod content;
pub(crate) mod context;
pub(crate) mod convert;
pub(crate) mod decode;
pub(crate) mod entry;
pub(crate) mod exits;
pub(crate) mod expected;
pub(crate) mod failure;
pub(crate) mod finding;
pub(crate) mod limit;
pub(crate) mod nearest;
pub(crate) mod node;
pub(crate) mod number;
pub(crate) mod output;
pub(crate) mod output_schema;
pub(crate) mod panics;
pub(crate) mod path;
pub(crate) mod permit;
pub(crate) mod policy;
pub(crate) mod portable;
pub(crate) mod probe;
#[cfg(test)]
mod properties;
pub(crate) mod result;
pub(crate) mod schema;
pub(crate) mod set;
pub(crate) mod shape;
pub(crate) mod shown;
pub(crate) mod sink;
pub(crate) mod state;
pub(crate) mod ticket;

pub use content::{Audience, Content};
pub use context::{ClientInfo, Context, Trace};
pub use failure::advice::{Advice, English};
pub use failure::extend::{FailureMessage, OptionExt, ResultExt};
pub use failure::{FailureKind, Quoted, Retry, ToolFailure};
pub use output::{Json, ToolOutput};
pub use policy::{Conversions, InvalidArguments, UnknownArguments};
pub use set::ToolSet;
