//! Rates that are none.

use mcp_runtime::tool;

/// Searches.
#[tool(rate = "10")]
fn without_a_time() {}

/// Searches.
#[tool(rate = "10/day")]
fn of_another_time() {}

/// Searches.
#[tool(rate = "ten/min")]
fn in_words() {}

/// Searches.
#[tool(rate = "0/s")]
fn of_nothing() {}

/// Searches.
#[tool(rate = 10)]
fn of_a_number() {}

fn main() {}
