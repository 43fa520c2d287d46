//! Whether what is sent as a JSON Schema is one: the values of its keywords, at every depth.
//!
//! What a keyword may be is said by the meta-schemas of draft 2020-12. The few words of earlier
//! drafts that many schemas still have (`definitions`, `dependencies`, lists of `items`) are held
//! to those.

use std::fmt;

use serde_json::{Map, Value};

use super::node::Node;
use super::path::Step;
use super::portable::percent_decoded;
use super::shown;

const TYPES: [&str; 7] = [
    "array", "boolean", "integer", "null", "number", "object", "string",
];

/// The pairs of which the second may not be below the first, or no value keeps both.
const ENDS: [(&str, &str); 4] = [
    ("minimum", "maximum"),
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
];

/// Something in a schema that JSON Schema does not have there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The schema that it is in, as a JSON pointer; empty for the root.
    at: String,
    /// The keyword; empty where the schema itself is none.
    keyword: String,
    /// What is wrong.
    problem: String,
    /// A reference to something that is not there.
    pub(crate) dangling: bool,
}

impl Fault {
    /// Where it is, as a JSON pointer.
    pub(crate) fn pointer(&self) -> String {
        match &*self.keyword {
            "" => self.at.clone(),
            keyword => below(&self.at, keyword),
        }
    }

    /// What is wrong, for who is told the place beside it.
    pub(crate) fn told(&self) -> String {
        match &*self.keyword {
            "" => format!("it {}", self.problem),
            keyword => format!("'{keyword}' {}", self.problem),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&*self.keyword, &*self.at) {
            ("", at) => write!(f, "'#{at}' {}", self.problem),
            (keyword, "") => write!(f, "'{keyword}' {}", self.problem),
            (keyword, at) => write!(f, "'{keyword}' at '#{at}' {}", self.problem),
        }
    }
}

/// Reads the text of a schema.
///
/// # Errors
///
/// It is not JSON, or not JSON Schema: everything that is wrong, in words that follow what the
/// schema is of, and references that lead nowhere before all else.
pub(crate) fn read(text: &str) -> Result<Value, String> {
    let schema: Value =
        serde_json::from_str(text).map_err(|cause| format!("is not JSON: {cause}"))?;
    let mut faults = faults(&schema);
    for steps in Node::read(text, usize::MAX).repeated {
        let Some((Step::Name(last), outer)) = steps.split_last() else {
            continue;
        };
        let at = outer.iter().fold(String::new(), |at, step| match step {
            Step::Name(name) => below(&at, name),
            Step::Index(index) => format!("{at}/{index}"),
        });
        faults.push(Fault {
            at,
            keyword: shown::name(last),
            problem: "is there twice".to_owned(),
            dangling: false,
        });
    }
    if faults.is_empty() {
        return Ok(schema);
    }
    faults.sort_by_key(|fault| !fault.dangling);
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    Err(format!("is not valid JSON Schema: {}", faults.join(", ")))
}

/// Everything in a schema that is not JSON Schema.
pub(crate) fn faults(schema: &Value) -> Vec<Fault> {
    let mut walk = Walk { faults: Vec::new() };
    walk.schema(schema, "", schema);
    walk.faults
}

struct Walk {
    faults: Vec<Fault>,
}

impl Walk {
    fn note(&mut self, at: &str, keyword: &str, problem: impl Into<String>) {
        self.faults.push(Fault {
            at: at.to_owned(),
            keyword: shown::name(keyword),
            problem: problem.into(),
            dangling: false,
        });
    }

    fn must_be(&mut self, at: &str, keyword: &str, what: &str, value: &Value) {
        self.note(
            at,
            keyword,
            format!("must be {what}, not {}", kind_or_text(value)),
        );
    }

    /// One schema; `root` is what its local references start from.
    fn schema(&mut self, schema: &Value, at: &str, root: &Value) {
        let keywords = match schema {
            Value::Object(keywords) => keywords,
            Value::Bool(_) => return,
            other => return self.must_be(at, "", "a schema, which is an object", other),
        };
        let root = if keywords.contains_key("$id") {
            schema
        } else {
            root
        };
        for (keyword, value) in keywords {
            self.keyword(keyword, value, at, root);
        }
        for (least, greatest) in ENDS {
            let end = |name| keywords.get(name).and_then(Value::as_f64);
            if let (Some(low), Some(high)) = (end(least), end(greatest)) {
                if low > high {
                    self.note(
                        at,
                        least,
                        format!("is above '{greatest}', and no value keeps both"),
                    );
                }
            }
        }
    }

    fn keyword(&mut self, keyword: &str, value: &Value, at: &str, root: &Value) {
        match keyword {
            "type" => self.types(value, at),
            "$ref" => self.reference(value, at, root),
            "pattern" => self.pattern(value, at),
            "enum" => match value.as_array() {
                None => self.must_be(at, keyword, "a list of values", value),
                Some(values) if values.is_empty() => {
                    self.note(at, keyword, "lists no value, and nothing can keep it");
                }
                Some(_) => {}
            },
            "required" => self.names(keyword, value, at),
            "$id" | "$schema" | "$anchor" | "$dynamicRef" | "$dynamicAnchor" | "$comment"
            | "title" | "description" | "format" | "contentEncoding" | "contentMediaType"
                if !value.is_string() =>
            {
                self.must_be(at, keyword, "a string", value);
            }
            "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" if !value.is_boolean() => {
                self.must_be(at, keyword, "true or false", value);
            }
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum"
                if !value.is_number() =>
            {
                self.must_be(at, keyword, "a number", value);
            }
            "multipleOf" if value.as_f64().is_none_or(|step| step <= 0.0) => {
                self.must_be(at, keyword, "a number above 0", value);
            }
            "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties"
            | "maxProperties" | "minContains" | "maxContains"
                if !is_count(value) =>
            {
                self.must_be(at, keyword, "a whole number from 0 up", value);
            }
            "examples" if !value.is_array() => {
                self.must_be(at, keyword, "a list of values", value);
            }
            "items" if value.is_array() => self.schemas(keyword, value, at, root),
            "items"
            | "additionalItems"
            | "additionalProperties"
            | "contains"
            | "propertyNames"
            | "not"
            | "if"
            | "then"
            | "else"
            | "unevaluatedItems"
            | "unevaluatedProperties"
            | "contentSchema" => self.schema(value, &below(at, keyword), root),
            "anyOf" | "oneOf" | "allOf" | "prefixItems" => {
                if value.as_array().is_some_and(Vec::is_empty) {
                    self.note(at, keyword, "lists no schema");
                }
                self.schemas(keyword, value, at, root);
            }
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas"
            | "dependentRequired" | "dependencies" => self.named(keyword, value, at, root),
            _ => {}
        }
    }

    fn types(&mut self, value: &Value, at: &str) {
        let known = |name: &Value| name.as_str().is_some_and(|name| TYPES.contains(&name));
        let all_known = match value {
            Value::Array(names) => !names.is_empty() && names.iter().all(known),
            name => known(name),
        };
        if !all_known {
            let what = format!("one of {}, or a list of them", quoted(&TYPES));
            self.must_be(at, "type", &what, value);
        }
    }

    fn reference(&mut self, value: &Value, at: &str, root: &Value) {
        let Some(target) = value.as_str() else {
            return self.must_be(at, "$ref", "a string", value);
        };
        let Some(pointer) = target.strip_prefix("#/") else {
            return;
        };
        let pointer = percent_decoded(pointer);
        if root.pointer(&format!("/{pointer}")).is_none() {
            self.faults.push(Fault {
                at: at.to_owned(),
                keyword: "$ref".to_owned(),
                problem: format!("leads nowhere: there is no '{}'", shown::name(target)),
                dangling: true,
            });
        }
    }

    fn pattern(&mut self, value: &Value, at: &str) {
        match value.as_str() {
            None => self.must_be(at, "pattern", "a regular expression as a string", value),
            Some(pattern) => {
                if let Some(problem) = not_an_expression(pattern) {
                    let problem = format!("is no regular expression: {problem}");
                    self.note(at, "pattern", problem);
                }
            }
        }
    }

    /// A list of names, each of them once.
    fn names(&mut self, keyword: &str, value: &Value, at: &str) {
        let Some(names) = value.as_array() else {
            return self.must_be(at, keyword, "a list of names", value);
        };
        for (place, name) in names.iter().enumerate() {
            if !name.is_string() {
                return self.must_be(at, keyword, "a list of names", value);
            }
            if names.iter().take(place).any(|known| known == name) {
                return self.note(at, keyword, format!("has {name} twice"));
            }
        }
    }

    fn schemas(&mut self, keyword: &str, value: &Value, at: &str, root: &Value) {
        let Some(schemas) = value.as_array() else {
            return self.must_be(at, keyword, "a list of schemas", value);
        };
        for (place, schema) in schemas.iter().enumerate() {
            self.schema(schema, &format!("{at}/{keyword}/{place}"), root);
        }
    }

    fn named(&mut self, keyword: &str, value: &Value, at: &str, root: &Value) {
        let Some(members) = value.as_object() else {
            let what = match keyword {
                "dependentRequired" => "an object of lists of names",
                _ => "an object of schemas",
            };
            return self.must_be(at, keyword, what, value);
        };
        let inside = below(at, keyword);
        self.members(keyword, members, &inside, root);
    }

    fn members(&mut self, keyword: &str, members: &Map<String, Value>, at: &str, root: &Value) {
        for (name, member) in members {
            match keyword {
                "dependentRequired" => self.names(name, member, at),
                "dependencies" if member.is_array() => self.names(name, member, at),
                _ => {
                    if keyword == "patternProperties" {
                        if let Some(problem) = not_an_expression(name) {
                            self.note(at, name, format!("is no regular expression: {problem}"));
                        }
                    }
                    self.schema(member, &below(at, name), root);
                }
            }
        }
    }
}

fn is_count(value: &Value) -> bool {
    value.is_u64()
        || value
            .as_f64()
            .is_some_and(|count| count >= 0.0 && count.fract() == 0.0)
}

fn kind_or_text(value: &Value) -> String {
    match value {
        Value::Array(items) if items.is_empty() => "an empty list".to_owned(),
        Value::Array(_) => "this list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) => format!("the string {}", shown::text(text)),
        value => value.to_string(),
    }
}

fn quoted(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    names.join(", ")
}

fn below(at: &str, name: &str) -> String {
    format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// Why a text is no regular expression in any language: what is open is closed, and what is
/// repeated is there.
fn not_an_expression(pattern: &str) -> Option<&'static str> {
    let mut letters = pattern.chars();
    let mut open = 0_usize;
    let mut in_class = false;
    // Whether a quantifier may follow.
    let mut repeatable = false;
    while let Some(letter) = letters.next() {
        if letter == '\\' {
            if letters.next().is_none() {
                return Some("nothing follows its last '\\'");
            }
            repeatable = true;
            continue;
        }
        if in_class {
            in_class = letter != ']';
            continue;
        }
        match letter {
            '[' => {
                in_class = true;
                repeatable = true;
            }
            '(' => {
                open += 1;
                repeatable = false;
                // `(?:`, `(?=`, `(?<name>`: not a quantifier.
                if letters.as_str().starts_with('?') {
                    letters.next();
                }
            }
            ')' => {
                let Some(outer) = open.checked_sub(1) else {
                    return Some("a ')' closes nothing");
                };
                open = outer;
                repeatable = true;
            }
            '|' => repeatable = false,
            '*' | '+' | '?' => {
                if !repeatable {
                    return Some("it repeats something that is not there");
                }
                // The one that makes a repetition a lazy one.
                if letters.as_str().starts_with('?') {
                    letters.next();
                }
                repeatable = false;
            }
            _ => repeatable = true,
        }
    }
    if in_class {
        Some("a '[' is not closed")
    } else if open > 0 {
        Some("a '(' is not closed")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests may panic")]

    use serde_json::{Value, json};

    use super::{not_an_expression, read};

    fn refused(schema: impl std::fmt::Display) -> String {
        read(&schema.to_string()).unwrap_err()
    }

    #[test]
    fn what_no_meta_schema_has_is_refused_where_it_stands() {
        for (schema, told) in [
            (
                json!({ "required": "a" }),
                "'required' must be a list of names, not the string \"a\"",
            ),
            (
                json!({ "required": ["a", "a"] }),
                "'required' has \"a\" twice",
            ),
            (
                json!({ "properties": { "a/b": { "description": 5 } } }),
                "'description' at '#/properties/a~1b' must be a string, not 5",
            ),
            (
                json!({ "anyOf": [{}, { "minimum": 5, "maximum": 3 }] }),
                "'minimum' at '#/anyOf/1' is above 'maximum', and no value keeps both",
            ),
            (
                json!({ "items": { "type": "int" } }),
                "'type' at '#/items' must be one of \"array\", \"boolean\", \"integer\", \"null\", \
                 \"number\", \"object\", \"string\", or a list of them, not the string \"int\"",
            ),
            (
                json!({ "minimum": "5" }),
                "'minimum' must be a number, not the string \"5\"",
            ),
            (
                json!({ "pattern": "[" }),
                "'pattern' is no regular expression: a '[' is not closed",
            ),
            (
                json!({ "enum": [] }),
                "'enum' lists no value, and nothing can keep it",
            ),
            (
                json!({ "minLength": -1 }),
                "'minLength' must be a whole number from 0 up, not -1",
            ),
            (
                json!({ "properties": { "a": 5 } }),
                "'#/properties/a' must be a schema, which is an object, not 5",
            ),
            (json!({ "allOf": [] }), "'allOf' lists no schema"),
        ] {
            assert_eq!(
                refused(&schema),
                format!("is not valid JSON Schema: {told}"),
                "{schema}"
            );
        }
    }

    #[test]
    fn a_name_that_is_there_twice_is_told_with_its_place() {
        let schema = r#"{"properties":{"a":{"type":"string","type":"integer"}}}"#;
        assert_eq!(
            refused(schema),
            "is not valid JSON Schema: 'type' at '#/properties/a' is there twice"
        );
    }

    #[test]
    fn a_reference_that_leads_nowhere_is_told_first() {
        let schema = json!({ "minimum": "1", "$ref": "#/$defs/a" });
        assert!(refused(schema).starts_with(
            "is not valid JSON Schema: '$ref' leads nowhere: there is no '#/$defs/a'"
        ));
    }

    #[test]
    fn what_json_schema_has_is_taken() {
        for schema in [
            json!(true),
            json!({ "$id": "https://a/b", "$defs": { "x": { "$anchor": "here" } }, "$ref": "#here" }),
            json!({ "$ref": "#/$defs/a%20b", "$defs": { "a b": {} } }),
            json!({ "$ref": "#" }),
            json!({ "$defs": { "a": { "$id": "https://a/a", "$defs": { "b": {} }, "$ref": "#/$defs/b" } } }),
            json!({ "type": ["string", "null"], "minLength": 2.0, "default": { "type": 5 } }),
            json!({ "items": [{}, false], "additionalItems": false }),
            json!({ "dependencies": { "a": ["b"], "c": { "required": ["d"] } } }),
            json!({ "properties": { "required": { "type": "string" }, "enum": {} } }),
            json!({ "minimum": 3, "maximum": 3, "multipleOf": 0.5 }),
            json!({ "enum": [null], "const": 5, "x-unknown": { "type": 5 } }),
            Value::Object(serde_json::Map::new()),
        ] {
            assert_eq!(read(&schema.to_string()).unwrap(), schema);
        }
    }

    #[test]
    fn expressions_of_every_language_are_taken() {
        for pattern in [
            "",
            "^a$",
            "[]a",
            "(?<=a)b",
            "(?:a|b)*?",
            "a{1,3}",
            r"\(\[",
            "[[(]",
            "^(?!x).+?$",
            r"\p{L}+",
            "a{2}?",
        ] {
            assert_eq!(not_an_expression(pattern), None, "{pattern}");
        }
        for pattern in ["[", "(", ")", "*", "a**", "(+)", r"a\", "a|+"] {
            assert!(not_an_expression(pattern).is_some(), "{pattern}");
        }
    }
}
