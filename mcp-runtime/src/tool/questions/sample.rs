//! Asking the client's model.

use serde_json::{Map, Value};

use crate::protocol::json::{self, Members};
use crate::protocol::version::ProtocolVersion;
use crate::tool::content::Content;
use crate::tool::context::Context;
use crate::tool::failure::ToolFailure;

use super::ask::{Asking, Good};
use super::question::QuestionKind;

/// What is asked of a model: a conversation to go on with, and how.
///
/// It has no tools for the model to call, which clients of 2025-11-25 may offer (`sampling.tools`). The
/// protocol deprecates sampling with 2026-07-28 and asks that nothing new be built on it; and there each
/// step of such a loop would be a round of its own, with the whole conversation in the state that the
/// client keeps. A server that needs such a loop calls a model's service itself.
///
/// ```
/// use mcp_runtime::{Context, Sampling, ToolFailure};
///
/// async fn summary(report: &str, cx: &Context) -> Result<String, ToolFailure> {
///     let question = Sampling::new(200)
///         .system("You summarise reports in two sentences.")
///         .user(report)
///         .prefer_speed(0.8);
///     Ok(cx.sample("summary", question).await?.text())
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct Sampling {
    max_tokens: u32,
    messages: Vec<(&'static str, Content)>,
    system: Option<String>,
    temperature: Option<f64>,
    stop: Vec<String>,
    models: Vec<String>,
    cost: Option<f64>,
    speed: Option<f64>,
    intelligence: Option<f64>,
}

impl Sampling {
    /// A question that is answered in at most so many tokens.
    pub fn new(max_tokens: u32) -> Self {
        Self {
            max_tokens,
            messages: Vec::new(),
            system: None,
            temperature: None,
            stop: Vec::new(),
            models: Vec::new(),
            cost: None,
            speed: None,
            intelligence: None,
        }
    }

    /// Adds what the user says: text, an image or a sound.
    pub fn user(mut self, content: impl Into<Content>) -> Self {
        self.messages.push(("user", content.into()));
        self
    }

    /// Adds what the model has said.
    pub fn assistant(mut self, content: impl Into<Content>) -> Self {
        self.messages.push(("assistant", content.into()));
        self
    }

    /// What the model is told ahead of the conversation.
    pub fn system(mut self, prompt: impl Into<String>) -> Self {
        self.system = Some(prompt.into());
        self
    }

    /// How free the model is in its words.
    pub fn temperature(mut self, temperature: f64) -> Self {
        self.temperature = Some(temperature);
        self
    }

    /// Adds a text at which the model stops.
    pub fn stop_at(mut self, text: impl Into<String>) -> Self {
        self.stop.push(text.into());
        self
    }

    /// Adds a model, or a part of its name, that would be right; the first is the best.
    pub fn model(mut self, name: impl Into<String>) -> Self {
        self.models.push(name.into());
        self
    }

    /// How much a low price matters, from 0 to 1.
    pub fn prefer_low_cost(mut self, weight: f64) -> Self {
        self.cost = Some(weight);
        self
    }

    /// How much a quick answer matters, from 0 to 1.
    pub fn prefer_speed(mut self, weight: f64) -> Self {
        self.speed = Some(weight);
        self
    }

    /// How much an able model matters, from 0 to 1.
    pub fn prefer_intelligence(mut self, weight: f64) -> Self {
        self.intelligence = Some(weight);
        self
    }

    fn problem(&self) -> Option<&'static str> {
        let weights = [self.cost, self.speed, self.intelligence];
        if self.messages.is_empty() {
            Some("a model was to be asked without any message")
        } else if !self
            .messages
            .iter()
            .all(|(_, content)| content.is_for_models())
        {
            Some("a model can be asked with text, images and sounds alone")
        } else if !weights
            .into_iter()
            .flatten()
            .all(|it| (0.0..=1.0).contains(&it))
        {
            Some("a preference lies between 0 and 1")
        } else {
            None
        }
    }

    fn write(&self, params: &mut Members<'_>, version: ProtocolVersion) {
        params.array("messages", &self.messages, |out, (role, content)| {
            json::object(out, |message| {
                message.string("role", role);
                message.value("content", |out| content.write(out, version));
            });
        });
        let weights = [
            ("costPriority", self.cost),
            ("speedPriority", self.speed),
            ("intelligencePriority", self.intelligence),
        ];
        if !self.models.is_empty() || weights.iter().any(|(_, weight)| weight.is_some()) {
            params.object("modelPreferences", |preferences| {
                if !self.models.is_empty() {
                    preferences.array("hints", &self.models, |out, name| {
                        json::object(out, |hint| hint.string("name", name));
                    });
                }
                for (name, weight) in weights {
                    if let Some(weight) = weight {
                        preferences.number(name, weight);
                    }
                }
            });
        }
        if let Some(system) = &self.system {
            params.string("systemPrompt", system);
        }
        if let Some(temperature) = self.temperature {
            params.number("temperature", temperature);
        }
        params.unsigned("maxTokens", self.max_tokens.into());
        if !self.stop.is_empty() {
            params.array("stopSequences", &self.stop, |out, text| {
                json::string(out, text);
            });
        }
    }
}

/// What a model said.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Sampled {
    /// The items of its message, as they came.
    pub content: Vec<Value>,
    /// The model's name.
    pub model: String,
    /// Why it stopped: `endTurn`, `maxTokens`, `stopSequence`, or words of the client's own.
    pub stop_reason: Option<String>,
}

impl Sampled {
    /// The texts of the message.
    #[must_use]
    pub fn text(&self) -> String {
        let texts = self
            .content
            .iter()
            .filter_map(|item| item.get("text")?.as_str())
            .collect::<Vec<_>>();
        texts.join("\n")
    }
}

impl Context {
    /// Has the client's model say something, if its user lets it. (The protocol deprecates this
    /// from 2026-07-28 on.)
    ///
    /// `key` names the question among those of the call; see [`Context::elicit`] for how questions
    /// are carried. What comes back is text from elsewhere, and no more to be trusted than any.
    ///
    /// # Errors
    ///
    /// As [`Context::elicit`]; `internal` where the question has no message, or one with a
    /// resource in it.
    pub async fn sample(
        &self,
        key: impl Into<String>,
        question: Sampling,
    ) -> Result<Sampled, ToolFailure> {
        if let Some(problem) = question.problem() {
            return Err(ToolFailure::internal(problem));
        }
        let version = self.protocol_version();
        let asking = Asking {
            key: key.into(),
            kind: QuestionKind::Sample,
            write: |params: &mut Members<'_>, _: Option<&str>| question.write(params, version),
            read,
        };
        asking.ask(self).await
    }
}

fn read(answer: &Value) -> Result<Good<Sampled>, String> {
    let content = match answer.get("content") {
        Some(Value::Array(items)) => items.clone(),
        Some(item @ Value::Object(_)) => vec![item.clone()],
        _ => return Err("'content' must be an item or a list of items".to_owned()),
    };
    if !content
        .iter()
        .all(|item| item.get("type").is_some_and(Value::is_string))
    {
        return Err("every item of 'content' must have a 'type'".to_owned());
    }
    let text = |name: &str| answer.get(name).and_then(Value::as_str).map(str::to_owned);
    let value = Sampled {
        content,
        model: text("model").ok_or_else(|| "'model' must be a string".to_owned())?,
        stop_reason: text("stopReason"),
    };
    let mut kept = Map::new();
    kept.insert("content".to_owned(), value.content.clone().into());
    kept.insert("model".to_owned(), value.model.clone().into());
    if let Some(reason) = &value.stop_reason {
        kept.insert("stopReason".to_owned(), reason.clone().into());
    }
    let kept = kept.into();
    Ok(Good { value, kept })
}
