//! Each type that arguments have out of the box: how it is advertised, what it takes, and what a
//! caller reads when it does not.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]
#![allow(
    clippy::needless_pass_by_value,
    clippy::option_option,
    reason = "values are written where they are used; an option of an option is what is tried"
)]

mod collections;
mod enums;
mod foreign;
mod standard;

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{Server, ToolSet};
use serde_json::{Value, json};

/// A tool that takes one argument `x` and says what it got.
macro_rules! takes {
    ($(#[$attribute:meta])* $type:ty) => {{
        /// Say what came.
        #[mcp_runtime::tool]
        fn take($(#[$attribute])* x: $type) -> String {
            format!("{x:?}")
        }
        $crate::Taken::new(mcp_runtime::tools![take])
    }};
}
pub(crate) use takes;

/// A server with one such tool.
struct Taken(Client);

impl Taken {
    fn new(tools: ToolSet<()>) -> Self {
        Self(Client::new(
            &Server::builder("types", "1.0.0")
                .tools(tools)
                .build()
                .unwrap(),
        ))
    }

    #[track_caller]
    fn wait<T>(future: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        runtime.unwrap().block_on(future)
    }

    /// The schema of the argument.
    #[track_caller]
    fn says(self, expected: Value) -> Self {
        let tools = Self::wait(self.0.list_tools()).unwrap();
        assert_eq!(tools[0]["inputSchema"]["properties"]["x"], expected);
        self
    }

    /// What a value becomes.
    #[track_caller]
    fn reads(self, value: Value, debug: &str) -> Self {
        match Self::wait(self.0.call("take", json!({"x": value}))) {
            Outcome::Success { content, .. } => {
                assert_eq!(content[0]["text"], debug, "{value}");
            }
            other => panic!("{value}: {}", other.text()),
        }
        self
    }

    /// What a caller reads who sends a value that will not do.
    #[track_caller]
    fn refuses(self, value: Value, message: &str) -> Self {
        let outcome = Self::wait(self.0.call("take", json!({"x": value})));
        assert!(
            matches!(outcome, Outcome::ProtocolError { .. }),
            "{value}: {}",
            outcome.text()
        );
        let text = outcome.text();
        let text = text.strip_prefix("Invalid arguments for 'take': ");
        assert_eq!(text, Some(message), "{value}");
        self
    }
}
