//! What became of a call.

use serde_json::Value;

use crate::protocol::meta;

use super::asked::Asked;

/// Which channel answered a call, and what it said.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Outcome {
    /// The tool succeeded.
    #[non_exhaustive]
    Success {
        /// The items of `content`.
        content: Vec<Value>,
        /// `structuredContent`.
        structured: Option<Value>,
        /// `_meta`.
        meta: Option<Value>,
    },
    /// The tool failed: the model reads why.
    #[non_exhaustive]
    ToolFailure {
        /// What the model reads.
        text: String,
        /// The same for programs: the failure's machine-readable twin.
        details: Value,
    },
    /// The request never reached the tool: the host handles it.
    #[non_exhaustive]
    ProtocolError {
        /// The code.
        code: i64,
        /// What went wrong.
        message: String,
        /// `error.data`.
        data: Option<Value>,
    },
    /// The call cannot go on without answers: [`Client::answer`](super::Client::answer) gives them.
    InputRequired(Asked),
    /// No answer, because the call was cancelled.
    Cancelled,
}

/// A protocol error, as a client gets it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[error("{message} ({code})")]
pub struct ProtocolError {
    /// The code.
    pub code: i64,
    /// What went wrong.
    pub message: String,
    /// `error.data`.
    pub data: Option<Value>,
}

impl Outcome {
    /// What an answer to `tools/call` says.
    pub(super) fn read(answer: Value) -> Self {
        match result(answer) {
            Err(ProtocolError {
                code,
                message,
                data,
            }) => Self::ProtocolError {
                code,
                message,
                data,
            },
            Ok(mut result) => {
                let mut take = |name: &str| result.get_mut(name).map(Value::take);
                let failed = take("isError") == Some(Value::Bool(true));
                let content = match take("content") {
                    Some(Value::Array(content)) => content,
                    _ => Vec::new(),
                };
                let meta = take("_meta");
                if failed {
                    Self::ToolFailure {
                        text: text_of(&content),
                        details: meta
                            .as_ref()
                            .and_then(|meta| meta.get(meta::FAILURE))
                            .cloned()
                            .unwrap_or_default(),
                    }
                } else {
                    Self::Success {
                        content,
                        structured: take("structuredContent"),
                        meta,
                    }
                }
            }
        }
    }

    /// What was said, by whichever channel: the texts of the content, the failure's text, the
    /// error's message.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Success { content, .. } => text_of(content),
            Self::ToolFailure { text, .. } => text.clone(),
            Self::ProtocolError { message, .. } => message.clone(),
            Self::InputRequired(_) | Self::Cancelled => String::new(),
        }
    }

    /// What the call asks, when it does.
    #[must_use]
    pub fn asked(&self) -> Option<&Asked> {
        match self {
            Self::InputRequired(asked) => Some(asked),
            _ => None,
        }
    }

    /// The structured content of a success.
    #[must_use]
    pub fn structured(&self) -> Option<&Value> {
        match self {
            Self::Success { structured, .. } => structured.as_ref(),
            _ => None,
        }
    }
}

pub(super) fn result(mut answer: Value) -> Result<Value, ProtocolError> {
    if let Some(mut error) = answer.get_mut("error").map(Value::take) {
        return Err(ProtocolError {
            code: error
                .get("code")
                .and_then(Value::as_i64)
                .unwrap_or_default(),
            message: error
                .get("message")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned(),
            data: error.get_mut("data").map(Value::take),
        });
    }
    Ok(answer
        .get_mut("result")
        .map(Value::take)
        .unwrap_or_default())
}

fn text_of(content: &[Value]) -> String {
    let texts = content
        .iter()
        .filter_map(|item| item.get("text")?.as_str())
        .collect::<Vec<_>>();
    texts.join("\n")
}
