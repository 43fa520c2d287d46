use mcp_runtime::{Server, prompt, prompts, tool, tools};

/// Says hello.
#[prompt(name = "hello")]
fn one() -> &'static str {
    "Hello"
}

/// Says hello.
#[prompt]
fn hello() -> &'static str {
    "Hello"
}

/// Adds.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {
    Server::builder("a", "1").prompts(prompts![one, hello]);
    Server::builder("b", "1").prompts(prompts![add]);
    Server::builder("c", "1").tools(tools![hello]);
}
