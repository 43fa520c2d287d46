//! What is refused before anything is served.

use mcp_runtime::testing::Client;
use mcp_runtime::{Server, tool, tools};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// Add.
#[tool]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

mod other {
    use mcp_runtime::tool;

    /// Add again.
    #[tool]
    pub(super) async fn add(a: i64) -> i64 {
        a
    }
}

/// A tree.
#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only its schema matters")]
struct Tree {
    children: Vec<Tree>,
}

/// Plant a tree.
#[tool]
async fn plant(tree: Tree) -> String {
    format!("{tree:?}")
}

#[test]
fn two_tools_of_one_name_in_two_sets_are_refused_by_name() {
    let error = Server::builder("s", "1")
        .tools(tools![add])
        .tools(tools![other::add])
        .build()
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the server cannot be built: two tools are called 'add': \
         give one of them another name with `#[tool(name = \"..\")]`"
    );
}

#[test]
fn every_problem_is_told_at_once_and_names_its_tool() {
    let error = Server::builder("s", "1")
        .tools(tools![add, plant])
        .tools(tools![other::add])
        .page_size(0)
        .build()
        .unwrap_err();
    let problems: Vec<_> = error.problems().collect();
    assert_eq!(problems.len(), 3, "{error}");
    assert!(
        problems
            .iter()
            .any(|problem| problem.starts_with("the tool 'plant': parameter 'tree'")),
        "{error}"
    );
    assert_eq!(error.to_string().lines().count(), 4);
}

#[tokio::test]
async fn tools_share_the_state_that_was_set_before_them() {
    #[derive(Debug)]
    struct Greeting(&'static str);

    /// Greet.
    #[tool]
    async fn greet(greeting: &Greeting) -> String {
        greeting.0.to_owned()
    }

    /// Greet again.
    #[tool]
    async fn greet_again(greeting: &Greeting) -> String {
        greeting.0.to_owned()
    }

    let server = Server::builder("s", "1")
        .state(Greeting("first"))
        .tools(tools![greet])
        .state(Greeting("second"))
        .tools(tools![greet_again])
        .build()
        .unwrap();
    let client = Client::new(&server);
    assert_eq!(client.call("greet", Value::Null).await.text(), "first");
    assert_eq!(client.call("greet_again", json!({})).await.text(), "second");
}
