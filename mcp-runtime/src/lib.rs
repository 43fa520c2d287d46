//! Serve async Rust functions as tools of the Model Context Protocol.
//!
//! ```no_run
//! use mcp_runtime::{ServeError, Server, tool, tools};
//!
//! /// Adds two whole numbers.
//! #[tool]
//! fn add(a: i32, b: i32) -> i64 {
//!     i64::from(a) + i64::from(b)
//! }
//!
//! #[tokio::main]
//! async fn main() -> Result<(), ServeError> {
//!     Server::builder("calculator", env!("CARGO_PKG_VERSION")).tools(tools![add]).run().await
//! }
//! ```
//!
//! That is a whole server: without arguments it serves a host on standard input and output, and it
//! has the commands `tools`, `schema` and `call`; see [`Server::run`].
//!
//! # Two channels
//!
//! A call that fails is answered in one of two ways. A **tool failure** is a result that the
//! *model* reads and acts on. A **protocol error** has a code, and the *host* handles it. The types
//! decide which one it is: a tool returns `Result<T, E>` with `E: Into<ToolFailure>`, and a
//! [`ToolFailure`](struct@ToolFailure) cannot carry a protocol code. [`Happened`] is the whole table of what goes where.
//!
//! Arguments that break a tool's schema are answered with the protocol error -32602: the call never
//! reached the tool. Many hosts keep such errors from the model, which then cannot correct itself;
//! [`InvalidArguments::ToolFailure`] sends the same text to the model instead, for a whole server
//! ([`ServerBuilder::invalid_arguments`]) or for one tool.
//!
//! # Where to look
//!
//! - [`guide`]: from `cargo new` to replicas behind a proxy, a chapter at a time.
//! - [`tool`](macro@tool) and [`tools!`]: declaring tools. [`State`](derive@State): several states
//!   in one.
//! - [`prompt`](macro@prompt) and [`prompts!`], [`resource`](macro@resource) and [`resources!`]: declaring
//!   prompts and resources; [`Prompt`], [`PromptMessage`], [`ResourceContents`]: what they give.
//! - [`Json`], [`Content`], [`ToolOutput`]: what tools return. [`ToolFailure`](struct@ToolFailure): how they fail;
//!   [`ServerBuilder::on_failure`] and [`Advice`]: what leaves a server, and in which words.
//! - [`ToolSwitch`], [`ServerBuilder::tools_for`], [`ToolSet`]: tools that come and go, that depend on
//!   the caller, that come from several crates. [`DynamicTool`]: tools known only at run time. [`ResourceUpdates`], [`Broadcast`]: telling clients
//!   of changes.
//! - [`Context`]: progress, log messages and cancellation; [`Context::elicit`] and its neighbours:
//!   asking the user and the client.
//! - [`testing`]: calling tools in memory, as a host would; [`testing::portability`] says what common
//!   hosts refuse of them.
//! - The feature `http`: serving HTTP, with `Server::serve_http` or mounted with
//!   `Server::into_service`.
//! - The feature `cli`, on by default, brings the commands, and arguments for an application of your
//!   own.

extern crate self as mcp_runtime;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(any(doc, doctest))]
pub mod guide;
mod log;
mod protocol;
mod run;
mod server;
pub mod testing;
mod tool;
mod transport;

pub use mcp_macros::{State, ToolFailure, prompt, resource, tool};
pub use protocol::changed_list::ChangedList;
pub use protocol::code::{CodeClass, ErrorCode, ReservedCode};
pub use protocol::level::LogLevel;
pub use protocol::notification::Notification;
pub use protocol::routing::{Channel, Happened, Route};
pub use protocol::version::ProtocolVersion;
#[cfg(feature = "redis")]
pub use server::RedisBroadcast;
#[cfg(feature = "http")]
pub use server::{Bearer, Token, TokenClaims, TokenRefused, Verify, Verifying};
pub use server::{
    Broadcast, BuildError, CacheScope, Change, Changes, Icon, IconTheme, PromptSwitch,
    ResourceSwitch, ResourceUpdates, Server, ServerBuilder, ToolSwitch, ToolView, UnknownName,
};
#[cfg(feature = "rate-limit")]
pub use tool::Rate;
#[cfg(feature = "reqwest")]
pub use tool::ResponseExt;
pub use tool::{
    Advice, ArgumentFinding, Audience, ClientInfo, Content, Context, Conversions, DynamicTool,
    Elicited, English, FailureKind, FailureMessage, Incident, InvalidArguments, Json, OptionExt,
    Principal, Prompt, PromptMessage, PromptSet, QuestionKind, Quoted, RawArguments,
    ResourceContents, ResourceSet, ResultExt, Retry, Root, Sampled, Sampling, SamplingTool,
    ShownValue, ToolChoice, ToolFailure, ToolOutput, ToolSet, ToolUse, Trace, UnknownArguments,
};
#[cfg(feature = "time")]
pub use tool::{Iso, IsoForm};
#[cfg(feature = "http")]
pub use transport::{BearerBody, BearerLayer, BearerService, HttpBody, HttpService, ServeHttp};
pub use transport::{ServeError, ServeStdio};

/// Lists the tools of a server, in the order in which clients see them.
///
/// An element is a function under [`#[tool]`](macro@tool), or a type with an impl block under it,
/// and may have a `#[cfg]`. Two tools of one name fail the build. What is not listed is unused
/// code, and the compiler says so.
///
/// ```
/// use mcp_runtime::{Server, tool, tools};
///
/// mod math {
///     use mcp_runtime::tool;
///
///     /// Add two integers.
///     #[tool]
///     pub async fn add(a: i32, b: i32) -> i64 {
///         i64::from(a) + i64::from(b)
///     }
/// }
///
/// /// Say hello.
/// #[tool]
/// fn hello(name: &str) -> String {
///     format!("Hello, {name}!")
/// }
///
/// let server = Server::builder("example", "1.0.0").tools(tools![math::add, hello]);
/// ```
///
/// Two tools of one name do not compile:
///
/// ```compile_fail
/// # use mcp_runtime::{Server, tool, tools};
/// # /// Say hello.
/// # #[tool]
/// # fn hello() {}
/// let server = Server::builder("example", "1.0.0").tools(tools![hello, hello]);
/// ```
#[macro_export]
macro_rules! tools {
    ($($(#[$attribute:meta])* $tool:ty),* $(,)?) => {{
        const _: () = $crate::__private::assert_distinct($crate::__private::What::Tools, &[
            $($(#[$attribute])* <$tool as $crate::__private::ToolNames>::NAMES),*
        ]);
        $crate::ToolSet::from_groups(&[
            $($(#[$attribute])* <$tool as $crate::__private::Tool<_, _>>::GROUPS),*
        ])
    }};
}

/// Lists the prompts of a server, in the order in which clients see them.
///
/// An element is a function under [`#[prompt]`](macro@prompt), or a type with an impl block under
/// it, and may have a `#[cfg]`. Two prompts of one name fail the build.
///
/// ```
/// use mcp_runtime::{Server, prompt, prompts};
///
/// /// Asks for a review of some code.
/// #[prompt]
/// fn review(code: &str) -> String {
///     format!("Review this code:\n{code}")
/// }
///
/// let server = Server::builder("example", "1.0.0").prompts(prompts![review]);
/// ```
#[macro_export]
macro_rules! prompts {
    ($($(#[$attribute:meta])* $prompt:ty),* $(,)?) => {{
        const _: () = $crate::__private::assert_distinct($crate::__private::What::Prompts, &[
            $($(#[$attribute])* <$prompt as $crate::__private::PromptNames>::NAMES),*
        ]);
        $crate::PromptSet::from_groups(&[
            $($(#[$attribute])* <$prompt as $crate::__private::PromptItem<_, _>>::GROUPS),*
        ])
    }};
}

/// Lists the resources of a server, in the order in which clients see them and templates are tried.
///
/// An element is a function under [`#[resource]`](macro@resource), or a type with an impl block
/// under it, and may have a `#[cfg]`. Two resources of one address fail the build, and so do two
/// templates with the same addresses, variables of the same types in the same places.
///
/// ```
/// use mcp_runtime::{Server, resource, resources};
///
/// /// What there is to do today.
/// #[resource(uri = "notes://today")]
/// fn today() -> &'static str {
///     "Buy bread."
/// }
///
/// /// A note.
/// #[resource(uri = "notes://{id}")]
/// fn note(id: u32) -> String {
///     format!("This is note {id}.")
/// }
///
/// let server = Server::builder("example", "1.0.0").resources(resources![today, note]);
/// ```
#[macro_export]
macro_rules! resources {
    ($($(#[$attribute:meta])* $resource:ty),* $(,)?) => {{
        const _: () = {
            let names: &[&[&str]] = &[
                $($(#[$attribute])* <$resource as $crate::__private::ResourceNames>::NAMES),*
            ];
            $crate::__private::assert_distinct($crate::__private::What::Resources, names);
            $crate::__private::assert_templates_differ(names, &[
                $($(#[$attribute])* <$resource as $crate::__private::ResourceNames>::SHAPES),*
            ]);
        };
        $crate::ResourceSet::from_groups(&[
            $($(#[$attribute])* <$resource as $crate::__private::ResourceItem<_, _>>::GROUPS),*
        ])
    }};
}
