//! Whether a result is what its tool's output schema says, and if not, where.
//!
//! An author's types may say anything in JSON Schema, so this reads schemas as they are, and what
//! it does not know (`format`, `unevaluatedProperties`) allows everything: a result is never
//! called wrong that is right.

use std::fmt;

use serde_json::{Map, Value};

use crate::tool::path::{Step, Words};
use crate::tool::pattern::Pattern;
use crate::tool::portable::percent_decoded;

/// Findings that are told.
const TOLD: usize = 10;

/// References that are followed without a value in between.
const FOLLOWED: usize = 64;

/// Something in a result that its schema does not allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Breach {
    steps: Vec<Step>,
    problem: String,
}

/// `'days[2].price' must be a number, not null`.
impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.steps.is_empty() {
            write!(f, "the whole {}", self.problem)
        } else {
            write!(f, "'{}' {}", Words(&self.steps), self.problem)
        }
    }
}

/// A result that breaks the output schema of its tool: a fault of the server.
#[derive(Debug, Clone, thiserror::Error)]
#[error("the result of '{tool}' breaks the tool's own output schema: {problem}")]
pub(crate) struct Broken {
    tool: String,
    problem: String,
}

/// That structured content is there, and is what a schema says.
///
/// # Errors
///
/// What it breaks.
pub(crate) fn hold(tool: &str, schema: &Value, content: Option<&Value>) -> Result<(), Broken> {
    let problem = match content {
        None => "it has no structured content".to_owned(),
        Some(content) => {
            let breaches = breaches(schema, content);
            if breaches.is_empty() {
                return Ok(());
            }
            let lines: Vec<String> = breaches.iter().map(Breach::to_string).collect();
            lines.join("; ")
        }
    };
    Err(Broken {
        tool: tool.to_owned(),
        problem,
    })
}

/// Everything in a value that a schema does not allow, the first findings of it.
pub(crate) fn breaches(schema: &Value, value: &Value) -> Vec<Breach> {
    let mut judge = Judge {
        root: schema,
        steps: Vec::new(),
        found: Vec::new(),
        followed: 0,
    };
    judge.schema(schema, value);
    judge.found.truncate(TOLD);
    judge.found
}

struct Judge<'s> {
    root: &'s Value,
    steps: Vec<Step>,
    found: Vec<Breach>,
    followed: usize,
}

impl<'s> Judge<'s> {
    fn note(&mut self, problem: impl Into<String>) {
        self.found.push(Breach {
            steps: self.steps.clone(),
            problem: problem.into(),
        });
    }

    fn within(&mut self, step: Step, schema: &'s Value, value: &Value) {
        let followed = std::mem::take(&mut self.followed);
        self.steps.push(step);
        self.schema(schema, value);
        self.steps.pop();
        self.followed = followed;
    }

    /// What a part of a schema has against the value, without noting it.
    fn asked(&mut self, schema: &'s Value, value: &Value) -> Vec<Breach> {
        let before = std::mem::take(&mut self.found);
        self.schema(schema, value);
        std::mem::replace(&mut self.found, before)
    }

    fn allows(&mut self, schema: &'s Value, value: &Value) -> bool {
        self.asked(schema, value).is_empty()
    }

    fn schema(&mut self, schema: &'s Value, value: &Value) {
        let schema = match schema {
            Value::Object(schema) => schema,
            Value::Bool(false) => return self.note("must not be there"),
            _ => return,
        };
        self.reference(schema, value);
        if let Some(problem) = wrong_type(schema, value).or_else(|| not_listed(schema, value)) {
            return self.note(problem);
        }
        self.combined(schema, value);
        match value {
            Value::Number(number) => self.number(schema, number),
            Value::String(text) => self.text(schema, text),
            Value::Array(items) => self.array(schema, items),
            Value::Object(members) => self.object(schema, members),
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn reference(&mut self, schema: &'s Map<String, Value>, value: &Value) {
        let target = schema.get("$ref").and_then(Value::as_str);
        let Some(pointer) = target.and_then(|target| target.strip_prefix('#')) else {
            return;
        };
        let root = self.root;
        if self.followed < FOLLOWED {
            if let Some(schema) = root.pointer(&percent_decoded(pointer)) {
                self.followed += 1;
                self.schema(schema, value);
                self.followed -= 1;
            }
        }
    }

    fn combined(&mut self, schema: &'s Map<String, Value>, value: &Value) {
        for schema in list(schema, "allOf") {
            self.schema(schema, value);
        }
        if schema.contains_key("anyOf") {
            self.one_form(list(schema, "anyOf"), value, usize::MAX);
        }
        if schema.contains_key("oneOf") {
            self.one_form(list(schema, "oneOf"), value, 1);
        }
        if let Some(not) = schema.get("not") {
            if self.allows(not, value) {
                self.note(format!("must not be {}", shown(value)));
            }
        }
        if let Some(condition) = schema.get("if") {
            let branch = if self.allows(condition, value) {
                "then"
            } else {
                "else"
            };
            if let Some(schema) = schema.get(branch) {
                self.schema(schema, value);
            }
        }
    }

    /// At least one of some forms, and at most so many.
    fn one_form(&mut self, forms: &'s [Value], value: &Value, most: usize) {
        let mut fitting = 0;
        let mut nearest: Option<Vec<Breach>> = None;
        for form in forms {
            let breaches = self.asked(form, value);
            if breaches.is_empty() {
                fitting += 1;
                continue;
            }
            // The form that was meant is the one whose mistake is deepest.
            let depth = |breaches: &[Breach]| breaches.iter().map(|it| it.steps.len()).max();
            if nearest
                .as_deref()
                .is_none_or(|it| depth(it) < depth(&breaches))
            {
                nearest = Some(breaches);
            }
        }
        if fitting > most {
            self.note("must fit one form alone, and fits several");
        }
        if fitting == 0 {
            let here = self.steps.len();
            match nearest {
                Some(breaches)
                    if forms.len() == 1 || breaches.iter().any(|it| it.steps.len() > here) =>
                {
                    self.found.extend(breaches);
                }
                _ => self.note(format!(
                    "must have one of {} forms, and {} has none of them",
                    forms.len(),
                    shown(value)
                )),
            }
        }
    }

    fn number(&mut self, schema: &Map<String, Value>, number: &serde_json::Number) {
        let Some(value) = number.as_f64() else { return };
        let end = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
        let wrong = [
            (
                "minimum",
                "at least",
                value < end("minimum").unwrap_or(value),
            ),
            (
                "maximum",
                "at most",
                value > end("maximum").unwrap_or(value),
            ),
            (
                "exclusiveMinimum",
                "more than",
                end("exclusiveMinimum").is_some_and(|end| value <= end),
            ),
            (
                "exclusiveMaximum",
                "less than",
                end("exclusiveMaximum").is_some_and(|end| value >= end),
            ),
        ];
        for (keyword, words, _) in wrong.into_iter().filter(|(_, _, wrong)| *wrong) {
            let end = schema.get(keyword).unwrap_or(&Value::Null);
            self.note(format!("must be {words} {end}, not {number}"));
        }
        if let Some(step) = end("multipleOf").filter(|step| *step > 0.0) {
            let quotient = value / step;
            if (quotient - quotient.round()).abs() > 1e-9 * quotient.abs().max(1.0) {
                self.note(format!("must be a multiple of {step}, not {number}"));
            }
        }
    }

    fn text(&mut self, schema: &Map<String, Value>, text: &str) {
        if schema.contains_key("minLength") || schema.contains_key("maxLength") {
            self.count(schema, "Length", text.chars().count(), "characters");
        }
        let Some(pattern) = schema.get("pattern").and_then(Value::as_str) else {
            return;
        };
        // What this reader of patterns does not know is for the client to check.
        if Pattern::new(pattern).is_ok_and(|it| !it.is_match(text)) {
            self.note(format!("must match the pattern {pattern}"));
        }
    }

    fn count(&mut self, schema: &Map<String, Value>, of: &str, count: usize, what: &str) {
        let end = |keyword: &str| {
            schema
                .get(&format!("{keyword}{of}"))
                .and_then(Value::as_u64)
        };
        let count = count as u64;
        if let Some(least) = end("min").filter(|least| count < *least) {
            self.note(format!("must have at least {least} {what}, not {count}"));
        }
        if let Some(most) = end("max").filter(|most| count > *most) {
            self.note(format!("must have at most {most} {what}, not {count}"));
        }
    }

    fn array(&mut self, schema: &'s Map<String, Value>, items: &[Value]) {
        self.count(schema, "Items", items.len(), "items");
        let places = list(schema, "prefixItems");
        for (index, (schema, item)) in places.iter().zip(items).enumerate() {
            self.within(Step::Index(index), schema, item);
        }
        if let Some(schema) = schema.get("items") {
            for (index, item) in items.iter().enumerate().skip(places.len()) {
                self.within(Step::Index(index), schema, item);
            }
        }
        if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
            let repeated = items
                .iter()
                .enumerate()
                .any(|(index, item)| items.iter().skip(index + 1).any(|other| same(item, other)));
            if repeated {
                self.note("must not have the same item twice");
            }
        }
        if let Some(wanted) = schema.get("contains") {
            let fitting = items
                .iter()
                .filter(|item| self.allows(wanted, item))
                .count();
            let end = |keyword: &str| schema.get(keyword).and_then(Value::as_u64);
            let least = end("minContains").unwrap_or(1);
            let most = end("maxContains").unwrap_or(u64::MAX);
            if !(least..=most).contains(&(fitting as u64)) {
                self.note(format!("has {fitting} of the items that it must contain"));
            }
        }
    }

    fn object(&mut self, schema: &'s Map<String, Value>, members: &Map<String, Value>) {
        self.count(schema, "Properties", members.len(), "members");
        for name in list(schema, "required").iter().filter_map(Value::as_str) {
            if !members.contains_key(name) {
                self.note(format!("must have the member '{name}'"));
            }
        }
        if let Some(Value::Object(needed)) = schema.get("dependentRequired") {
            for (name, others) in needed {
                let others = others.as_array().map(Vec::as_slice).unwrap_or_default();
                let mut missing = others
                    .iter()
                    .filter_map(Value::as_str)
                    .filter(|other| !members.contains_key(*other));
                if let (true, Some(other)) = (members.contains_key(name), missing.next()) {
                    self.note(format!("must have the member '{other}' beside '{name}'"));
                }
            }
        }
        let properties = schema.get("properties").and_then(Value::as_object);
        let patterns = schema.get("patternProperties").and_then(Value::as_object);
        let patterns: Vec<_> = patterns
            .into_iter()
            .flatten()
            .map(|(pattern, schema)| (Pattern::new(pattern).ok(), schema))
            .collect();
        for (name, value) in members {
            let mut known = false;
            if let Some(schema) = properties.and_then(|it| it.get(name)) {
                known = true;
                self.within(Step::Name(name.clone()), schema, value);
            }
            for (pattern, schema) in &patterns {
                match pattern {
                    Some(pattern) if pattern.is_match(name) => {
                        known = true;
                        self.within(Step::Name(name.clone()), schema, value);
                    }
                    Some(_) => {}
                    None => known = true,
                }
            }
            match schema.get("additionalProperties") {
                Some(Value::Bool(false)) if !known => {
                    self.note(format!("must not have the member '{name}'"));
                }
                Some(schema) if !known => self.within(Step::Name(name.clone()), schema, value),
                _ => {}
            }
            if let Some(names) = schema.get("propertyNames") {
                if !self.allows(names, &Value::from(name.as_str())) {
                    self.note(format!("must not have a member named '{name}'"));
                }
            }
        }
    }
}

fn list<'s>(schema: &'s Map<String, Value>, keyword: &str) -> &'s [Value] {
    schema
        .get(keyword)
        .and_then(Value::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default()
}

/// What is wrong with the type of a value.
fn wrong_type(schema: &Map<String, Value>, value: &Value) -> Option<String> {
    let written = schema.get("type")?;
    let names: Vec<&str> = match written {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        name => name.as_str().into_iter().collect(),
    };
    let fits = names.is_empty() || names.iter().any(|name| is_of_type(value, name));
    (!fits).then(|| {
        let words: Vec<&str> = names.iter().map(|name| with_article(name)).collect();
        format!("must be {}, not {}", words.join(" or "), shown(value))
    })
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match value {
        Value::Null => name == "null",
        Value::Bool(_) => name == "boolean",
        Value::String(_) => name == "string",
        Value::Array(_) => name == "array",
        Value::Object(_) => name == "object",
        Value::Number(number) => {
            let is_whole = number.is_i64()
                || number.is_u64()
                || number.as_f64().is_some_and(|it| it.fract() == 0.0);
            name == "number" || (name == "integer" && is_whole)
        }
    }
}

fn with_article(name: &str) -> &str {
    match name {
        "boolean" => "a boolean",
        "string" => "a string",
        "array" => "an array",
        "object" => "an object",
        "number" => "a number",
        "integer" => "an integer",
        name => name,
    }
}

/// What is wrong with a value that has to be one of a list.
fn not_listed(schema: &Map<String, Value>, value: &Value) -> Option<String> {
    if let Some(constant) = schema.get("const") {
        if !same(constant, value) {
            return Some(format!("must be {}, not {}", shown(constant), shown(value)));
        }
    }
    let values = schema.get("enum")?.as_array()?;
    let is_listed = values.iter().any(|known| same(known, value));
    (!is_listed).then(|| {
        let words: Vec<String> = values.iter().take(12).map(shown).collect();
        let more = if values.len() > 12 { ", .." } else { "" };
        format!(
            "must be one of {}{more}, not {}",
            words.join(", "),
            shown(value)
        )
    })
}

/// Whether two values are equal as JSON Schema has it: 1 and 1.0 are.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            a == b || (!(is_exact(a) && is_exact(b)) && a.as_f64() == b.as_f64())
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(name, a)| b.get(name).is_some_and(|b| same(a, b)))
        }
        (a, b) => a == b,
    }
}

fn is_exact(number: &serde_json::Number) -> bool {
    number.is_i64() || number.is_u64()
}

/// A value in a message for the author: short.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("an array of {}", items.len()),
        Value::Object(members) => format!("an object of {}", members.len()),
        Value::String(text) => crate::tool::shown::text(text),
        scalar => scalar.to_string(),
    }
}

#[cfg(test)]
mod tests;
