//! Asking the client's model.

use serde_json::{Map, Value};

use crate::protocol::json::{self, Members};
use crate::protocol::version::ProtocolVersion;
use crate::tool::content::Content;
use crate::tool::context::Context;
use crate::tool::failure::ToolFailure;

use super::ask::{Asking, Good};
use super::question::QuestionKind;
use super::tool_use::{SamplingTool, ToolChoice, ToolResult, ToolUse};

/// What is asked of a model: a conversation to go on with, and how.
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
///
/// A model may be offered tools, which whoever asks runs; clients of 2025-11-25 and later can
/// ([`ClientInfo::can_sample_with_tools`](crate::ClientInfo::can_sample_with_tools)). Each answer of
/// the model is a question of its own, with a key of its own:
///
/// ```
/// use mcp_runtime::{Context, Sampling, SamplingTool, ToolChoice, ToolFailure};
/// # #[derive(serde::Deserialize, schemars::JsonSchema)]
/// # struct Place { city: String }
/// # fn weather(_: &Place) -> String { String::new() }
///
/// async fn advice(cx: &Context) -> Result<String, ToolFailure> {
///     let tool = SamplingTool::of::<Place>("weather", "The weather of a city.");
///     let mut question = Sampling::new(500).user("Oslo or Bergen?").tool(tool);
///     for step in 0..4 {
///         let said = cx.sample(format!("step {step}"), question.clone()).await?;
///         question = question.said(&said);
///         for call in said.tool_uses() {
///             question = match call.input::<Place>() {
///                 Ok(place) => question.result(&call, weather(&place)),
///                 Err(words) => question.failed(&call, words),
///             };
///         }
///         if said.tool_uses().is_empty() {
///             return Ok(said.text());
///         }
///     }
///     let last = question.tool_choice(ToolChoice::None);
///     Ok(cx.sample("last", last).await?.text())
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct Sampling {
    max_tokens: u32,
    messages: Vec<Message>,
    tools: Vec<SamplingTool>,
    choice: Option<ToolChoice>,
    system: Option<String>,
    temperature: Option<f64>,
    stop: Vec<String>,
    models: Vec<String>,
    cost: Option<f64>,
    speed: Option<f64>,
    intelligence: Option<f64>,
}

/// A message of the conversation.
#[derive(Debug, Clone, PartialEq)]
enum Message {
    User(Content),
    Assistant(Content),
    /// What the model said, as it came.
    Said(Vec<Value>),
    /// What came of the tools that it called.
    Results(Vec<ToolResult>),
}

impl Message {
    /// The ids of the tools' calls in it.
    fn calls(&self) -> Vec<String> {
        match self {
            Self::Said(items) => {
                let calls = items.iter().filter_map(ToolUse::of);
                calls.map(|call| call.id).collect()
            }
            _ => Vec::new(),
        }
    }

    fn write(&self, out: &mut Vec<u8>, version: ProtocolVersion) {
        json::object(out, |message| match self {
            Self::User(content) | Self::Assistant(content) => {
                let is_user = matches!(self, Self::User(_));
                message.string("role", if is_user { "user" } else { "assistant" });
                message.value("content", |out| content.write(out, version));
            }
            Self::Said(items) => {
                message.string("role", "assistant");
                message.array("content", items, |out, item| {
                    json::fragment(out, &item.to_string());
                });
            }
            Self::Results(results) => {
                message.string("role", "user");
                message.array("content", results, |out, result| {
                    json::object(out, |item| result.write(item, version));
                });
            }
        });
    }
}

impl Sampling {
    /// A question that is answered in at most so many tokens.
    pub fn new(max_tokens: u32) -> Self {
        Self {
            max_tokens,
            messages: Vec::new(),
            tools: Vec::new(),
            choice: None,
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
        self.messages.push(Message::User(content.into()));
        self
    }

    /// Adds what the model has said.
    pub fn assistant(mut self, content: impl Into<Content>) -> Self {
        self.messages.push(Message::Assistant(content.into()));
        self
    }

    /// Adds what the model answered, its calls of tools included. Each call needs its
    /// [`result`](Self::result) before the model is asked again.
    pub fn said(mut self, said: &Sampled) -> Self {
        self.messages.push(Message::Said(said.content.clone()));
        self
    }

    /// Adds what came of a call of a tool.
    pub fn result(self, call: &ToolUse, content: impl Into<Content>) -> Self {
        self.answered(call, content.into(), false)
    }

    /// Adds that a call of a tool failed, in words for the model.
    pub fn failed(self, call: &ToolUse, why: impl Into<String>) -> Self {
        self.answered(call, Content::from(why.into()), true)
    }

    fn answered(mut self, call: &ToolUse, content: Content, failed: bool) -> Self {
        let result = ToolResult {
            id: call.id.clone(),
            content,
            failed,
        };
        // A message with results holds nothing else, and all of them are in one.
        match self.messages.last_mut() {
            Some(Message::Results(results)) => results.push(result),
            _ => self.messages.push(Message::Results(vec![result])),
        }
        self
    }

    /// Adds a tool that the model may call.
    pub fn tool(mut self, tool: SamplingTool) -> Self {
        self.tools.push(tool);
        self
    }

    /// Whether the model calls the tools that it is offered; as it likes, when left out.
    pub fn tool_choice(mut self, choice: ToolChoice) -> Self {
        self.choice = Some(choice);
        self
    }

    fn kind(&self) -> QuestionKind {
        let is_result = |message: &Message| matches!(message, Message::Results(_));
        let has_tools = !self.tools.is_empty() || self.choice.is_some();
        if has_tools || self.messages.iter().any(is_result) {
            QuestionKind::SampleTools
        } else {
            QuestionKind::Sample
        }
    }

    /// Each call of a tool has its result in the message behind it.
    fn answers_every_call(&self) -> bool {
        let mut open: Vec<String> = Vec::new();
        for message in &self.messages {
            if let Message::Results(results) = message {
                let mut ids: Vec<_> = results.iter().map(|result| &result.id).collect();
                ids.sort();
                open.sort();
                if !ids.into_iter().eq(&open) {
                    return false;
                }
                open.clear();
            } else if !open.is_empty() {
                return false;
            }
            open.extend(message.calls());
        }
        open.is_empty()
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

    fn problem(&self) -> Option<String> {
        let weights = [self.cost, self.speed, self.intelligence];
        let is_for_models = |message: &Message| match message {
            Message::User(content) | Message::Assistant(content) => content.is_for_models(),
            Message::Said(_) | Message::Results(_) => true,
        };
        let problem = if self.messages.is_empty() {
            Some("a model was to be asked without any message")
        } else if !self.messages.iter().all(is_for_models) {
            Some("a model can be asked with text, images and sounds alone")
        } else if !self.answers_every_call() {
            Some("each tool that a model calls needs one result, before anything else is said")
        } else if !weights
            .into_iter()
            .flatten()
            .all(|it| (0.0..=1.0).contains(&it))
        {
            Some("a preference lies between 0 and 1")
        } else {
            None
        };
        let of_tools = || self.tools.iter().find_map(SamplingTool::problem);
        problem.map(str::to_owned).or_else(of_tools)
    }

    fn write(&self, params: &mut Members<'_>, version: ProtocolVersion) {
        params.array("messages", &self.messages, |out, message| {
            message.write(out, version);
        });
        if !self.tools.is_empty() {
            params.array("tools", &self.tools, |out, tool| tool.write(out));
        }
        if let Some(choice) = self.choice {
            params.object("toolChoice", |members| {
                members.string("mode", choice.as_str());
            });
        }
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
    /// Why it stopped: `endTurn`, `maxTokens`, `stopSequence`, `toolUse`, or words of the client's
    /// own.
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

    /// The tools that it calls.
    #[must_use]
    pub fn tool_uses(&self) -> Vec<ToolUse> {
        self.content.iter().filter_map(ToolUse::of).collect()
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
    /// resource in it, where a tool's input is no struct, or a tool's call has no result.
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
            kind: question.kind(),
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
