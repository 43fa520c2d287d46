//! What a call asks its client, on a command line: answered by what was given, by the person at
//! the terminal, or not at all, and then it is said what is missing.

use std::fmt::Write as _;
use std::io::{self, IsTerminal};

use serde_json::{Map, Value, json};

use super::interview;
use super::members::{Members, quoted};
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
    /// A form: what it is for, and its schema as JSON text.
    Form(String, &'q str),
    /// An address to open, and what for.
    Address(String, String),
    /// Something for a model to say: the parameters as JSON text.
    Model(&'q str),
    /// The folders that the client works in.
    Roots,
}

impl<'q> Question<'q> {
    fn of(request: &'q str) -> Self {
        let request = Members::of(request);
        let params = request.get("params");
        match &*request.text("method") {
            "sampling/createMessage" => Self::Model(params),
            "roots/list" => Self::Roots,
            _ => {
                let params = Members::of(params);
                let message = params.text("message");
                match params.find("url") {
                    Some(_) => Self::Address(message, params.text("url")),
                    None => Self::Form(message, params.get("requestedSchema")),
                }
            }
        }
    }

    /// What is asked, in words.
    fn words(&self) -> String {
        match self {
            Self::Form(message, _) => message.clone(),
            Self::Address(message, url) => format!("{message} ({url})"),
            Self::Model(params) => interview::conversation(params).replace('\n', "\n  "),
            Self::Roots => "Which folders are worked in?".to_owned(),
        }
    }

    /// The answer that a text on the command line is; `None` where it is none.
    fn answer(&self, text: &str) -> Option<Value> {
        let value = serde_json::from_str::<Value>(text);
        let word = value.as_ref().ok().and_then(Value::as_str);
        let word = word.unwrap_or(text).to_owned();
        let is_for_the_user = matches!(self, Self::Form(..) | Self::Address(..));
        if is_for_the_user && matches!(&*word, "decline" | "cancel") {
            return Some(json!({ "action": word }));
        }
        match (self, value) {
            (Self::Form(..), Ok(content @ Value::Object(_))) => Some(accepted(&content)),
            (Self::Form(_, schema), _) => {
                let fields = fields(schema);
                let [(only, _)] = &fields[..] else {
                    return None;
                };
                let schema = serde_json::from_str(schema).unwrap_or_default();
                let pairs = [(only.clone(), text.to_owned())];
                let content = serde_json::from_str(&values::arguments(&schema, &pairs)).ok()?;
                Some(accepted(&content))
            }
            (Self::Address(..), _) => (word == "accept").then(|| json!({ "action": "accept" })),
            (Self::Model(_), Ok(said @ Value::Object(_))) => Some(said),
            (Self::Model(_), _) => Some(said(text)),
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
            Self::Form(_, schema) => {
                let fields = fields(schema).into_iter();
                let members =
                    fields.map(|(name, field)| format!("{}:{}", quoted(&name), sample(&field)));
                format!("{{{}}}", members.collect::<Vec<_>>().join(","))
            }
            Self::Address(..) => "accept".to_owned(),
            Self::Model(_) => "what the model says".to_owned(),
            Self::Roots => r#"["file:///folder"]"#.to_owned(),
        };
        format!("--answer '{key}={answer}'")
    }
}

/// The fields of a form, in the order written.
pub(super) fn fields(schema: &str) -> Vec<(String, Value)> {
    let schema = Members::of(schema);
    let properties = Members::of(schema.get("properties"));
    let fields = properties.names().map(|name| {
        let field = serde_json::from_str(properties.get(name));
        (name.to_owned(), field.unwrap_or_default())
    });
    fields.collect()
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

    /// The answers to some questions: both are JSON texts of objects, with members by their keys.
    ///
    /// # Errors
    ///
    /// What is missing, and how to give it.
    pub(super) fn to(&mut self, questions: &str) -> Result<Value, String> {
        let mut answers = Map::new();
        let mut missing = Vec::new();
        let questions = Members::of(questions);
        for key in questions.names() {
            let question = Question::of(questions.get(key));
            let given = self
                .given
                .iter_mut()
                .find(|it| it.key == key && !it.is_used);
            if let Some(given) = given {
                given.is_used = true;
                let answer = question.answer(&given.text).ok_or_else(|| {
                    let example = question.example(key);
                    format!("'{}' is no answer to '{key}': write {example}", given.text)
                })?;
                answers.insert(key.to_owned(), answer);
            } else if let Question::Roots = question {
                answers.insert(key.to_owned(), here());
            } else if self.asks {
                let answer = interview::ask(&question)
                    .ok_or_else(|| format!("the question '{key}' was not answered"))?;
                answers.insert(key.to_owned(), answer);
            } else {
                missing.push(format!(
                    "\n  {}\n    {}",
                    question.words(),
                    question.example(key)
                ));
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

    const FORM: &str = r#"{"properties":{"name":{"type":"string"},"floor":{"type":"integer"}}}"#;

    fn form(schema: &str) -> Question<'_> {
        Question::Form(String::new(), schema)
    }

    #[test]
    fn an_answer_on_the_command_line_is_what_its_question_asks_for() {
        let one = r#"{"properties":{"days":{"type":"integer"}}}"#;
        let accept = |content: Value| Some(accepted(&content));
        let address = || Question::Address(String::new(), "x:y".to_owned());
        for (question, text, answer) in [
            (
                form(FORM),
                r#"{"name":"Ada"}"#,
                accept(json!({ "name": "Ada" })),
            ),
            (form(FORM), "decline", Some(json!({ "action": "decline" }))),
            (
                form(FORM),
                "\"cancel\"",
                Some(json!({ "action": "cancel" })),
            ),
            (form(FORM), "Ada", None),
            (form(one), "3", accept(json!({ "days": 3 }))),
            (form(one), "three", accept(json!({ "days": "three" }))),
            (address(), "accept", Some(json!({ "action": "accept" }))),
            (address(), "yes", None),
            (Question::Model(""), "Paris", Some(said("Paris"))),
            (
                Question::Model(""),
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
    fn the_example_is_an_answer_with_the_fields_in_their_order() {
        let question = form(FORM);
        let example = question.example("place");
        assert_eq!(example, r#"--answer 'place={"name":"..","floor":1}'"#);
        let text = example
            .split_once('=')
            .map(|(_, text)| text.trim_end_matches('\''));
        assert!(text.and_then(|text| question.answer(text)).is_some());
    }
}
