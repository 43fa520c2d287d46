//! What of a server a call uses.

/// What of a server a call uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Feature {
    Tool,
    Prompt,
    Resource,
    /// The completion of an argument of a prompt, or of a variable of a resource.
    Completion,
}

impl Feature {
    /// The word for it in messages.
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Prompt => "prompt",
            Self::Resource => "resource",
            Self::Completion => "completion",
        }
    }
}
