//! Schemas that are sent as they were written: what in them can be checked, taken at its word.
//!
//! The schemas of types are read for what their authors mean. These are read for what they say:
//! nothing is closed that is not said to be, and every rule that cannot be checked is noted.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::{Keywords, length, numbers, pattern_of};
use crate::tool::header::Mirrored;
use crate::tool::shape::{Array, Definitions, Items, Kind, Object, Property, Rest, Shape, Text};

/// Rules that the checker does not know, and that restrict a value wherever they stand.
const UNKNOWN: [&str; 20] = [
    "$dynamicRef",
    "$recursiveRef",
    "additionalItems",
    "allOf",
    "contains",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "if",
    "maxContains",
    "minContains",
    "not",
    "oneOf",
    "patternProperties",
    "prefixItems",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Rules that the checker knows, for values of one type each.
const OF_TYPES: [(&str, &[&str]); 4] = [
    (
        "number",
        &[
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
        ],
    ),
    ("string", &["minLength", "maxLength", "pattern"]),
    ("array", &["items", "minItems", "maxItems", "uniqueItems"]),
    (
        "object",
        &[
            "properties",
            "required",
            "additionalProperties",
            "minProperties",
            "maxProperties",
        ],
    ),
];

/// A schema that was read by the letter.
#[derive(Debug)]
pub(crate) struct Letter {
    pub(crate) shape: Shape,
    pub(crate) definitions: Definitions,
    /// Values that clients repeat in headers.
    pub(crate) mirrored: Vec<Mirrored>,
    /// Rules that are not checked, and where they are.
    pub(crate) unchecked: Vec<String>,
}

/// Reads a schema.
pub(crate) fn read(schema: &Value) -> Letter {
    let mut reader = Reader::default();
    for place in ["$defs", "definitions"] {
        if let Some(Value::Object(named)) = schema.get(place) {
            let names = named
                .keys()
                .map(|name| format!("#/{place}/{}", escaped(name)));
            reader.names.extend(names);
        }
    }
    let mut definitions = Vec::new();
    for place in ["$defs", "definitions"] {
        if let Some(Value::Object(named)) = schema.get(place) {
            for (name, schema) in named {
                let pointer = format!("#/{place}/{}", escaped(name));
                let shape = reader.schema(schema, &pointer);
                definitions.push((pointer, shape));
            }
        }
    }
    let shape = reader.schema(schema, "#");
    let mut mirrored = Vec::new();
    collect_headers(schema, &mut Vec::new(), &mut mirrored);
    Letter {
        shape,
        definitions: Definitions(definitions),
        mirrored,
        unchecked: reader.unchecked,
    }
}

#[derive(Debug, Default)]
struct Reader {
    /// The references that lead somewhere.
    names: Vec<String>,
    unchecked: Vec<String>,
}

impl Reader {
    fn note(&mut self, keyword: &str, at: &str) {
        let mut note = format!("'{keyword}'");
        if at != "#" {
            let _ = write!(note, " at '{at}'");
        }
        if !self.unchecked.contains(&note) {
            self.unchecked.push(note);
        }
    }

    fn schema(&mut self, schema: &Value, at: &str) -> Shape {
        let keywords = match schema {
            Value::Object(keywords) => keywords,
            Value::Bool(true) => return Shape::new(Kind::Any),
            other => {
                self.note(&other.to_string(), at);
                return Shape::new(Kind::Any);
            }
        };
        for keyword in keywords.keys() {
            let said_by_constants = keyword == "oneOf" && constants(keywords).is_some();
            if UNKNOWN.contains(&&**keyword) && !said_by_constants {
                self.note(keyword, at);
            }
        }
        if let Some(reference) = keywords.get("$ref") {
            return self.reference(reference, keywords, at);
        }
        if let Some(Value::Array(alternatives)) = keywords.get("anyOf") {
            if !restricts(keywords, "anyOf") {
                let shapes = alternatives.iter().enumerate();
                let shapes =
                    shapes.map(|(n, schema)| self.schema(schema, &format!("{at}/anyOf/{n}")));
                return Shape::new(Kind::AnyOf(shapes.collect()));
            }
            self.note("anyOf", at);
        }
        let listed = match (keywords.get("const"), keywords.get("enum")) {
            (Some(constant), _) => Some(vec![constant.clone()]),
            (None, Some(Value::Array(values))) => Some(values.clone()),
            (None, _) => constants(keywords),
        };
        let types: Vec<&str> = match keywords.get("type") {
            Some(Value::String(name)) => vec![name],
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        if let Some(values) = listed {
            return self.listed(values, &types, at);
        }
        if types.is_empty() {
            for (_, rules) in OF_TYPES {
                for rule in rules.iter().filter(|rule| keywords.contains_key(**rule)) {
                    self.note(&format!("{rule}' without 'type"), at);
                }
            }
            return Shape::new(Kind::Any);
        }
        let mut shapes = Vec::new();
        for name in types.iter().filter(|name| **name != "null") {
            if let Some(kind) = self.of_type(name, keywords, at) {
                shapes.push(Shape::new(kind));
            }
        }
        let nullable = types.contains(&"null");
        let mut shape = match shapes.len() {
            0 if nullable => return Shape::new(Kind::Null),
            0 => return Shape::new(Kind::Any),
            1 => shapes.remove(0),
            _ => Shape::new(Kind::AnyOf(shapes)),
        };
        shape.nullable = nullable;
        shape
    }

    fn reference(&mut self, reference: &Value, keywords: &Map<String, Value>, at: &str) -> Shape {
        let target = reference.as_str().unwrap_or_default();
        if !restricts(keywords, "$ref") && self.names.iter().any(|name| name == target) {
            return Shape::new(Kind::Reference(target.to_owned()));
        }
        self.note("$ref", at);
        Shape::new(Kind::Any)
    }

    fn listed(&mut self, values: Vec<Value>, types: &[&str], at: &str) -> Shape {
        let simple = |value: &Value| !value.is_array() && !value.is_object();
        if !values.iter().all(simple) {
            self.note("enum' of arrays or objects or 'const", at);
            return Shape::new(Kind::Any);
        }
        let has_type = |value: &Value| {
            types.is_empty()
                || types.iter().any(|name| match (*name, value) {
                    ("null", Value::Null)
                    | ("boolean", Value::Bool(_))
                    | ("string", Value::String(_))
                    | ("number", Value::Number(_)) => true,
                    ("integer", Value::Number(number)) => {
                        number.as_f64().is_some_and(|number| number.fract() == 0.0)
                    }
                    _ => false,
                })
        };
        Shape::new(Kind::Enum(values.into_iter().filter(has_type).collect()))
    }

    /// `None` for what is no type.
    fn of_type(&mut self, name: &str, keywords: &Map<String, Value>, at: &str) -> Option<Kind> {
        let rules = |name: &str| -> Map<String, Value> {
            let of_type = OF_TYPES.iter().find(|(known, _)| *known == name);
            let rules = of_type.map_or(&[][..], |(_, rules)| rules);
            keywords
                .iter()
                .filter(|(keyword, _)| rules.contains(&&***keyword))
                .map(|(keyword, value)| (keyword.clone(), value.clone()))
                .collect()
        };
        Some(match name {
            "boolean" => Kind::Boolean,
            "integer" => {
                let mut rules = rules("number");
                // The checker counts in whole steps.
                if rules.get("multipleOf").is_some_and(|step| !step.is_u64()) {
                    rules.remove("multipleOf");
                    self.note("multipleOf", at);
                }
                let read = numbers::integer(&mut Keywords::new(&rules));
                Kind::Integer(self.or_noted(read, &rules, at))
            }
            "number" => {
                let rules = rules("number");
                let read = numbers::number(&mut Keywords::new(&rules));
                Kind::Number(self.or_noted(read, &rules, at))
            }
            "string" => {
                let rules = rules("string");
                let read = length(&mut Keywords::new(&rules), "minLength", "maxLength");
                let length = self.or_noted(read, &rules, at);
                let pattern = rules.get("pattern").and_then(|pattern| {
                    let pattern = pattern
                        .as_str()
                        .and_then(|pattern| pattern_of(pattern).ok());
                    if pattern.is_none() {
                        self.note("pattern", at);
                    }
                    pattern
                });
                Kind::String(Text {
                    length,
                    pattern,
                    format: None,
                })
            }
            "array" => {
                let rules = rules("array");
                let read = length(&mut Keywords::new(&rules), "minItems", "maxItems");
                let items = match rules.get("items") {
                    // Those behind `prefixItems` alone, which is noted.
                    Some(_) if keywords.contains_key("prefixItems") => Shape::new(Kind::Any),
                    Some(Value::Array(_)) => {
                        self.note("items' as a list or 'items", at);
                        Shape::new(Kind::Any)
                    }
                    Some(items) => self.schema(items, &format!("{at}/items")),
                    None => Shape::new(Kind::Any),
                };
                Kind::Array(Array {
                    items: Items::Each(Box::new(items)),
                    length: self.or_noted(read, &rules, at),
                    unique: rules.get("uniqueItems") == Some(&Value::Bool(true)),
                })
            }
            "object" => Kind::Object(self.object(&rules("object"), keywords, at)),
            _ => {
                self.note("type", at);
                return None;
            }
        })
    }

    fn object(
        &mut self,
        rules: &Map<String, Value>,
        keywords: &Map<String, Value>,
        at: &str,
    ) -> Object {
        let read = length(&mut Keywords::new(rules), "minProperties", "maxProperties");
        let required: Vec<&str> = match rules.get("required") {
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let rest = match rules.get("additionalProperties") {
            // Of those that no pattern matches, which is noted.
            Some(_) if keywords.contains_key("patternProperties") => Shape::new(Kind::Any).into(),
            Some(Value::Bool(false)) => Rest::None,
            Some(each) => self
                .schema(each, &format!("{at}/additionalProperties"))
                .into(),
            None => Shape::new(Kind::Any).into(),
        };
        let mut properties = Vec::new();
        if let Some(Value::Object(members)) = rules.get("properties") {
            for (name, schema) in members {
                properties.push(Property {
                    name: name.clone(),
                    required: required.contains(&&**name),
                    shape: self.schema(schema, &format!("{at}/properties/{}", escaped(name))),
                });
            }
        }
        for name in required {
            if properties.iter().any(|property| property.name == name) {
                continue;
            }
            match &rest {
                Rest::None => self.note(
                    &format!("required' of '{name}', which may not be there, or 'required"),
                    at,
                ),
                Rest::Each(shape) => properties.push(Property {
                    name: name.to_owned(),
                    required: true,
                    shape: (**shape).clone(),
                }),
            }
        }
        Object {
            properties,
            rest,
            length: self.or_noted(read, rules, at),
            keys: None,
        }
    }

    /// What was read of rules; when it cannot be, they are noted.
    fn or_noted<T: Default>(
        &mut self,
        read: Result<T, String>,
        rules: &Map<String, Value>,
        at: &str,
    ) -> T {
        read.unwrap_or_else(|_| {
            for keyword in rules.keys() {
                self.note(keyword, at);
            }
            T::default()
        })
    }
}

impl From<Shape> for Rest {
    fn from(shape: Shape) -> Self {
        Self::Each(Box::new(shape))
    }
}

/// Something beside this keyword says what a value may be.
fn restricts(keywords: &Map<String, Value>, beside: &str) -> bool {
    keywords.keys().any(|keyword| {
        let of_type = || {
            OF_TYPES
                .iter()
                .any(|(_, rules)| rules.contains(&&**keyword))
        };
        keyword != beside
            && (matches!(&**keyword, "type" | "enum" | "const" | "anyOf" | "$ref") || of_type())
    })
}

/// Values of which one has to be taken, each with a title or description of its own.
fn constants(keywords: &Map<String, Value>) -> Option<Vec<Value>> {
    let Some(Value::Array(alternatives)) = keywords.get("oneOf") else {
        return None;
    };
    let mut values: Vec<Value> = Vec::new();
    for alternative in alternatives {
        let alternative = alternative.as_object()?;
        let constant = alternative.get("const")?;
        let says_more = restricts(alternative, "const")
            || alternative
                .keys()
                .any(|keyword| UNKNOWN.contains(&&**keyword));
        if says_more || values.contains(constant) {
            return None;
        }
        values.push(constant.clone());
    }
    Some(values)
}

/// Values that clients of 2026-07-28 repeat in headers: those that a chain of `properties` leads
/// to.
fn collect_headers(schema: &Value, path: &mut Vec<String>, mirrored: &mut Vec<Mirrored>) {
    let Some(Value::Object(properties)) = schema.get("properties") else {
        return;
    };
    for (name, schema) in properties {
        path.push(name.clone());
        if let Some(Value::String(header)) = schema.get("x-mcp-header") {
            mirrored.push(Mirrored::value(path, header));
        }
        collect_headers(schema, path, mirrored);
        path.pop();
    }
}

/// A name as a part of a JSON pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests;
