//! Prompts, resources and completions, as a client gets them.

use serde_json::{Value, json};

use super::asked::{Asked, Exchange};
use super::outcome::result;
use super::{Client, ProtocolError};

/// What became of a request for a prompt, a resource or suggestions.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Answered<T> {
    /// It was answered.
    Success(T),
    /// It was answered with a protocol error: these requests have no other way to fail.
    ProtocolError(ProtocolError),
    /// It cannot go on without answers; [`Client::answer_prompt`] and [`Client::answer_read`] give
    /// them.
    InputRequired(Asked),
    /// No answer, because it was cancelled.
    Cancelled,
}

impl<T> Answered<T> {
    /// What was answered, when that was no error.
    #[must_use]
    pub fn success(self) -> Option<T> {
        match self {
            Self::Success(answer) => Some(answer),
            _ => None,
        }
    }

    /// The error, when it was answered with one.
    #[must_use]
    pub fn error(&self) -> Option<&ProtocolError> {
        match self {
            Self::ProtocolError(error) => Some(error),
            _ => None,
        }
    }

    /// What is asked, when it cannot go on without answers.
    #[must_use]
    pub fn asked(&self) -> Option<&Asked> {
        match self {
            Self::InputRequired(asked) => Some(asked),
            _ => None,
        }
    }
}

/// A prompt, as a client gets it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GotPrompt {
    /// What it is for.
    pub description: Option<String>,
    /// Its messages.
    pub messages: Vec<GotMessage>,
}

impl GotPrompt {
    fn read(mut result: Value) -> Self {
        let messages = items(&mut result, "messages").into_iter();
        let messages = messages.map(|mut message| GotMessage {
            role: text(&mut message, "role").unwrap_or_default(),
            content: take(&mut message, "content").unwrap_or_default(),
        });
        Self {
            messages: messages.collect(),
            description: text(&mut result, "description"),
        }
    }

    /// The texts of the messages, one a line.
    #[must_use]
    pub fn text(&self) -> String {
        let texts = self.messages.iter().filter_map(GotMessage::text);
        texts.collect::<Vec<_>>().join("\n")
    }
}

/// A message of a prompt.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GotMessage {
    /// Who says it: `user` or `assistant`.
    pub role: String,
    /// What is said: one item of content.
    pub content: Value,
}

impl GotMessage {
    /// The text, when it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.content.get("text")?.as_str()
    }
}

/// A resource, or a part of one, as a client reads it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GotContents {
    /// Its address.
    pub uri: String,
    /// Its type.
    pub mime_type: Option<String>,
    /// The text, when it is one.
    pub text: Option<String>,
    /// The bytes in base64, when it is no text.
    pub blob: Option<String>,
    /// `_meta`.
    pub meta: Option<Value>,
}

impl GotContents {
    fn read(mut result: Value) -> Vec<Self> {
        let parts = items(&mut result, "contents").into_iter();
        let contents = parts.map(|mut part| Self {
            uri: text(&mut part, "uri").unwrap_or_default(),
            mime_type: text(&mut part, "mimeType"),
            text: text(&mut part, "text"),
            blob: text(&mut part, "blob"),
            meta: take(&mut part, "_meta"),
        });
        contents.collect()
    }
}

/// What is completed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completes<'a> {
    /// An argument of the prompt of this name.
    Prompt(&'a str),
    /// A variable of the template with these addresses.
    Resource(&'a str),
}

/// Suggestions for an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GotSuggestions {
    /// The first of them.
    pub values: Vec<String>,
    /// How many there are.
    pub total: Option<u64>,
    /// Whether there are more than were sent.
    pub has_more: bool,
}

impl GotSuggestions {
    fn read(mut result: Value) -> Self {
        let mut completion = take(&mut result, "completion").unwrap_or_default();
        let values = items(&mut completion, "values").into_iter();
        Self {
            values: values
                .filter_map(|value| value.as_str().map(str::to_owned))
                .collect(),
            total: completion.get("total").and_then(Value::as_u64),
            has_more: completion.get("hasMore") == Some(&Value::Bool(true)),
        }
    }
}

impl Client {
    /// Gets a prompt. `arguments` is an object of strings; `null` leaves them out.
    pub async fn prompt(&self, name: &str, arguments: Value) -> Answered<GotPrompt> {
        let params = json!({ "name": name, "arguments": arguments });
        let exchange = self.exchange("prompts/get", params).await;
        self.answered(exchange, GotPrompt::read).await
    }

    /// Answers what a prompt asks, as [`Client::answer`] does for a tool, and goes on with it.
    pub async fn answer_prompt(&self, asked: &Asked, answers: Value) -> Answered<GotPrompt> {
        let exchange = self.reply(asked, &answers).await;
        self.answered(exchange, GotPrompt::read).await
    }

    /// Reads a resource.
    pub async fn read(&self, uri: &str) -> Answered<Vec<GotContents>> {
        let exchange = self.exchange("resources/read", json!({ "uri": uri })).await;
        self.answered(exchange, GotContents::read).await
    }

    /// Answers what a resource asks, as [`Client::answer`] does for a tool, and goes on with it.
    pub async fn answer_read(&self, asked: &Asked, answers: Value) -> Answered<Vec<GotContents>> {
        let exchange = self.reply(asked, &answers).await;
        self.answered(exchange, GotContents::read).await
    }

    /// Asks for suggestions for an argument that holds `value` so far; `filled` is what other
    /// arguments hold already.
    pub async fn complete(
        &self,
        what: Completes<'_>,
        argument: &str,
        value: &str,
        filled: &[(&str, &str)],
    ) -> Answered<GotSuggestions> {
        let reference = match what {
            Completes::Prompt(name) => json!({ "type": "ref/prompt", "name": name }),
            Completes::Resource(uri) => json!({ "type": "ref/resource", "uri": uri }),
        };
        let filled = filled
            .iter()
            .map(|(name, text)| ((*name).to_owned(), json!(text)));
        let params = json!({
            "ref": reference,
            "argument": { "name": argument, "value": value },
            "context": { "arguments": Value::Object(filled.collect()) },
        });
        let exchange = self.exchange("completion/complete", params).await;
        self.answered(exchange, GotSuggestions::read).await
    }

    /// The prompts as the server lists them, from all pages.
    ///
    /// # Errors
    ///
    /// The server answers with a protocol error.
    pub async fn list_prompts(&self) -> Result<Vec<Value>, ProtocolError> {
        self.list("prompts/list", "prompts").await
    }

    /// The resources at fixed addresses as the server lists them, from all pages.
    ///
    /// # Errors
    ///
    /// The server answers with a protocol error.
    pub async fn list_resources(&self) -> Result<Vec<Value>, ProtocolError> {
        self.list("resources/list", "resources").await
    }

    /// The templates of addresses as the server lists them, from all pages.
    ///
    /// # Errors
    ///
    /// The server answers with a protocol error.
    pub async fn list_resource_templates(&self) -> Result<Vec<Value>, ProtocolError> {
        self.list("resources/templates/list", "resourceTemplates")
            .await
    }

    async fn answered<T>(&self, exchange: Exchange, read: fn(Value) -> T) -> Answered<T> {
        match self.settle(exchange).await {
            Exchange::Nothing => Answered::Cancelled,
            Exchange::Asked(asked) => Answered::InputRequired(asked),
            Exchange::Answer(answer) => match result(answer) {
                Ok(result) => Answered::Success(read(result)),
                Err(error) => Answered::ProtocolError(error),
            },
        }
    }
}

fn take(value: &mut Value, member: &str) -> Option<Value> {
    value.get_mut(member).map(Value::take)
}

fn text(value: &mut Value, member: &str) -> Option<String> {
    match take(value, member)? {
        Value::String(text) => Some(text),
        _ => None,
    }
}

fn items(value: &mut Value, member: &str) -> Vec<Value> {
    match take(value, member) {
        Some(Value::Array(items)) => items,
        _ => Vec::new(),
    }
}
