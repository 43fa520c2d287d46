//! From the schemas that types describe themselves with to the [`Shape`]s that are advertised.
//!
//! Every keyword is either understood here or refused: nothing is advertised that is not checked,
//! and nothing that an author asked for is dropped. What hosts refuse (references, boolean
//! schemas, unions with `null`, numeric formats, `const`, `oneOf`, `allOf`) is said in another way.

use std::fmt;

use serde_json::{Map, Value};

use super::number;
use super::pattern::Pattern;
use super::shape::{
    Array, Integer, Items, Keys, Kind, Length, Limit, Number, Object, Property, Rest, Shape, Text,
};

pub(crate) mod letter;
mod numbers;
pub(crate) mod said;
mod union;

/// Keywords without a rule in them that are left out.
const IGNORED: [&str; 9] = [
    "$comment",
    "$schema",
    "contentEncoding",
    "contentMediaType",
    "deprecated",
    "format",
    "readOnly",
    "title",
    "writeOnly",
];

/// Keywords that say something about a value without restricting it.
const SAID: [&str; 3] = ["default", "description", "examples"];

/// The form of text that bytes are asked for in.
pub(crate) const BASE64: &str = "base64";

/// Reads a schema.
///
/// # Errors
///
/// What in it cannot be advertised, and where.
pub(super) fn read(schema: &Value) -> Result<Shape, String> {
    let schema = match schema {
        Value::Object(schema) => schema,
        Value::Bool(true) => return Ok(Shape::new(Kind::Any)),
        _ => return Err("no value is allowed here".to_owned()),
    };
    let mut shape = union::read_schema(schema)?;
    if let Some(Value::String(description)) = schema.get("description") {
        shape.description = Some(description.clone());
    }
    if let Some(default) = schema.get("default") {
        // `null` is what leaving out means anyway.
        shape.default = (!default.is_null()).then(|| said::said(default, &shape));
    }
    if let Some(Value::Array(examples)) = schema.get("examples") {
        shape.examples = examples.iter().map(|it| said::said(it, &shape)).collect();
    }
    Ok(shape)
}

/// Reads a schema without a union in it.
fn plain(schema: &Map<String, Value>) -> Result<Shape, String> {
    let mut keywords = Keywords::new(schema);
    if let Some(reference) = keywords.string("$ref") {
        let name = reference
            .strip_prefix("#/$defs/")
            .ok_or_else(|| format!("the reference '{reference}' leads out of the schema"))?;
        let name = name.replace("~1", "/").replace("~0", "~");
        return keywords.finish(Kind::Reference(percent_decoded(&name)), false);
    }
    if let Some(constant) = keywords.take("const") {
        keywords.take("type");
        return allowed(keywords, std::slice::from_ref(constant));
    }
    if let Some(values) = keywords.take("enum") {
        let values = values.as_array().map(Vec::as_slice).unwrap_or_default();
        keywords.take("type");
        return allowed(keywords, values);
    }
    let mut nullable = false;
    let names: Vec<&str> = match keywords.take("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => {
            let mut names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
            if names.len() > 1 {
                names.retain(|name| *name != "null");
                nullable = names.len()
                    < schema
                        .get("type")
                        .and_then(Value::as_array)
                        .map_or(0, Vec::len);
            }
            names
        }
        _ => guessed(schema).into_iter().collect(),
    };
    if are_bytes(&names, schema) {
        keywords.take("items");
        let text = Text {
            format: Some(BASE64.to_owned()),
            ..string(&mut keywords)?
        };
        return keywords.finish(Kind::String(text), nullable);
    }
    match names.as_slice() {
        [] => keywords.finish(Kind::Any, false),
        [name] => {
            let kind = of_type(name, &mut keywords)?;
            keywords.finish(kind, nullable)
        }
        names => {
            let mut shapes = Vec::new();
            for name in names {
                shapes.push(Shape::new(of_type(name, &mut keywords)?));
            }
            keywords.finish(Kind::AnyOf(shapes), nullable)
        }
    }
}

/// The type that a schema without `type` speaks of.
fn guessed(schema: &Map<String, Value>) -> Option<&'static str> {
    let has = |names: &[&str]| names.iter().any(|name| schema.contains_key(*name));
    if has(&[
        "properties",
        "required",
        "additionalProperties",
        "unevaluatedProperties",
    ]) {
        Some("object")
    } else if has(&["items", "prefixItems", "minItems", "maxItems"]) {
        Some("array")
    } else {
        None
    }
}

fn allowed(keywords: Keywords<'_>, values: &[Value]) -> Result<Shape, String> {
    let kept: Vec<Value> = values
        .iter()
        .filter(|value| !value.is_null())
        .cloned()
        .collect();
    if kept
        .iter()
        .any(|value| value.is_array() || value.is_object())
    {
        return Err("only strings, numbers and booleans can be listed as values".to_owned());
    }
    match (kept.is_empty(), kept.len() < values.len()) {
        (true, true) => keywords.finish(Kind::Null, false),
        (true, false) => Err("no value is allowed here".to_owned()),
        (false, nullable) => keywords.finish(Kind::Enum(kept), nullable),
    }
}

fn of_type(name: &str, keywords: &mut Keywords<'_>) -> Result<Kind, String> {
    Ok(match name {
        "null" => Kind::Null,
        "boolean" => Kind::Boolean,
        "integer" => match numbers::integer(keywords)? {
            Integer {
                least: Some(least),
                greatest: Some(greatest),
                ..
            } if least > greatest => return Err(no_number(least, greatest)),
            rule => Kind::Integer(rule),
        },
        "number" => match numbers::number(keywords)? {
            Number {
                least: Some(least),
                greatest: Some(greatest),
                ..
            } if least.value > greatest.value => {
                return Err(no_number(least.value, greatest.value));
            }
            rule => Kind::Number(rule),
        },
        "string" => Kind::String(string(keywords)?),
        "array" => Kind::Array(array(keywords)?),
        "object" => match object(keywords)? {
            object if is_duration(&object) => Kind::Number(Number {
                least: Some(Limit {
                    value: 0.0,
                    exclusive: false,
                }),
                greatest: Some(Limit {
                    value: number::EXACT - 1.0,
                    exclusive: false,
                }),
                seconds: true,
                ..Number::default()
            }),
            object => Kind::Object(object),
        },
        name => return Err(format!("'{name}' is no type of JSON values")),
    })
}

fn no_number(least: impl fmt::Display, greatest: impl fmt::Display) -> String {
    format!("no number is at least {least} and at most {greatest}")
}

/// Whether this is how `serde` has a [`Duration`](std::time::Duration), which a model is better
/// asked for in one number.
fn is_duration(object: &Object) -> bool {
    let is = |property: &Property, name: &str| {
        property.name == name
            && property.required
            && matches!(property.shape.kind, Kind::Integer(_))
    };
    match object.properties.as_slice() {
        [a, b] => {
            let both = (is(a, "nanos") && is(b, "secs")) || (is(a, "secs") && is(b, "nanos"));
            both && matches!(object.rest, Rest::None)
        }
        _ => false,
    }
}

/// Whether this is how `schemars` has bytes, which a model is better asked for as base64.
fn are_bytes(names: &[&str], schema: &Map<String, Value>) -> bool {
    let byte = |items: &Value| {
        items.get("format") == Some(&"uint8".into()) && items.get("minimum") == Some(&0.into())
    };
    names == ["array", "string"] && schema.get("items").is_some_and(byte)
}

fn string(keywords: &mut Keywords<'_>) -> Result<Text, String> {
    let length = length(keywords, "minLength", "maxLength")?;
    let format = keywords.string("format").map(str::to_owned);
    let pattern = match keywords.string("pattern") {
        Some(pattern) => Some(pattern_of(pattern)?),
        None => None,
    };
    Ok(Text {
        length,
        pattern,
        format,
    })
}

/// A regular expression that can be checked.
fn pattern_of(pattern: &str) -> Result<Pattern, String> {
    // `schemars` escapes some characters more than hosts read alike.
    let mut plain = String::new();
    let mut in_class = false;
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        match (letter, letters.as_str().chars().next()) {
            ('\\', Some(next)) => {
                if !(matches!(next, '#' | '&' | '~') || (next == '-' && !in_class)) {
                    plain.push('\\');
                }
                plain.push(next);
                letters.next();
                continue;
            }
            ('[', _) => in_class = true,
            (']', _) => in_class = false,
            _ => {}
        }
        plain.push(letter);
    }
    Pattern::new(&plain)
        .map_err(|[problem, help]| format!("in the pattern {pattern}, {problem}: {help}"))
}

fn array(keywords: &mut Keywords<'_>) -> Result<Array, String> {
    let mut length = length(keywords, "minItems", "maxItems")?;
    let unique = keywords.take("uniqueItems").and_then(Value::as_bool) == Some(true);
    let each = keywords.take("items");
    let items = match keywords.take("prefixItems") {
        Some(Value::Array(shapes)) => {
            let count = shapes.len() as u64;
            if each.is_some_and(|each| *each != Value::Bool(false))
                || length.greatest.is_some_and(|greatest| greatest > count)
            {
                return Err("a list of unlike items followed by more items cannot be said in a way that hosts accept".to_owned());
            }
            length.least = Some(length.least.unwrap_or(0));
            length.greatest = Some(length.greatest.unwrap_or(count));
            Items::Tuple(shapes.iter().map(read).collect::<Result<_, _>>()?)
        }
        _ => match each {
            Some(each) => Items::Each(Box::new(read(each)?)),
            None if length.greatest == Some(0) => Items::Tuple(Vec::new()),
            None => Items::Each(Box::new(Shape::new(Kind::Any))),
        },
    };
    Ok(Array {
        items,
        length,
        unique,
    })
}

fn object(keywords: &mut Keywords<'_>) -> Result<Object, String> {
    let length = length(keywords, "minProperties", "maxProperties")?;
    let required: Vec<&str> = keywords
        .take("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let mut properties = Vec::new();
    if let Some(Value::Object(members)) = keywords.take("properties") {
        for (name, schema) in members {
            properties.push(Property {
                name: name.clone(),
                required: required.contains(&name.as_str()),
                shape: read(schema).map_err(|error| format!("in '{name}': {error}"))?,
            });
        }
    }
    if let Some(name) = required
        .iter()
        .find(|name| !properties.iter().any(|property| property.name == **name))
    {
        return Err(format!("'{name}' is required and not among the properties"));
    }
    let additional = keywords.take("additionalProperties");
    let unevaluated = keywords.take("unevaluatedProperties");
    let mut rest = match additional.or(unevaluated) {
        None | Some(Value::Null | Value::Bool(false)) => Rest::None,
        Some(schema) => Rest::Each(Box::new(read(schema)?)),
    };
    let mut keys = None;
    let patterns = keywords
        .take("patternProperties")
        .and_then(Value::as_object);
    // Beside names that may be anything, a pattern says nothing.
    if let (Some(patterns), Rest::None) = (patterns, &rest) {
        for (pattern, schema) in patterns {
            if keys.is_some() {
                return Err(
                    "names of several patterns cannot be said in a way that hosts accept"
                        .to_owned(),
                );
            }
            keys = Some(match pattern.as_str() {
                r"^\d+$" => Keys::Whole { signed: false },
                r"^-?\d+$" => Keys::Whole { signed: true },
                pattern => Keys::Pattern(pattern_of(pattern)?),
            });
            rest = Rest::Each(Box::new(read(schema)?));
        }
    }
    Ok(Object {
        properties,
        rest,
        length,
        keys,
    })
}

fn length(keywords: &mut Keywords<'_>, least: &str, greatest: &str) -> Result<Length, String> {
    let mut count = |name: &str| match keywords.take(name) {
        None => Ok(None),
        Some(value) => value
            .as_u64()
            .map(Some)
            .ok_or_else(|| format!("'{name}' is not a count")),
    };
    let length = Length {
        least: count(least)?,
        greatest: count(greatest)?,
    };
    match (length.least, length.greatest) {
        (Some(least), Some(greatest)) if least > greatest => Err(format!(
            "nothing has a length of at least {least} and at most {greatest}"
        )),
        _ => Ok(length),
    }
}

/// The keywords of one schema: each is taken by the rule that understands it.
struct Keywords<'s> {
    schema: &'s Map<String, Value>,
    taken: Vec<&'s str>,
}

impl<'s> Keywords<'s> {
    fn new(schema: &'s Map<String, Value>) -> Self {
        Self {
            schema,
            taken: Vec::new(),
        }
    }

    fn take(&mut self, name: &str) -> Option<&'s Value> {
        let (name, value) = self.schema.get_key_value(name)?;
        self.taken.push(name);
        Some(value)
    }

    fn string(&mut self, name: &str) -> Option<&'s str> {
        self.take(name).and_then(Value::as_str)
    }

    fn finish(self, kind: Kind, nullable: bool) -> Result<Shape, String> {
        for name in self.schema.keys().map(String::as_str) {
            if !self.taken.contains(&name) && !IGNORED.contains(&name) && !SAID.contains(&name) {
                return Err(format!(
                    "the keyword '{name}' cannot be checked here, or hosts refuse it"
                ));
            }
        }
        let mut shape = Shape::new(kind);
        shape.nullable = nullable;
        Ok(shape)
    }
}

/// A name in a reference, without percent encoding.
pub(crate) fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let hex = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        if byte == b'%' {
            let mut ahead = rest.clone();
            if let (Some(high), Some(low)) = (hex(ahead.next()), hex(ahead.next())) {
                bytes.push(u8::try_from(high * 16 + low).unwrap_or_default());
                rest = ahead;
                continue;
            }
        }
        bytes.push(byte);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
