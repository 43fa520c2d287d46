//! Asking the person at the terminal, on standard error and standard input.

use std::io::{self, BufRead};

use serde_json::{Map, Value, json};

use super::asking::{Question, accepted, fields, said};
use super::message;
use super::terminal::harmless;
use super::values;

/// The answer of the person to a question; the end of input cancels it.
pub(super) fn ask(question: &Question<'_>, message: &str, request: &Value) -> Value {
    let answer = match question {
        Question::Form(schema) => form(message, schema),
        Question::Address(url) => line(&format!(
            "{message}\n  {url}\nOpen it and press Enter, or type n"
        ))
        .map(|typed| json!({ "action": if typed == "n" { "decline" } else { "accept" } })),
        Question::Model | Question::Roots => line(&format!(
            "{}\nWhat does the model say?",
            conversation(request)
        ))
        .map(|typed| said(&typed)),
    };
    answer.unwrap_or_else(|| json!({ "action": "cancel" }))
}

/// Asks for each field; an empty line leaves out what may be left out.
fn form(message: &str, schema: &Value) -> Option<Value> {
    show(&format!("{message}\n"));
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let mut content = Map::new();
    for (name, field) in fields(schema) {
        let needed = required.contains(&&*name);
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
fn conversation(request: &Value) -> String {
    let messages = request
        .pointer("/params/messages")
        .and_then(Value::as_array);
    let messages = messages.into_iter().flatten().map(|message| {
        let text = |pointer: &str| message.pointer(pointer).and_then(Value::as_str);
        let role = text("/role").unwrap_or_default();
        format!(
            "{role}: {}",
            text("/content/text").unwrap_or("(not a text)")
        )
    });
    let system = request
        .pointer("/params/systemPrompt")
        .and_then(Value::as_str);
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
        let request = json!({ "params": {
            "systemPrompt": "Be brief.",
            "messages": [
                { "role": "user", "content": { "type": "text", "text": "Hi" } },
                { "role": "assistant", "content": { "type": "image" } },
            ],
        } });
        assert_eq!(
            conversation(&request),
            "system: Be brief.\nuser: Hi\nassistant: (not a text)"
        );
    }
}
