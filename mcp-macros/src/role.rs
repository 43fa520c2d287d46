//! What a macro makes of functions: tools, prompts or resources. What differs between them is said
//! here; the rest of the crate asks.

use proc_macro2::Ident;

use crate::names::local;

/// What a macro makes of functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Tool,
    Prompt,
    Resource,
}

impl Role {
    pub(crate) const ALL: [Self; 3] = [Self::Tool, Self::Prompt, Self::Resource];

    /// The attribute's name, and the word in messages.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Prompt => "prompt",
            Self::Resource => "resource",
        }
    }

    /// An example of the hidden type's name.
    pub(crate) const fn marker(self) -> &'static str {
        match self {
            Self::Tool => "FindCityTool",
            Self::Prompt => "ReviewPrompt",
            Self::Resource => "NotesResource",
        }
    }

    /// The trait with what is known at compile time: names, or addresses.
    pub(crate) fn names(self) -> Ident {
        local(match self {
            Self::Tool => "ToolNames",
            Self::Prompt => "PromptNames",
            Self::Resource => "ResourceNames",
        })
    }

    /// The trait of what is listed.
    pub(crate) fn item(self) -> Ident {
        local(match self {
            Self::Tool => "Tool",
            Self::Prompt => "PromptItem",
            Self::Resource => "ResourceItem",
        })
    }

    /// The trait of a place in an impl block that a `#[cfg]` decides about.
    pub(crate) fn method(self) -> Ident {
        local(match self {
            Self::Tool => "Method",
            Self::Prompt => "PromptMethod",
            Self::Resource => "ResourceMethod",
        })
    }

    /// The type of an entry.
    pub(crate) fn entry(self) -> Ident {
        local(match self {
            Self::Tool => "ToolEntry",
            Self::Prompt => "PromptEntry",
            Self::Resource => "ResourceEntry",
        })
    }

    /// The type of what an entry says of itself.
    pub(crate) fn info(self) -> Ident {
        local(match self {
            Self::Tool => "ToolInfo",
            Self::Prompt => "PromptInfo",
            Self::Resource => "ResourceInfo",
        })
    }

    /// The function that takes what was returned.
    pub(crate) fn answer(self) -> Ident {
        local(match self {
            Self::Tool => "answer",
            Self::Prompt => "prompt_answer",
            Self::Resource => "resource_answer",
        })
    }
}
