//! Whole processes under load, and with what they need taken away.
//!
//! The sizes are those of a test that runs often; `FAULTS=full` runs the full ones.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::needless_pass_by_value,
    reason = "arguments read best as they are written, and a test fails by panicking"
)]

mod load;
#[allow(dead_code, reason = "other tests use the rest of it")]
#[path = "../http/peer.rs"]
mod peer;
mod process;
mod shortage;
