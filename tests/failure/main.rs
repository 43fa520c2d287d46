//! Failures: what the derive makes of them, and what it refuses.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a task panics, and a test that cannot go on fails"
)]

mod derive;
mod hygiene;
mod leaks;
mod words;
