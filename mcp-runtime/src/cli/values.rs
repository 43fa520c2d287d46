//! From `key=value` on the command line to the JSON that a tool's schema asks for.
//!
//! Nothing is refused here. What does not fit is handed on as it was typed, so that the message
//! shown is the one that a host would get.

use serde_json::Value;
use serde_json::value::RawValue;

use super::members::quoted;

/// The text of the arguments object. A key that the schema does not have is kept, and so is a
/// key given twice for something that is not a list: both are for the server to refuse.
pub(super) fn arguments(schema: &Value, pairs: &[(String, String)]) -> String {
    let mut members = Vec::new();
    for (index, (key, _)) in pairs.iter().enumerate() {
        if pairs.iter().take(index).any(|(earlier, _)| earlier == key) {
            continue;
        }
        let given = pairs
            .iter()
            .filter(|(other, _)| other == key)
            .map(|(_, value)| value.as_str());
        let property = schema
            .get("properties")
            .and_then(|properties| properties.get(key));
        let property = property.unwrap_or(&Value::Null);
        if is_list(property) {
            members.push(format!(
                "{}:{}",
                quoted(key),
                list(property, &given.collect::<Vec<_>>())
            ));
        } else {
            members.extend(given.map(|value| format!("{}:{}", quoted(key), json(property, value))));
        }
    }
    format!("{{{}}}", members.join(","))
}

/// What was typed for a field of a form; the items of a list may have commas between them.
pub(super) fn typed(field: &Value, text: &str) -> Value {
    let json = if is_list(field) {
        let items: Vec<&str> = if text.trim_start().starts_with('[') {
            vec![text]
        } else {
            text.split(',').map(str::trim).collect()
        };
        list(field, &items)
    } else {
        json(field, text)
    };
    serde_json::from_str(&json).unwrap_or_default()
}

/// The values of a choice among texts, with what people read in their place where there is that.
pub(super) fn choices(field: &Value) -> Vec<(String, Option<String>)> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    if let Some(values) = field.get("enum").and_then(Value::as_array) {
        return values
            .iter()
            .filter_map(|it| Some((text(it)?, None)))
            .collect();
    }
    let union = ["oneOf", "anyOf"]
        .iter()
        .find_map(|name| field.get(*name)?.as_array());
    let option = |it: &Value| Some((text(it.get("const")?)?, it.get("title").and_then(text)));
    union.into_iter().flatten().filter_map(option).collect()
}

/// A list is typed whole, as JSON, or item by item.
fn list(schema: &Value, given: &[&str]) -> String {
    if let [only] = given {
        if only.trim_start().starts_with('[') && is_json(only) {
            return (*only).to_owned();
        }
    }
    let items = schema.get("items").unwrap_or(&Value::Null);
    let items: Vec<String> = given.iter().map(|item| json(items, item)).collect();
    format!("[{}]", items.join(","))
}

/// One value: where text is expected, the text untouched; JSON where it is JSON; else the text,
/// for the server to refuse.
fn json(schema: &Value, value: &str) -> String {
    let kinds = kinds(schema);
    let is_text = match kinds.as_slice() {
        [] => !is_json(value),
        kinds if kinds.contains(&"string") => {
            !is_json(value)
                || !kinds.iter().any(|kind| *kind == kind_of(value))
                || kind_of(value) == "string"
        }
        _ => !is_json(value),
    };
    if is_text {
        quoted(value)
    } else {
        value.to_owned()
    }
}

fn is_list(schema: &Value) -> bool {
    let kinds = kinds(schema);
    kinds.contains(&"array") && !kinds.contains(&"string")
}

fn is_json(value: &str) -> bool {
    serde_json::from_str::<&RawValue>(value).is_ok()
}

/// The type of a value that is JSON.
fn kind_of(json: &str) -> &'static str {
    match serde_json::from_str(json) {
        Ok(Value::Null) => "null",
        Ok(Value::Bool(_)) => "boolean",
        Ok(Value::Number(_)) => "number",
        Ok(Value::Array(_)) => "array",
        Ok(Value::Object(_)) => "object",
        Ok(Value::String(_)) | Err(_) => "string",
    }
}

/// The types that a schema allows, as far as it says; `integer` is a `number` here.
fn kinds(schema: &Value) -> Vec<&str> {
    let mut kinds: Vec<&str> = match schema.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    for branches in ["anyOf", "oneOf"]
        .iter()
        .filter_map(|name| schema.get(name)?.as_array())
    {
        kinds.extend(branches.iter().flat_map(self::kinds));
    }
    kinds
        .into_iter()
        .map(|kind| if kind == "integer" { "number" } else { kind })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::arguments;

    fn built(pairs: &[(&str, &str)]) -> String {
        let schema = json!({"type": "object", "properties": {
            "city": {"type": "string"},
            "days": {"type": "integer"},
            "all": {"type": "boolean"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "ids": {"type": "array", "items": {"type": "integer"}},
            "filter": {"type": "object"},
            "any": {},
            "code": {"type": ["string", "integer"]},
        }});
        let pairs: Vec<_> = pairs
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect();
        let built = arguments(&schema, &pairs);
        let valid: Result<Value, _> = serde_json::from_str(&built);
        assert!(valid.is_ok(), "{built}");
        built
    }

    #[test]
    fn text_stays_untouched() {
        assert_eq!(built(&[("city", "12")]), r#"{"city":"12"}"#);
        assert_eq!(built(&[("city", "\"a\" = b")]), r#"{"city":"\"a\" = b"}"#);
        assert_eq!(built(&[("city", "")]), r#"{"city":""}"#);
    }

    #[test]
    fn everything_else_is_json() {
        assert_eq!(
            built(&[("days", "3"), ("all", "true"), ("filter", r#"{"a":1.50}"#)]),
            r#"{"days":3,"all":true,"filter":{"a":1.50}}"#
        );
        assert_eq!(
            built(&[("any", "[1]"), ("any", "x")]),
            r#"{"any":[1],"any":"x"}"#
        );
    }

    #[test]
    fn what_does_not_fit_reaches_the_servers_own_check() {
        assert_eq!(
            built(&[
                ("days", "three"),
                ("town", "Oslo"),
                ("city", "a"),
                ("city", "b")
            ]),
            r#"{"days":"three","town":"Oslo","city":"a","city":"b"}"#
        );
    }

    #[test]
    fn a_list_is_typed_whole_or_item_by_item() {
        assert_eq!(built(&[("tags", r#"["a","b"]"#)]), r#"{"tags":["a","b"]}"#);
        assert_eq!(
            built(&[("tags", "a"), ("tags", "2")]),
            r#"{"tags":["a","2"]}"#
        );
        assert_eq!(built(&[("ids", "1"), ("ids", "2")]), r#"{"ids":[1,2]}"#);
    }

    #[test]
    fn a_field_of_a_form_is_typed_in_a_line() {
        let list = json!({ "type": "array", "items": { "type": "string" } });
        for (field, text, value) in [
            (json!({ "type": "string" }), "12", json!("12")),
            (json!({ "type": "integer" }), "12", json!(12)),
            (json!({ "type": "boolean" }), "maybe", json!("maybe")),
            (list.clone(), "a, b", json!(["a", "b"])),
            (list, r#"["a,b"]"#, json!(["a,b"])),
        ] {
            assert_eq!(super::typed(&field, text), value, "{text}");
        }
    }

    #[test]
    fn several_types_take_the_one_that_is_typed() {
        assert_eq!(built(&[("code", "7")]), r#"{"code":7}"#);
        assert_eq!(built(&[("code", "x7")]), r#"{"code":"x7"}"#);
    }
}
