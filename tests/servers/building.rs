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

/// The line of this file on which a text begins.
fn line(text: &str) -> usize {
    let before = include_str!("building.rs").split(text).next().unwrap();
    before.lines().count() + usize::from(before.ends_with('\n'))
}

#[test]
fn two_tools_of_one_name_in_two_sets_are_refused_by_name() {
    let error = Server::builder("s", "1")
        .tools(tools![add])
        .tools(tools![other::add])
        .build()
        .unwrap_err();
    let [first, second] = [
        "#[tool]\nasync fn add",
        "#[tool]\n    pub(super) async fn add",
    ]
    .map(line);
    assert_eq!(
        error.to_string(),
        format!(
            "the server cannot be built: two tools are called 'add': \
             one is declared at tests/servers/building.rs:{first}, the other at tests/servers/building.rs:{second}; \
             list it once, give one of them another name with `#[tool(name = \"..\")]`, \
             or put a prefix before one of the sets with `ToolSet::prefixed`"
        )
    );
}

/// Plant nothing.
#[tool]
async fn plant_nothing() {}

/// Take a name that some hosts refuse.
#[tool(name = "with.dots", any_host)]
async fn dotted() {}

#[test]
fn one_tool_listed_in_two_sets_is_refused_by_its_place() {
    let twice = || {
        Server::builder("s", "1")
            .tools(tools![add])
            .tools(tools![add])
    };
    let error = twice().build().unwrap_err().to_string();
    let line = line("#[tool]\nasync fn add");
    let place =
        format!("both are the one declared at tests/servers/building.rs:{line}; list it once");
    assert!(error.contains(&place), "{error}");
}

#[tokio::test]
async fn a_prefix_tells_the_tools_of_two_sets_apart() {
    let twice = tools![add].prefixed("one_").prefixed("a.").any_host();
    let set = tools![add, plant_nothing].prefixed("b_").and(twice);
    let server = Server::builder("s", "1")
        .tools(set)
        .tools(tools![other::add])
        .build()
        .unwrap();
    let client = Client::new(&server);
    let listed = client.list_tools().await.unwrap();
    let names: Vec<_> = listed
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["b_add", "b_plant_nothing", "a.one_add", "add"]);
    let sum = client.call("b_add", json!({ "a": 1, "b": 2 })).await;
    assert_eq!(sum.text(), "3");
    let refused = client.call("a.one_add", json!({ "a": 1 })).await.text();
    assert!(
        refused.starts_with("Invalid arguments for 'a.one_add': 'b' is required"),
        "{refused}"
    );
}

#[test]
fn what_a_prefix_makes_too_long_or_spells_wrong_is_refused() {
    let refused = |prefix: &str| {
        let set = tools![add].prefixed(prefix);
        Server::builder("s", "1")
            .tools(set)
            .build()
            .unwrap_err()
            .to_string()
    };
    let long = refused(&"x".repeat(62));
    assert!(
        long.contains("more than 64 letters, and this one has 65"),
        "{long}"
    );
    assert!(long.contains("call `any_host` on the set"), "{long}");
    assert!(refused("shop.").contains("dots in tool names"));
    assert!(refused("the shop ").contains("cannot be a tool's name"));
    assert!(refused(&"x".repeat(126)).contains("1 to 128 letters"));

    // What the macro was told of its own name goes for the name with its prefix.
    let named = Server::builder("s", "1").tools(tools![dotted].prefixed("a_"));
    assert!(named.build().is_ok());
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

#[test]
fn a_server_has_a_name_and_a_version() {
    let built = Server::builder(" ", "").build();
    let problems: Vec<String> = built
        .err()
        .map(|error| error.problems().map(str::to_owned).collect())
        .unwrap_or_default();
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(
        problems[0].starts_with("the server has no name"),
        "{problems:?}"
    );
    assert!(
        problems[1].starts_with("the server has no version"),
        "{problems:?}"
    );
}
