//! Failures: what the derive makes of them, and what it refuses.
#![allow(
    clippy::panic,
    clippy::unused_async,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "tools are declared `async` as authors do, a task panics, a test that cannot go on fails, and one prints for another"
)]

mod derive;
mod endless;
mod hook;
mod hygiene;
mod language;
mod leaks;
mod planted;
mod redact;
mod styles;
mod words;
