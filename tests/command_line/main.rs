//! The command line of every server, on a server whose tools misbehave.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod asking;
mod call;
#[cfg(unix)]
mod terminal;

const SERVER: &str = env!("CARGO_BIN_EXE_probe-server");
