//! Functions and parameters with names that the expansion, the language or the wire uses.

#![allow(
    non_upper_case_globals,
    reason = "a constant in the way of a local variable"
)]

use mcp_runtime::{tool, tools};
use serde_json::json;

/// Called as it is.
#[tool]
async fn same(same: u64) -> u64 {
    same
}

/// Parameters named as the expansion's own variables.
#[tool]
async fn locals(
    call: u64,
    arguments: u64,
    schema: u64,
    state: u64,
    held_call: u64,
    receiver: u64,
) -> u64 {
    call + arguments + schema + state + held_call + receiver
}

/// Keywords.
#[tool]
async fn r#type(r#match: u64, r#fn: u64) -> u64 {
    r#match + r#fn
}

mod module {
    /// Has the name of a module, so its hidden type has another.
    #[mcp_runtime::tool(marker = SearchTool)]
    pub(super) fn search(text: &str) -> String {
        search::trimmed(text)
    }

    mod search {
        pub(super) fn trimmed(text: &str) -> String {
            text.trim().to_owned()
        }
    }
}

/// A name of another kind.
#[tool(name = "other-name", any_host)]
fn renamed(#[arg(rename = "the text")] text: String) -> String {
    text
}

#[tokio::test]
async fn a_parameter_may_be_named_as_its_function() {
    assert_eq!(
        super::call((), tools![same], "same", json!({"same": 1})).await,
        "1"
    );
}

#[tokio::test]
async fn a_parameter_may_be_named_as_a_variable_of_the_expansion() {
    let arguments = json!({
        "call": 1, "arguments": 2, "schema": 3, "state": 4, "held_call": 5, "receiver": 6
    });
    assert_eq!(
        super::call((), tools![locals], "locals", arguments).await,
        "21"
    );
}

#[tokio::test]
async fn raw_identifiers_lose_their_prefix() {
    let arguments = json!({"match": 1, "fn": 2});
    assert_eq!(
        super::call((), tools![r#type], "type", arguments).await,
        "3"
    );
}

#[tokio::test]
async fn a_marker_makes_way_for_a_module() {
    let tools = tools![module::SearchTool];
    assert_eq!(
        super::call((), tools, "search", json!({"text": " x "})).await,
        "x"
    );
}

#[tokio::test]
async fn names_on_the_wire_are_the_authors_choice() {
    let tools = tools![renamed];
    assert_eq!(
        super::call((), tools, "other-name", json!({"the text": "x"})).await,
        "x"
    );
}
