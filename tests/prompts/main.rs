//! Prompts, resources and completions: declared by macros, and what a client gets of them.
#![allow(
    clippy::unused_async,
    clippy::unused_self,
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    clippy::similar_names,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "functions are declared `async` as authors do, and a test fails by panicking"
)]

mod completions;
mod lists;
mod prompts;
mod resources;
