//! The schema of structured content, without what hosts stumble over.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

pub(crate) mod check;

/// 2^53: whole numbers beyond it are not exact in many languages.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The schema of a tool's structured content.
#[derive(Debug, Clone)]
pub struct OutputSchema(pub(crate) Value);

impl OutputSchema {
    /// The schema of what a type serializes to: self-contained, inlined where the type is not
    /// recursive, and without the notes of the generator.
    #[must_use]
    pub(crate) fn of<T: JsonSchema>() -> Self {
        let settings = SchemaSettings::draft2020_12()
            .for_serialize()
            .with(|settings| {
                settings.inline_subschemas = true;
                settings.meta_schema = None;
            });
        let mut schema = settings
            .into_generator()
            .into_root_schema_for::<T>()
            .to_value();
        tidy(&mut schema);
        Self(schema)
    }

    /// The name of a type in it that contains itself: every other one is written in its place.
    pub(crate) fn recursive(&self) -> Option<&str> {
        reference(&self.0).map(|target| target.rsplit('/').next().unwrap_or(target))
    }
}

/// The first reference in a schema.
fn reference(schema: &Value) -> Option<&str> {
    match schema {
        Value::Object(members) => {
            let own = members.get("$ref").and_then(Value::as_str);
            own.or_else(|| {
                members
                    .iter()
                    .filter(|(keyword, _)| {
                        !matches!(&***keyword, "default" | "examples" | "const" | "enum")
                    })
                    .find_map(|(_, value)| reference(value))
            })
        }
        Value::Array(schemas) => schemas.iter().find_map(reference),
        _ => None,
    }
}

/// Takes out of a schema what says nothing about a value.
pub(crate) fn tidy(schema: &mut Value) {
    // Some hosts read a schema that is `true` as a fault; an empty one says the same.
    if *schema == Value::Bool(true) {
        *schema = Value::Object(Map::new());
    }
    let Some(keywords) = schema.as_object_mut() else {
        return;
    };
    keywords.remove("$schema");
    keywords.remove("title");
    if !says_string(keywords.get("type")) {
        keywords.remove("format");
    }
    for bound in ["minimum", "maximum"] {
        let beyond = |value: &Value| value.as_f64().is_some_and(|value| value.abs() > EXACT);
        if keywords.get(bound).is_some_and(beyond) {
            keywords.remove(bound);
        }
    }
    for (keyword, value) in keywords {
        match (keyword.as_str(), value) {
            ("properties" | "patternProperties" | "$defs", Value::Object(schemas)) => {
                schemas.values_mut().for_each(tidy);
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(schemas)) => {
                schemas.iter_mut().for_each(tidy);
            }
            ("items" | "not" | "if" | "then" | "else" | "contains", value) => tidy(value),
            ("additionalProperties", value) if value.is_object() => tidy(value),
            _ => {}
        }
    }
}

/// The schema for clients that know structured content as an object only: the value is its one
/// member. As JSON text, in the order of a reader.
pub(crate) fn wrapped(schema: &Value) -> String {
    let mut inner = schema.clone();
    move_references(&mut inner);
    format!(
        "{{\"type\":\"object\",\"properties\":{{\"result\":{inner}}},\"required\":[\"result\"]}}"
    )
}

/// A schema that moves below `properties/result` takes its local references along.
fn move_references(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            for (key, value) in members {
                match value {
                    Value::String(target) if key == "$ref" => {
                        if let Some(rest) = target.strip_prefix('#') {
                            *target = format!("#/properties/result{rest}");
                        }
                    }
                    value => move_references(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(move_references),
        _ => {}
    }
}

/// A format of a string says something; `uint8` and `double` are the generator's own words.
fn says_string(kind: Option<&Value>) -> bool {
    match kind {
        Some(Value::String(kind)) => kind == "string",
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "string"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_generators_own_words_are_taken_out() {
        assert_eq!(
            OutputSchema::of::<(u8, Option<f64>)>().0,
            json!({
                "type": "array",
                "prefixItems": [
                    { "type": "integer", "minimum": 0, "maximum": 255 },
                    { "type": ["number", "null"] },
                ],
                "minItems": 2,
                "maxItems": 2,
            })
        );
        assert_eq!(OutputSchema::of::<Value>().0, json!({}));
        assert_eq!(
            OutputSchema::of::<Vec<Value>>().0,
            json!({ "type": "array", "items": {} })
        );
    }

    #[test]
    fn a_property_called_title_stays() {
        let mut schema = json!({
            "title": "Book",
            "type": "object",
            "properties": { "title": { "title": "T", "type": "string", "format": "date" } },
        });
        tidy(&mut schema);
        assert_eq!(
            schema,
            json!({
                "type": "object",
                "properties": { "title": { "type": "string", "format": "date" } },
            })
        );
    }
}
