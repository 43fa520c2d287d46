//! What a call asks its client, on a command line: answered by what was given, by the person at
//! the terminal, or not at all, and then it is said what is missing.

use std::fmt::Write as _;
use std::io::{self, IsTerminal};

use serde_json::{Map, Value, json};

use super::interview;
use super::values;

/// The answers that a command line has.
#[derive(Debug)]
pub(super) struct Answers {
    given: Vec<Given>,
    /// Whether there is a person to ask.
    asks: bool,
}

/// One `--answer`.
#[derive(Debug)]
struct Given {
    key: String,
    text: String,
    is_used: bool,
}

/// A question, as far as a command line tells them apart.
#[derive(Debug)]
pub(super) enum Question<'q> {
    /// A form, with its schema.
    Form(&'q Value),
    /// An address to open.
    Address(&'q str),
    /// Something for a model to say.
    Model,
    /// The folders that the client works in.
    Roots,
}

impl<'q> Question<'q> {
    fn of(request: &'q Value) -> Self {
        let params = request.get("params").unwrap_or(&Value::Null);
        match request.get("method").and_then(Value::as_str) {
            Some("sampling/createMessage") => Self::Model,
            Some("roots/list") => Self::Roots,
            _ => match params.get("url").and_then(Value::as_str) {
                Some(url) => Self::Address(url),
                None => Self::Form(params.get("requestedSchema").unwrap_or(&Value::Null)),
            },
        }
    }

    /// The answer that a text on the command line is; `None` where it is none.
    fn answer(&self, text: &str) -> Option<Value> {
        let value = serde_json::from_str::<Value>(text);
        let word = value.as_ref().ok().and_then(Value::as_str);
        let word = word.unwrap_or(text).to_owned();
        let is_for_the_user = matches!(self, Self::Form(_) | Self::Address(_));
        if is_for_the_user && matches!(&*word, "decline" | "cancel") {
            return Some(json!({ "action": word }));
        }
        match (self, value) {
            (Self::Form(_), Ok(content @ Value::Object(_))) => Some(accepted(&content)),
            (Self::Form(schema), _) => {
                let mut names = fields(schema).into_iter().map(|(name, _)| name);
                let (Some(only), None) = (names.next(), names.next()) else {
                    return None;
                };
                let pairs = [(only, text.to_owned())];
                let content = serde_json::from_str(&values::arguments(schema, &pairs)).ok()?;
                Some(accepted(&content))
            }
            (Self::Address(_), _) => (word == "accept").then(|| json!({ "action": "accept" })),
            (Self::Model, Ok(said @ Value::Object(_))) => Some(said),
            (Self::Model, _) => Some(said(text)),
            (Self::Roots, Ok(roots @ Value::Object(_))) => Some(roots),
            (Self::Roots, Ok(Value::Array(uris))) => {
                let roots: Vec<_> = uris.iter().map(|uri| json!({ "uri": uri })).collect();
                Some(json!({ "roots": roots }))
            }
            (Self::Roots, _) => None,
        }
    }

    /// What to write behind `--answer` for it.
    fn example(&self, key: &str) -> String {
        let answer = match self {
            Self::Form(schema) => {
                let example = |(name, field): (&String, &Value)| (name.clone(), sample(field));
                let content: Map<String, Value> = fields(schema).iter().map(example).collect();
                Value::Object(content).to_string()
            }
            Self::Address(_) => "accept".to_owned(),
            Self::Model => "what the model says".to_owned(),
            Self::Roots => r#"["file:///folder"]"#.to_owned(),
        };
        format!("--answer '{key}={answer}'")
    }
}

/// The fields of a form.
pub(super) fn fields(schema: &Value) -> Map<String, Value> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.cloned().unwrap_or_default()
}

/// The answer of a user who filled in a form.
pub(super) fn accepted(content: &Value) -> Value {
    json!({ "action": "accept", "content": content })
}

/// The answer of a model that says a text.
pub(super) fn said(text: &str) -> Value {
    let content = json!({ "type": "text", "text": text });
    json!({ "role": "assistant", "content": content, "model": "command line", "stopReason": "endTurn" })
}

/// A value that a field may have, to be replaced.
fn sample(field: &Value) -> Value {
    match field.get("type").and_then(Value::as_str) {
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(true),
        Some("array") => {
            let items = field.get("items").unwrap_or(&Value::Null);
            Value::Array(vec![sample(items)])
        }
        _ => {
            let first = values::choices(field).into_iter().next();
            first.map_or_else(|| json!(".."), |(value, _)| json!(value))
        }
    }
}

impl Answers {
    pub(super) fn new(given: Vec<(String, String)>) -> Self {
        let given = given.into_iter().map(|(key, text)| Given {
            key,
            text,
            is_used: false,
        });
        Self {
            given: given.collect(),
            asks: io::stdin().is_terminal() && io::stderr().is_terminal(),
        }
    }

    /// The answers to some questions, by their keys.
    ///
    /// # Errors
    ///
    /// What is missing, and how to give it.
    pub(super) fn to(&mut self, questions: &Map<String, Value>) -> Result<Value, String> {
        let mut answers = Map::new();
        let mut missing = Vec::new();
        for (key, request) in questions {
            let question = Question::of(request);
            let message = request.pointer("/params/message").and_then(Value::as_str);
            let message = message.unwrap_or_default();
            let given = self
                .given
                .iter_mut()
                .find(|it| it.key == *key && !it.is_used);
            if let Some(given) = given {
                given.is_used = true;
                let answer = question.answer(&given.text).ok_or_else(|| {
                    let example = question.example(key);
                    format!("'{}' is no answer to '{key}': write {example}", given.text)
                })?;
                answers.insert(key.clone(), answer);
            } else if let Question::Roots = question {
                answers.insert(key.clone(), here());
            } else if self.asks {
                answers.insert(key.clone(), interview::ask(&question, message, request));
            } else {
                missing.push(format!("\n  {message}\n    {}", question.example(key)));
            }
        }
        if missing.is_empty() {
            return Ok(Value::Object(answers));
        }
        Err(format!(
            "the call asks its user, and nobody is at this terminal; run it again with{}",
            missing.concat()
        ))
    }

    /// The keys of answers that nothing asked for.
    pub(super) fn unused(&self) -> impl Iterator<Item = &str> {
        let unused = self.given.iter().filter(|given| !given.is_used);
        unused.map(|given| &*given.key)
    }
}

/// The folder that the command runs in.
fn here() -> Value {
    let folder = std::env::current_dir().unwrap_or_default();
    let mut uri = "file://".to_owned();
    for byte in folder.to_string_lossy().bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a `String` cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    json!({ "roots": [{ "uri": uri }] })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> Value {
        json!({ "properties": { "name": { "type": "string" }, "floor": { "type": "integer" } } })
    }

    #[test]
    fn an_answer_on_the_command_line_is_what_its_question_asks_for() {
        let (form, one) = (
            form(),
            json!({ "properties": { "days": { "type": "integer" } } }),
        );
        let accept = |content: Value| Some(accepted(&content));
        for (question, text, answer) in [
            (
                Question::Form(&form),
                r#"{"name":"Ada"}"#,
                accept(json!({ "name": "Ada" })),
            ),
            (
                Question::Form(&form),
                "decline",
                Some(json!({ "action": "decline" })),
            ),
            (
                Question::Form(&form),
                "\"cancel\"",
                Some(json!({ "action": "cancel" })),
            ),
            (Question::Form(&form), "Ada", None),
            (Question::Form(&one), "3", accept(json!({ "days": 3 }))),
            (
                Question::Form(&one),
                "three",
                accept(json!({ "days": "three" })),
            ),
            (
                Question::Address("x:y"),
                "accept",
                Some(json!({ "action": "accept" })),
            ),
            (Question::Address("x:y"), "yes", None),
            (Question::Model, "Paris", Some(said("Paris"))),
            (
                Question::Model,
                r#"{"model":"m"}"#,
                Some(json!({ "model": "m" })),
            ),
            (
                Question::Roots,
                r#"["a:b"]"#,
                Some(json!({ "roots": [{ "uri": "a:b" }] })),
            ),
            (Question::Roots, "here", None),
        ] {
            assert_eq!(question.answer(text), answer, "{question:?} {text}");
        }
    }

    #[test]
    fn the_example_is_an_answer() {
        let form = form();
        let question = Question::Form(&form);
        let example = question.example("place");
        assert_eq!(example, r#"--answer 'place={"floor":1,"name":".."}'"#);
        let text = example
            .split_once('=')
            .map(|(_, text)| text.trim_end_matches('\''));
        assert!(text.and_then(|text| question.answer(text)).is_some());
    }
}
