use mcp_runtime::tool;

/// A unit nobody knows.
#[tool(timeout = "10 parsecs", max_running = 0, conversions = "scalar")]
fn one() {}

/// No unit, and a number that is text.
#[tool(timeout = "10", max_running = "4", unknown_arguments = "drop")]
fn two() {}

/// No time, and a word of another option.
#[tool(timeout = "0s", invalid_arguments = "refuse")]
fn three() {}

fn main() {}
