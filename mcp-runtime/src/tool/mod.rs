//! Tools: what the macros describe, and what a call needs.

pub(crate) mod argument;
pub(crate) mod arguments;
pub(crate) mod blocking;
pub(crate) mod call;
pub(crate) mod context;
pub(crate) mod decode;
pub(crate) mod entry;
pub(crate) mod failure;
pub(crate) mod limit;
pub(crate) mod node;
pub(crate) mod output;
pub(crate) mod policy;
pub(crate) mod probe;
pub(crate) mod result;
pub(crate) mod schema;
pub(crate) mod set;
pub(crate) mod state;

pub use context::Context;
pub use failure::ToolFailure;
pub use output::{Json, ToolOutput};
pub use policy::{Conversions, InvalidArguments, UnknownArguments};
pub use set::ToolSet;
