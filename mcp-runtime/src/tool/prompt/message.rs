//! What a prompt gives: messages for a conversation.

use std::borrow::Cow;

use crate::protocol::json::{self, Members};
use crate::protocol::version::ProtocolVersion;
use crate::tool::content::{Audience, Content};
use crate::tool::failure::ToolFailure;
use crate::tool::result::{CallResult, Kind};

/// One message of a prompt: who says it, and what.
///
/// ```
/// use mcp_runtime::{Content, PromptMessage};
///
/// let question = PromptMessage::user("What is wrong with this picture?");
/// let picture = PromptMessage::user(Content::image([0x89, b'P', b'N', b'G'], "image/png"));
/// let answer = PromptMessage::assistant("It shows too little of the error. Please scroll up.");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct PromptMessage {
    role: Audience,
    content: Content,
}

impl PromptMessage {
    /// A message of the person in front of the host.
    #[must_use]
    pub fn user(content: impl Into<Content>) -> Self {
        Self {
            role: Audience::User,
            content: content.into(),
        }
    }

    /// A message of the model.
    #[must_use]
    pub fn assistant(content: impl Into<Content>) -> Self {
        Self {
            role: Audience::Assistant,
            content: content.into(),
        }
    }
}

/// The messages of a prompt, and what they are for, where that depends on the arguments.
///
/// ```
/// use mcp_runtime::{Prompt, PromptMessage};
///
/// fn review(language: &str, code: &str) -> Prompt {
///     Prompt::new([PromptMessage::user(format!("Review this {language} code:\n{code}"))])
///         .description(format!("A review of {language} code"))
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    description: Option<String>,
    messages: Vec<PromptMessage>,
}

impl Prompt {
    /// A prompt of these messages.
    #[must_use]
    pub fn new(messages: impl IntoIterator<Item = PromptMessage>) -> Self {
        Self {
            description: None,
            messages: messages.into_iter().collect(),
        }
    }

    /// What these messages are for, in place of what the prompt's declaration says.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Adds a message.
    #[must_use]
    pub fn message(mut self, message: PromptMessage) -> Self {
        self.messages.push(message);
        self
    }

    pub(crate) fn write(&self, result: &mut Members<'_>, version: ProtocolVersion, declared: &str) {
        result.string(
            "description",
            self.description.as_deref().unwrap_or(declared),
        );
        result.array("messages", &self.messages, |out, message| {
            json::object(out, |item| {
                item.string("role", message.role.as_str());
                item.value("content", |out| message.content.write(out, version));
            });
        });
    }
}

/// A value that a prompt gives.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by a prompt",
    label = "not a result of a prompt",
    note = "return `String`, `&str`, `PromptMessage`, `Vec<PromptMessage>` or `Prompt`"
)]
pub trait IntoPrompt {
    /// The prompt.
    fn into_prompt(self) -> Prompt;
}

impl IntoPrompt for Prompt {
    fn into_prompt(self) -> Prompt {
        self
    }
}

impl IntoPrompt for PromptMessage {
    fn into_prompt(self) -> Prompt {
        Prompt::new([self])
    }
}

impl IntoPrompt for Vec<PromptMessage> {
    fn into_prompt(self) -> Prompt {
        Prompt::new(self)
    }
}

impl<const N: usize> IntoPrompt for [PromptMessage; N] {
    fn into_prompt(self) -> Prompt {
        Prompt::new(self)
    }
}

/// What is said without a role is said by the user.
macro_rules! user_message {
    ($($type:ty),* $(,)?) => {$(
        impl IntoPrompt for $type {
            fn into_prompt(self) -> Prompt {
                PromptMessage::user(self).into_prompt()
            }
        }
    )*};
}
user_message!(String, &str, Cow<'_, str>, Box<str>, Content);

/// A return type of a prompt.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by a prompt",
    label = "not a result of a prompt",
    note = "return `String`, `&str`, `PromptMessage`, `Vec<PromptMessage>`, `Prompt`, or a `Result` of one of them",
    note = "the error of a `Result` converts into `ToolFailure`: derive `ToolFailure` on an enum of yours, or call `.or_unavailable(\"..\")`, `.or_not_found(\"..\")` or `.or_internal()` of `mcp_runtime::ResultExt` where it comes up"
)]
pub trait IntoPromptResult {
    /// The result of the call.
    fn into_prompt_result(self) -> CallResult;
}

#[diagnostic::do_not_recommend]
impl<T: IntoPrompt> IntoPromptResult for T {
    fn into_prompt_result(self) -> CallResult {
        CallResult(Kind::Prompt(self.into_prompt()))
    }
}

impl<T: IntoPrompt, E: Into<ToolFailure>> IntoPromptResult for Result<T, E> {
    fn into_prompt_result(self) -> CallResult {
        match self {
            Ok(value) => value.into_prompt_result(),
            Err(error) => CallResult(Kind::Failure(error.into())),
        }
    }
}

/// What makes a call's result of what a prompt's function returned; see
/// [`answer`](crate::__private::answer).
#[must_use]
pub fn prompt_answer<R: IntoPromptResult>() -> fn(R) -> CallResult {
    R::into_prompt_result
}
