//! What the macro says about a prompt.

use std::time::Duration;

use serde_json::Value;

use crate::tool::call::Call;
use crate::tool::entry::CallFuture;
use crate::tool::info::options;
use crate::tool::schema::InputSchema;
use crate::tool::textual::{self, TextEntry};

use super::message::IntoPromptResult;

/// The names of a prompt, or of a group of prompts, known at compile time.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a prompt",
    label = "not a prompt",
    note = "put `#[prompt]` on the function, or on the impl block and on its methods"
)]
pub trait PromptNames {
    /// Their names on the wire, in the order written.
    const NAMES: &'static [&'static str];
}

/// A function under `#[prompt]`, or a type with an impl block under it, as `prompts![..]` lists
/// it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a prompt",
    label = "not a prompt",
    note = "put `#[prompt]` on the function, or on the impl block and on its methods"
)]
pub trait PromptItem<State: 'static, From>: PromptNames {
    /// Its prompts, in the order written.
    const GROUPS: &'static [&'static [PromptEntry<State>]];
}

/// The prompt at a place of an impl block, where a `#[cfg]` decides whether it is there and what
/// it asks of the state.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no such prompt",
    note = "put `#[prompt]` on the impl block"
)]
pub trait PromptMethod<const INDEX: usize, State: 'static, From> {
    /// The prompt, or nothing.
    const ENTRIES: &'static [PromptEntry<State>];
}

/// One prompt: what it says of itself, its arguments, and how it runs.
pub type PromptEntry<State> = TextEntry<PromptInfo, State>;

impl<State: 'static> TextEntry<PromptInfo, State> {
    /// A prompt whose function returns `R`.
    #[must_use]
    #[allow(
        clippy::extra_unused_type_parameters,
        reason = "what is returned has to be of such a type"
    )]
    pub const fn new<R: IntoPromptResult>(
        info: PromptInfo,
        input: fn(InputSchema) -> InputSchema,
        run: fn(Call<State>) -> CallFuture,
    ) -> Self {
        Self::of(info, input, run)
    }
}

options! {
    /// What a prompt says of itself; built by the macro.
    pub struct PromptInfo {
        /// The name on the wire.
        name,
        /// What it is for.
        description,
    }
    /// A name for people.
    title: &'static str;
    /// The address of an icon.
    icon: &'static str;
    /// How long a call may run.
    timeout: Duration;
    /// How many calls of the prompt may run at once.
    max_running: usize;
    /// What a caller has to be allowed.
    scopes: &'static [&'static str];
    /// The prompt's `_meta`.
    meta: fn() -> Value;
}

/// Prompts listed by [`prompts!`](crate::prompts).
#[derive(Debug)]
pub struct PromptSet<State: 'static> {
    pub(crate) entries: Vec<&'static PromptEntry<State>>,
}

impl<State: 'static> PromptSet<State> {
    /// The prompts of what was listed, one after the other.
    #[doc(hidden)]
    #[must_use]
    pub fn from_groups(listed: &[&'static [&'static [PromptEntry<State>]]]) -> Self {
        Self {
            entries: textual::listed(listed),
        }
    }
}
