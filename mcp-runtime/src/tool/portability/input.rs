//! Input schemas: what a model's service has to take.

use serde_json::{Map, Value};

use super::Report;
use super::path::Path;
use super::pattern::{self, Foreign};
use super::rule::{Rule, Severity};
use crate::tool::portable::percent_decoded;

/// What is read as part of the schemas around it.
const UNDERSTOOD: [&str; 22] = [
    "$comment",
    "$defs",
    "$ref",
    "$schema",
    "additionalProperties",
    "anyOf",
    "default",
    "description",
    "enum",
    "examples",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "pattern",
    "properties",
    "required",
    "x-mcp-header",
];

/// What Gemini's schemas do not have; the hosts on it drop it, or are refused.
const RARE: [&str; 6] = [
    "exclusiveMaximum",
    "exclusiveMinimum",
    "maxProperties",
    "minProperties",
    "multipleOf",
    "uniqueItems",
];

/// Beyond this depth services were seen to refuse a schema.
const DEPTH: usize = 10;

/// Letters of a schema that OpenAI's service takes.
const LETTERS: usize = 120_000;

/// 2^53.
const EXACT: f64 = 9_007_199_254_740_992.0;

pub(super) fn check(report: &mut Report<'_>) {
    let root = report.tool.input;
    let path = &Path::Root.name("inputSchema");
    let Value::Object(schema) = root else {
        report.note(
            Rule::Root,
            path,
            "the schema is not an object",
            "send `{\"type\": \"object\", \"properties\": {}}` for a tool without arguments",
        );
        return;
    };
    if schema.get("type").and_then(Value::as_str) != Some("object")
        || !schema.get("properties").is_some_and(Value::is_object)
    {
        report.note(
            Rule::Root,
            path,
            "the schema does not say `\"type\": \"object\"` and `properties`, and hosts want both",
            "write both, and leave `properties` empty for a tool without arguments",
        );
    }
    let union = ["anyOf", "oneOf", "allOf", "enum", "not", "const"]
        .into_iter()
        .find(|keyword| schema.contains_key(*keyword));
    if let Some(keyword) = union {
        report.note(
            Rule::RootUnion,
            path,
            format!("`{keyword}` stands at the root"),
            "move it into a property, and check across arguments in the tool",
        );
    }
    let length = root.to_string().len();
    if length > LETTERS {
        report.note(
            Rule::Size,
            path,
            format!("the schema has {length} bytes, and OpenAI takes names and values of 120,000 letters together"),
            "send less of it: shorter lists of values, fewer nested types",
        );
    }
    let mut walk = Walk {
        report,
        root,
        deepest: 0,
    };
    walk.object(schema, path, 0);
    let deepest = walk.deepest;
    if deepest > DEPTH {
        report.note(
            Rule::Depth,
            path,
            format!("schemas nest {deepest} levels deep, and some services take {DEPTH}"),
            "flatten the types, or take an inner part as an argument of its own",
        );
    }
}

/// A walk through every schema in a schema.
struct Walk<'w, 'r> {
    report: &'w mut Report<'r>,
    root: &'r Value,
    deepest: usize,
}

impl<'r> Walk<'_, 'r> {
    fn schema(&mut self, schema: &'r Value, path: &Path<'_>, depth: usize) {
        match schema {
            Value::Object(schema) => self.object(schema, path, depth),
            _ => self.report.note(
                Rule::BooleanSchema,
                path,
                format!(
                    "the schema is `{schema}`, and clients that read objects drop the whole list"
                ),
                "name the types that it may have, or the type of an object with free members",
            ),
        }
    }

    fn object(&mut self, schema: &'r Map<String, Value>, path: &Path<'_>, depth: usize) {
        self.deepest = self.deepest.max(depth);
        self.reference(schema, path);
        self.keywords(schema, path);
        self.types(schema, path);
        self.values(schema, path);
        self.numbers(schema, path);
        self.texts(schema, path);
        self.members(schema, path, depth);
        self.items(schema, path, depth);
        for keyword in ["anyOf", "oneOf", "allOf"] {
            if let Some(Value::Array(schemas)) = schema.get(keyword) {
                let path = &path.name(keyword);
                for (index, schema) in schemas.iter().enumerate() {
                    self.schema(schema, &path.index(index), depth + 1);
                }
            }
        }
        for keyword in ["not", "if", "then", "else", "contains", "propertyNames"] {
            if let Some(schema) = schema.get(keyword) {
                self.schema(schema, &path.name(keyword), depth + 1);
            }
        }
        for keyword in [
            "$defs",
            "definitions",
            "patternProperties",
            "dependentSchemas",
        ] {
            if let Some(Value::Object(schemas)) = schema.get(keyword) {
                let path = &path.name(keyword);
                for (name, schema) in schemas {
                    self.schema(schema, &path.name(name), depth + 1);
                }
            }
        }
    }

    fn reference(&mut self, schema: &Map<String, Value>, path: &Path<'_>) {
        let Some(reference) = schema.get("$ref") else {
            return;
        };
        let path = &path.name("$ref");
        if !leads_nowhere(self.report, reference, self.root, path) {
            self.report.note(
                Rule::Reference,
                path,
                "a reference, which services refuse or lose",
                "write what it stands for in its place; for a type that contains itself take a flat form, or write `recursive` at the tool",
            );
        }
    }

    fn keywords(&mut self, schema: &Map<String, Value>, path: &Path<'_>) {
        if let Some(dialect) = schema.get("$schema") {
            dialect_of(self.report, dialect, path);
        }
        for keyword in schema.keys().map(String::as_str) {
            if UNDERSTOOD.contains(&keyword) || matches!(keyword, "type" | "title" | "prefixItems")
            {
                continue;
            }
            if RARE.contains(&keyword) {
                self.report.note(
                    Rule::RareKeyword,
                    &path.name(keyword),
                    format!("Gemini's schemas have no `{keyword}`"),
                    "say it in the description as well, so that a model knows it everywhere",
                );
                continue;
            }
            let help = match keyword {
                "const" => "list it as the only value of an `enum`",
                "oneOf" => "write `anyOf`",
                "allOf" => "write the members of all of them in one object",
                _ => "say it in the description, and check it in the tool",
            };
            self.report.note(
                Rule::Keyword,
                &path.name(keyword),
                format!("hosts refuse the keyword `{keyword}`, or drop it"),
                help,
            );
        }
    }

    fn types(&mut self, schema: &Map<String, Value>, path: &Path<'_>) {
        let has_union = schema.contains_key("anyOf");
        match schema.get("type") {
            Some(Value::Array(names)) => {
                let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
                let help = if names.contains(&"null") && names.len() == 2 {
                    "name the other type alone, and leave the property out of `required`"
                } else {
                    "take a type that is one of them, or a property for each"
                };
                self.report.note(
                    Rule::TypeList,
                    &path.name("type"),
                    format!("a list of types: {}", names.join(", ")),
                    help,
                );
            }
            None if !has_union && !schema.contains_key("$ref") => {
                let somewhere_else = ["oneOf", "allOf", "if", "not"];
                if somewhere_else
                    .iter()
                    .all(|keyword| !schema.contains_key(*keyword))
                {
                    self.report.note(
                        Rule::NoType,
                        path,
                        "the schema does not say the type of the value",
                        "write `type`",
                    );
                }
            }
            _ => {}
        }
        if has_union && schema.len() > 1 && !matches!(path, Path::Name(Path::Root, _)) {
            self.report.note(
                Rule::Union,
                path,
                "Vertex AI refuses a union (`anyOf`) with anything beside it, such as a description, and some converters drop unions",
                "take one type where that is possible, such as an object with a field that says what it is",
            );
        }
    }

    fn values(&mut self, schema: &Map<String, Value>, path: &Path<'_>) {
        let Some(Value::Array(values)) = schema.get("enum") else {
            return;
        };
        let path = &path.name("enum");
        if let Some(value) = values
            .iter()
            .find(|value| value.as_str().is_none_or(str::is_empty))
        {
            self.report.note(
                Rule::EnumValues,
                path,
                format!("Gemini takes strings with something in them as values, not {value}"),
                "take words as values; for a range of numbers, say its ends",
            );
        }
        let letters: usize = values
            .iter()
            .filter_map(Value::as_str)
            .map(|text| text.chars().count())
            .sum();
        if values.len() > 1000 || (values.len() > 250 && letters > 15_000) {
            self.report.note(
                Rule::EnumSize,
                path,
                format!(
                    "{} values with {letters} letters; OpenAI takes 1,000, and beyond 250 no more than 15,000 letters",
                    values.len()
                ),
                "take any text and check it in the tool, which can suggest near values",
            );
        }
    }

    fn numbers(&mut self, schema: &Map<String, Value>, path: &Path<'_>) {
        for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
            let end = schema.get(keyword).and_then(Value::as_f64);
            if end.is_some_and(|end| end.abs() > EXACT) {
                self.report.note(
                    Rule::Bound,
                    &path.name(keyword),
                    "the number is not exact in JavaScript",
                    "leave it out, or take an end within 2^53",
                );
            }
        }
    }

    fn texts(&mut self, schema: &Map<String, Value>, path: &Path<'_>) {
        let is_number = schema
            .get("type")
            .and_then(Value::as_str)
            .is_some_and(|name| matches!(name, "integer" | "number"));
        if let Some(format) = schema.get("format").and_then(Value::as_str) {
            let is_known = if is_number {
                matches!(format, "int32" | "int64" | "float" | "double")
            } else {
                matches!(format, "date-time" | "enum")
            };
            if !is_known {
                self.report.note(
                    Rule::Format,
                    &path.name("format"),
                    format!("hosts that hand formats on to Gemini are refused for '{format}'"),
                    "name the form in the description as well",
                );
            }
        }
        if let Some(written) = schema.get("pattern").and_then(Value::as_str) {
            if let Some(Foreign::ToOpenAi(problem) | Foreign::ToJavaScript(problem)) =
                pattern::foreign(written)
            {
                self.report.note(
                    Rule::Pattern,
                    &path.name("pattern"),
                    problem,
                    "write a pattern that every language reads, and check the rest in the tool",
                );
            }
        }
    }

    fn members(&mut self, schema: &'r Map<String, Value>, path: &Path<'_>, depth: usize) {
        if let Some(Value::Object(properties)) = schema.get("properties") {
            let properties_path = &path.name("properties");
            for (name, property) in properties {
                let path = &properties_path.name(name);
                if !is_property_name(name) {
                    let severity = if depth == 0 {
                        Rule::PropertyName.severity()
                    } else {
                        // Seen to be refused at the root alone.
                        Severity::Warning
                    };
                    self.report.note_as(
                        Rule::PropertyName,
                        severity,
                        path,
                        "the name is not one of up to 64 letters from a to z, digits, '_', '.' and '-'",
                        if depth == 0 {
                            "rename the argument with `#[arg(rename = \"..\")]`"
                        } else {
                            "rename the field with `#[serde(rename = \"..\")]`"
                        },
                    );
                }
                self.schema(property, path, depth + 1);
            }
        }
        if let Some(rest) = schema.get("additionalProperties") {
            if rest.is_object() {
                let path = &path.name("additionalProperties");
                self.report.note(
                    Rule::Map,
                    path,
                    "a map with names of the model's choice, which OpenAI's strict mode refuses and some converters read as an object without members",
                    "take an array of pairs where that will do",
                );
                self.schema(rest, path, depth + 1);
            }
        }
    }

    fn items(&mut self, schema: &'r Map<String, Value>, path: &Path<'_>, depth: usize) {
        let is_array = schema.get("type").and_then(Value::as_str) == Some("array");
        let by_place = schema
            .get("prefixItems")
            .or_else(|| schema.get("items").filter(|items| items.is_array()));
        if let Some(places) = by_place {
            self.report.note(
                Rule::Tuple,
                path,
                "the items are said place by place, which hosts refuse or lose",
                "write one `items` for all, with the order in the description",
            );
            for (index, place) in places.as_array().into_iter().flatten().enumerate() {
                self.schema(place, &path.name("prefixItems").index(index), depth + 1);
            }
        }
        match schema.get("items") {
            Some(Value::Array(_)) => {}
            // Anything: hosts ask only that it is said.
            Some(Value::Object(items)) if items.is_empty() => {}
            Some(items) => self.schema(items, &path.name("items"), depth + 1),
            None if is_array => self.report.note(
                Rule::ArrayItems,
                path,
                "an array without `items`",
                "say what the items are",
            ),
            None => {}
        }
    }
}

/// Notes a reference that does not lead to something in the same schema.
pub(super) fn leads_nowhere(
    report: &mut Report<'_>,
    reference: &Value,
    root: &Value,
    path: &Path<'_>,
) -> bool {
    let target = reference.as_str().and_then(|it| it.strip_prefix('#'));
    let leads = target.is_some_and(|target| {
        let target = percent_decoded(target);
        root.pointer(&target).is_some() || has_anchor(root, &target)
    });
    if !leads {
        report.note(
            Rule::DanglingReference,
            path,
            format!("{reference} leads to nothing in the schema"),
            "define it under `$defs`, or write what it stands for in its place",
        );
    }
    !leads
}

/// Whether a schema has a part of this name.
fn has_anchor(schema: &Value, name: &str) -> bool {
    match schema {
        Value::Object(members) => {
            members.get("$anchor").and_then(Value::as_str) == Some(name)
                || members.values().any(|value| has_anchor(value, name))
        }
        Value::Array(items) => items.iter().any(|value| has_anchor(value, name)),
        _ => false,
    }
}

/// Notes a dialect that validators do not read.
pub(super) fn dialect_of(report: &mut Report<'_>, dialect: &Value, path: &Path<'_>) {
    const NEWEST: &str = "https://json-schema.org/draft/2020-12/schema";
    let path = &path.name("$schema");
    let written = dialect.as_str().unwrap_or_default();
    if written.trim_end_matches('#') != NEWEST {
        report.note(
            Rule::Dialect,
            path,
            format!("validators of hosts read 2020-12, not {dialect}"),
            "leave `$schema` out, and write the schema in 2020-12",
        );
    }
}

fn is_property_name(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'))
}
