//! What the macro says about a tool.

use std::future::Future;
use std::panic::Location;
use std::pin::Pin;
use std::time::Duration;

use serde_json::Value;

use super::call::{Call, Parts};
use super::output_schema::OutputSchema;
use super::result::{CallResult, IntoCallResult};
use super::schema::InputSchema;

/// The future of one call.
pub type CallFuture = Pin<Box<dyn Future<Output = CallResult> + Send>>;

/// Runs a tool; what its state is does not show any more.
pub(crate) type Run = Box<dyn Fn(Parts) -> CallFuture + Send + Sync>;

/// The names of a tool, or of a group of tools, known at compile time.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not a tool",
    note = "put `#[tool]` on the function, or on the impl block and on its methods"
)]
pub trait ToolNames {
    /// Their names on the wire, in the order written.
    const NAMES: &'static [&'static str];
}

/// A function under `#[tool]`, or a type with an impl block under it, as `tools![..]` lists it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not a tool",
    note = "put `#[tool]` on the function, or on the impl block and on its methods"
)]
pub trait Tool<State: 'static, From>: ToolNames {
    /// Its tools, in the order written. Where a tool is compiled in only under a `#[cfg]`, its
    /// group is empty without it.
    const GROUPS: &'static [&'static [ToolEntry<State>]];
}

/// The tool at a place of an impl block under `#[tool]`, where a `#[cfg]` decides whether it is
/// there and what it asks of the state.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no such tool",
    note = "put `#[tool]` on the impl block"
)]
pub trait Method<const INDEX: usize, State: 'static, From> {
    /// The tool, or nothing.
    const ENTRIES: &'static [ToolEntry<State>];
}

/// One tool: what it says of itself, its schemas, and how it runs.
#[derive(Debug)]
pub struct ToolEntry<State: 'static> {
    pub(crate) info: ToolInfo,
    pub(crate) input: fn(InputSchema) -> InputSchema,
    pub(crate) output: fn() -> Option<OutputSchema>,
    pub(crate) run: fn(Call<State>) -> CallFuture,
}

impl<State: 'static> ToolEntry<State> {
    /// A tool whose function returns `R`.
    #[must_use]
    pub const fn new<R: IntoCallResult>(
        info: ToolInfo,
        input: fn(InputSchema) -> InputSchema,
        run: fn(Call<State>) -> CallFuture,
    ) -> Self {
        Self {
            info,
            input,
            output: R::output_schema,
            run,
        }
    }
}

/// What makes a call's result of what a tool's function returned.
///
/// The type is named rather than inferred, as it is for [`ToolEntry::new`]: then the compiler
/// complains about a type that will not do once, and at the type.
#[must_use]
pub fn answer<R: IntoCallResult>() -> fn(R) -> CallResult {
    R::into_call_result
}

/// What a tool says of itself; built by the macro.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ToolInfo {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) title: Option<&'static str>,
    pub(crate) read_only: Option<bool>,
    pub(crate) destructive: Option<bool>,
    pub(crate) idempotent: Option<bool>,
    pub(crate) open_world: Option<bool>,
    pub(crate) icon: Option<&'static str>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) max_running: Option<usize>,
    pub(crate) scopes: Option<&'static [&'static str]>,
    pub(crate) rate: Option<super::rate::Rate>,
    pub(crate) meta: Option<fn() -> Value>,
    pub(crate) recursive: bool,
    pub(crate) any_host: bool,
    pub(crate) conversions: Option<super::Conversions>,
    pub(crate) unknown_arguments: Option<super::UnknownArguments>,
    pub(crate) invalid_arguments: Option<super::InvalidArguments>,
    /// The attribute that declares the tool.
    pub(crate) place: &'static Location<'static>,
}

/// One builder method an option.
macro_rules! options {
    ($($(#[$doc:meta])* $name:ident: $type:ty;)*) => {
        impl ToolInfo {
            /// A tool with a name and a description, declared where this is called.
            #[must_use]
            #[track_caller]
            pub const fn new(name: &'static str, description: &'static str) -> Self {
                Self {
                    name,
                    description,
                    $($name: None,)*
                    recursive: false,
                    any_host: false,
                    place: Location::caller(),
                }
            }

            $(
                $(#[$doc])*
                #[must_use]
                pub const fn $name(mut self, $name: $type) -> Self {
                    self.$name = Some($name);
                    self
                }
            )*

            /// Recursive argument types are allowed.
            #[must_use]
            pub const fn recursive(mut self) -> Self {
                self.recursive = true;
                self
            }

            /// The tool is for hosts that its author knows.
            #[must_use]
            pub const fn any_host(mut self) -> Self {
                self.any_host = true;
                self
            }
        }
    };
}

options! {
    /// A name for people.
    title: &'static str;
    /// `readOnlyHint`.
    read_only: bool;
    /// `destructiveHint`.
    destructive: bool;
    /// `idempotentHint`.
    idempotent: bool;
    /// `openWorldHint`.
    open_world: bool;
    /// The address of an icon.
    icon: &'static str;
    /// How long a call may run.
    timeout: Duration;
    /// How many calls of the tool may run at once.
    max_running: usize;
    /// What a caller has to be allowed.
    scopes: &'static [&'static str];
    /// How often each caller may call it.
    rate: super::rate::Rate;
    /// The tool's `_meta`.
    meta: fn() -> Value;
    /// What is converted in its arguments.
    conversions: super::Conversions;
    /// What becomes of arguments it does not have.
    unknown_arguments: super::UnknownArguments;
    /// Which channel answers arguments that break its schema.
    invalid_arguments: super::InvalidArguments;
}
