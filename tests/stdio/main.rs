//! The probe server as a host sees it: a child process, lines in, lines out.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests may panic"
)]
#![allow(
    clippy::needless_pass_by_value,
    reason = "arguments are written where they are passed"
)]
#![cfg(unix)]

mod arguments;
mod cancellation;
mod eras;
mod failures;
mod isolation;
mod life_cycle;
mod load;
mod malformed;
mod peer;
mod progress;
mod questions;
