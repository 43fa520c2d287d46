//! MCP tool servers.

extern crate self as mcp_runtime;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
#[cfg(feature = "cli")]
pub mod cli;
mod log;
mod run;
mod server;
mod tool;
mod transport;

pub use server::{BuildError, Server, ServerBuilder};
pub use tool::{
    Context, Conversions, InvalidArguments, Json, ToolFailure, ToolOutput, ToolSet,
    UnknownArguments,
};
pub use transport::{ServeError, ServeStdio};

/// Lists tools.
#[macro_export]
macro_rules! tools {
    ($($(#[$attribute:meta])* $tool:ty),* $(,)?) => {{
        const _: () = $crate::__private::assert_distinct(&[
            $($(#[$attribute])* <$tool as $crate::__private::ToolNames>::NAMES),*
        ]);
        $crate::ToolSet::from_groups(&[
            $($(#[$attribute])* <$tool as $crate::__private::Tool<_, _>>::ENTRIES),*
        ])
    }};
}
