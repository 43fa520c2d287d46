//! What a server is built from: what is refused, what is listed, what a call knows, what is logged.
#![allow(
    clippy::unused_async,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tools are declared `async` as authors do, and a test fails by panicking"
)]

mod building;
mod callers;
mod context;
mod dynamic;
mod listing;
mod logs;
