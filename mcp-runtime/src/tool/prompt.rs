//! Prompts: what a function under `#[prompt]` says of itself, and what it returns.

pub(crate) mod entry;
pub(crate) mod message;

pub use entry::PromptSet;
pub use message::{Prompt, PromptMessage};
