//! HTTP, as bytes on a socket.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::similar_names,
    clippy::needless_pass_by_value,
    clippy::unused_async,
    reason = "tests may panic, a server is served, and json! is written where it is needed"
)]

mod admission;
mod client;
mod connections;
mod disconnects;
mod headers;
mod limits;
mod mounted;
mod peer;
mod process;
mod questions;
mod resumption;
mod sessions;
mod shutdown;
mod stateless;
mod tools;
