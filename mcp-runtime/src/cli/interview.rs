//! Asking the person at the terminal, on standard error and standard input.

use std::io::{self, BufRead};

use serde_json::{Map, Value, json};

use super::asking::{Question, accepted, fields, said};
use super::members::Members;
use super::message;
use super::terminal::harmless;
use super::values;

/// The answer of the person to a question, which the end of input cancels; `None` where the
/// question cannot be cancelled.
pub(super) fn ask(question: &Question<'_>) -> Option<Value> {
    let cancelled = || Some(json!({ "action": "cancel" }));
    match question {
        Question::Form(message, schema) => form(message, schema).or_else(cancelled),
        Question::Address(message, url) => {
            let typed = line(&format!(
                "{message}\n  {url}\nOpen it and press Enter, or type n"
            ));
            let answer =
                typed.map(|it| json!({ "action": if it == "n" { "decline" } else { "accept" } }));
            answer.or_else(cancelled)
        }
        Question::Model(params) => {
            let typed = line(&format!(
                "{}\nWhat does the model say?",
                conversation(params)
            ));
            typed.map(|typed| said(&typed))
        }
        Question::Roots => None,
    }
}

/// Asks for each field; an empty line leaves out what may be left out.
fn form(message: &str, schema: &str) -> Option<Value> {
    show(&format!("{message}\n"));
    let required = Members::of(schema).get("required");
    let required: Vec<String> = serde_json::from_str(required).unwrap_or_default();
    let mut content = Map::new();
    for (name, field) in fields(schema) {
        let needed = required.contains(&name);
        let asked = asked(&name, &field, needed);
        loop {
            let typed = line(&asked)?;
            if !typed.is_empty() {
                content.insert(name, values::typed(&field, &typed));
                break;
            }
            if !needed || field.get("default").is_some() {
                break;
            }
        }
    }
    for (name, field) in fields(schema) {
        if let Some(default) = field.get("default") {
            content.entry(name).or_insert_with(|| default.clone());
        }
    }
    Some(accepted(&Value::Object(content)))
}

/// What is asked for a field.
fn asked(name: &str, field: &Value, needed: bool) -> String {
    let text = |member: &str| field.get(member).and_then(Value::as_str);
    let mut asked = format!("  {}", text("title").unwrap_or(name));
    if let Some(description) = text("description") {
        asked = format!("{asked}: {}", description.replace('\n', " "));
    }
    let is_list = text("type") == Some("array");
    let choices = values::choices(field.get("items").filter(|_| is_list).unwrap_or(field));
    for (value, label) in choices {
        asked = match label {
            Some(label) => format!("{asked}\n    {value}: {label}"),
            None => format!("{asked}\n    {value}"),
        };
    }
    let mut notes = Vec::new();
    if is_list {
        notes.push("several with commas between them".to_owned());
    }
    if text("type") == Some("boolean") {
        notes.push("true or false".to_owned());
    }
    match field.get("default") {
        Some(default) => notes.push(format!("{default} when left empty")),
        None if !needed => notes.push("may be left empty".to_owned()),
        None => {}
    }
    if notes.is_empty() {
        asked
    } else {
        format!("{asked} ({})", notes.join(", "))
    }
}

/// The texts that a model is asked with.
pub(super) fn conversation(params: &str) -> String {
    let params: Value = serde_json::from_str(params).unwrap_or_default();
    let messages = params.get("messages").and_then(Value::as_array);
    let messages = messages.into_iter().flatten().map(|message| {
        let text = |pointer: &str| message.pointer(pointer).and_then(Value::as_str);
        let role = text("/role").unwrap_or_default();
        format!(
            "{role}: {}",
            text("/content/text").unwrap_or("(not a text)")
        )
    });
    let system = params.get("systemPrompt").and_then(Value::as_str);
    let system = system.map(|text| format!("system: {text}"));
    let lines: Vec<String> = system.into_iter().chain(messages).collect();
    lines.join("\n")
}

fn show(text: &str) {
    message::text(&harmless(text));
}

/// One line that was typed; `None` at the end of input.
fn line(asked: &str) -> Option<String> {
    show(&format!("{asked}> "));
    let mut typed = String::new();
    match io::stdin().lock().read_line(&mut typed) {
        Ok(0) | Err(_) => {
            message::text("\n");
            None
        }
        Ok(_) => Some(typed.trim_end_matches(['\n', '\r']).to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_asked_for_with_its_words_and_choices() {
        let size = json!({
            "type": "array", "title": "Sizes",
            "items": { "anyOf": [{ "const": "s", "title": "Small" }, { "const": "l" }] },
        });
        assert_eq!(
            asked("sizes", &size, false),
            "  Sizes\n    s: Small\n    l (several with commas between them, may be left empty)"
        );
        let sure = json!({ "type": "boolean", "description": "Really?", "default": true });
        assert_eq!(
            asked("sure", &sure, true),
            "  sure: Really? (true or false, true when left empty)"
        );
        let name = json!({ "type": "string" });
        assert_eq!(asked("name", &name, true), "  name");
    }

    #[test]
    fn a_model_is_asked_with_all_that_was_said() {
        let params = json!({
            "systemPrompt": "Be brief.",
            "messages": [
                { "role": "user", "content": { "type": "text", "text": "Hi" } },
                { "role": "assistant", "content": { "type": "image" } },
            ],
        });
        assert_eq!(
            conversation(&params.to_string()),
            "system: Be brief.\nuser: Hi\nassistant: (not a text)"
        );
    }
}
