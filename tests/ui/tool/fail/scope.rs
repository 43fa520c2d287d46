//! Scopes that no token can have.

use mcp_runtime::tool;

const BLANK: &str = "orders write";
const GOOD: &str = "orders:write";

/// Deletes an order.
#[tool(scope = "orders:read orders:write")]
fn with_a_blank() {}

/// Deletes an order.
#[tool(scope = "")]
fn of_nothing() {}

/// Deletes an order.
#[tool(scope = "ordres:löschen", scope = 1, scope)]
fn of_other_letters() {}

/// Deletes an order.
#[tool(scope = "orders:write", scope = "orders:write")]
fn twice() {}

/// Deletes an order.
#[tool(scope = GOOD, scope = BLANK)]
fn of_a_constant() {}

fn main() {}
