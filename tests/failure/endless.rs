//! What an error does when it is asked what it says and why harms neither the answer nor the log.

use std::error::Error;
use std::fmt;

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{ResultExt, Server, ToolFailure, tool, tools};
use serde_json::json;

use super::leaks::Log;

/// An error that is its own cause, or panics when it is shown.
#[derive(Debug)]
enum Odd {
    Circle,
    Panics,
}

impl fmt::Display for Odd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Circle => f.write_str("hunter2"),
            Self::Panics => panic!("no text"),
        }
    }
}

impl Error for Odd {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Circle => Some(self),
            Self::Panics => None,
        }
    }
}

/// Borrows, so that its source is described instead of kept.
#[derive(Debug, ToolFailure)]
enum Lookup<'a> {
    #[failure(unavailable, message = "the shelf of '{name}' cannot be read")]
    Shelf { name: &'a str, source: Odd },
}

/// Fail in one of the ways there are.
#[tool]
async fn look(way: u8, name: String) -> Result<(), ToolFailure> {
    let borrowed = |source| {
        ToolFailure::from(Lookup::Shelf {
            name: &name,
            source,
        })
    };
    Err(match way {
        0 => ToolFailure::internal(Odd::Circle),
        1 => borrowed(Odd::Circle),
        2 => ToolFailure::internal(Odd::Panics),
        3 => borrowed(Odd::Panics),
        _ => return Err(Odd::Circle).or_rejected("no"),
    })
}

#[tokio::test]
async fn a_chain_of_causes_without_end_is_answered_and_logged_as_cut() {
    Log::start();
    let server = Server::builder("shelves", "1.0.0").tools(tools![look]);
    let client = Client::new(&server.build().unwrap());
    for way in 0..=4 {
        let outcome = client.call("look", json!({ "way": way, "name": "Ada" }));
        let Outcome::ToolFailure { text, .. } = outcome.await else {
            panic!("{way}");
        };
        assert!(!text.contains("hunter2"), "{text}");
        let logged = Log::take();
        let expected = if matches!(way, 2 | 3) {
            "panicked while it was shown"
        } else {
            "further causes are left out"
        };
        assert!(logged.contains(expected), "{way}: {logged}");
        assert!(logged.matches("hunter2").count() <= 20, "{way}: {logged}");
    }
}

#[test]
fn a_failure_in_the_text_of_another_gives_nothing_away() {
    let inner = ToolFailure::internal("/etc/orders.toml: hunter2");
    let sent = ToolFailure::rejected(format!("nested {inner:?}")).to_string();
    for planted in ["hunter2", "/etc"] {
        assert!(!sent.contains(planted), "{sent}");
    }
}
