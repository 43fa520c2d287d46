//! Strict lints find nothing in what the macros write.

#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    missing_debug_implementations,
    missing_copy_implementations,
    non_camel_case_types,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unused_qualifications,
    unused_lifetimes,
    let_underscore_drop,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::exhaustive_structs,
    clippy::missing_docs_in_private_items,
    clippy::absolute_paths,
    clippy::implicit_return,
    clippy::shadow_same,
    clippy::shadow_reuse,
    clippy::shadow_unrelated,
    clippy::missing_inline_in_public_items
)]
#![allow(
    clippy::implicit_return,
    clippy::absolute_paths,
    clippy::redundant_pub_crate,
    clippy::missing_const_for_fn,
    reason = "of what is written here, not of what the macros write"
)]

use mcp_runtime::{Context, State, tool, tools};
use serde_json::json;

/// What the tools share.
#[derive(Debug, State)]
pub(crate) struct App {
    /// The orders.
    orders: Orders,
}

/// Some orders.
#[derive(Debug)]
pub(crate) struct Orders {
    /// How many.
    count: u64,
}

/// Count.
#[tool(read_only, timeout = "1s", max_running = 3)]
async fn count(
    orders: &Orders,
    context: &Context,
    text: &str,
    /// How many.
    #[arg(default = 3, range(1..=9), example = 2)]
    limit: u64,
    maybe: Option<&str>,
) -> u64 {
    std::future::ready(()).await;
    let _ = (context, text, maybe);
    orders.count + limit
}

/// Public tools.
pub(crate) mod public {
    /// Hello.
    #[mcp_runtime::tool]
    pub(crate) fn hello() {}
}

#[tool]
impl Orders {
    /// Count.
    #[tool(name = "count_all", blocking)]
    pub(crate) fn unused(&self) -> u64 {
        self.count
    }
}

/// The lints ran: the module compiled.
#[tokio::test]
async fn strict_lints_find_nothing() {
    let app = App {
        orders: Orders { count: 1 },
    };
    let tools = tools![count, public::hello, Orders];
    let said = super::call(app, tools, "count", json!({"text": ""})).await;
    assert_eq!(said, "4");
}
