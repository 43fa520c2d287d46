//! Who calls, and what that one may.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::needless_pass_by_value,
    clippy::unused_async,
    reason = "tests may panic, and json! is written where it is needed"
)]

mod batches;
mod claims;
mod layer;
mod lists;
mod metadata;
mod rates;
mod scopes;
mod serving;
mod sessions;
mod tokens;
mod world;
