//! What the expansions of the macros name. Not public API.

pub use std::boxed::Box;
pub use std::convert::From;
pub use std::error::Error;
pub use std::fmt;
pub use std::format_args;
pub use std::marker::{Send, Sync};
pub use std::ops::Deref;
pub use std::option::Option;
pub use std::time::Duration;

pub use crate::protocol::code::ErrorCode;
pub use crate::tool::argument::{Argument, BorrowedArgument, OwnedOf};
pub use crate::tool::arguments::Arguments;
pub use crate::tool::blocking::blocking;
pub use crate::tool::call::Call;
pub use crate::tool::default::DefaultOf;
pub use crate::tool::entry::{CallFuture, Method, Tool, ToolEntry, ToolInfo, ToolNames, answer};
pub use crate::tool::failure::foreign_text::{
    OwnWords, SendError, SendErrorInside, SendOther, SendOwn, Unmarked,
};
pub use crate::tool::failure::told::{
    AsDisplay, AsDisplayOfNone, AsDisplayOfPath, AsDynError, Code, CodeConstant, Field, IsFailure,
    Logged, Part, Wait, broken, described, is_code, logged, otherwise, quoting, told, told_whole,
    try_next, wait,
};
pub use crate::tool::limit::{bound, bound_before, count, count_before};
pub use crate::tool::pattern::pattern_fault;
pub use crate::tool::permit::max_running_fault;
pub use crate::tool::probe::{Limit, Looks, Probe, ProbeFallback};
pub use crate::tool::rate::{Rate, rate_fault};
pub use crate::tool::result::{CallResult, IntoCallResult};
pub use crate::tool::schema::{Advertised, Bound, InputSchema, Limits, Parameter, to_value};
pub use crate::tool::scopes::scope_fault;
pub use crate::tool::set::{What, assert_distinct, assert_templates_differ};
pub use crate::tool::start::{AtOnce, at_once, waiting};
pub use crate::tool::state::{HasPart, Provide};
pub use crate::tool::{Conversions, InvalidArguments, UnknownArguments};
pub use crate::tool::{FailureKind, Retry, ToolFailure};

pub use crate::protocol::cache_scope::CacheScope;
pub use crate::tool::completing::{Completed, Completers, Completing};
pub use crate::tool::content::Audience;
pub use crate::tool::prompt::entry::{
    PromptEntry, PromptInfo, PromptItem, PromptMethod, PromptNames,
};
pub use crate::tool::prompt::message::{IntoPromptResult, prompt_answer};
pub use crate::tool::resource::contents::{IntoResourceResult, resource_answer};
pub use crate::tool::resource::entry::{
    ResourceEntry, ResourceInfo, ResourceItem, ResourceMethod, ResourceNames,
};
pub use crate::tool::resource::option::{media_type_fault, moment_fault, priority_fault};
pub use crate::tool::resource::template::Piece;
