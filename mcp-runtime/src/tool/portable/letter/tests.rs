//! Schemas by the letter, held to a validator.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use serde_json::{Value, json};

use super::read;
use crate::tool::check::Checker;
use crate::tool::node::Node;

fn values() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(-1),
        json!(2.0),
        json!(2.5),
        json!(10),
        json!(11),
        json!(12_345_678_901_234_567_u64),
        json!(""),
        json!("a"),
        json!("ab"),
        json!("abcdef"),
        json!("Ünï"),
        json!("2"),
        json!([]),
        json!([1]),
        json!([1, 1]),
        json!([1, "a"]),
        json!(["a", "b", "c"]),
        json!([[1], [2]]),
        json!({}),
        json!({ "a": 1 }),
        json!({ "a": "b" }),
        json!({ "b": 1 }),
        json!({ "a": 1, "b": 2 }),
        json!({ "a": 1, "c": { "a": 1 } }),
        json!({ "next": { "next": {} } }),
        json!({ "next": { "next": 1 } }),
        json!({ "a/b": 1, "c~d": "x" }),
    ]
}

/// Schemas of which every rule is checked.
fn known() -> Vec<Value> {
    vec![
        json!({}),
        json!(true),
        json!({ "title": "T", "description": "D", "x-unknown": { "if": 1 }, "format": "date" }),
        json!({ "type": "integer" }),
        json!({ "type": "integer", "minimum": 1, "exclusiveMaximum": 11 }),
        json!({ "type": "integer", "minimum": 0.5, "maximum": 10.5, "multipleOf": 2 }),
        json!({ "type": "number", "exclusiveMinimum": 0, "maximum": 10.5 }),
        json!({ "type": "number", "multipleOf": 0.5, "minLength": 3 }),
        json!({ "type": "string", "minLength": 1, "maxLength": 3 }),
        json!({ "type": "string", "pattern": "^[a-z]+$" }),
        json!({ "type": ["string", "null"] }),
        json!({ "type": ["string", "integer", "null"], "minimum": 1, "minLength": 2 }),
        json!({ "type": "null" }),
        json!({ "type": "boolean" }),
        json!({ "enum": ["a", 1, null, true] }),
        json!({ "enum": ["a", 1, 2.5], "type": "integer" }),
        json!({ "const": 2 }),
        json!({ "const": null }),
        json!({ "oneOf": [{ "const": "a", "title": "A" }, { "const": "ab", "title": "AB" }] }),
        json!({ "type": "array" }),
        json!({ "type": "array", "items": { "type": "integer" }, "minItems": 1 }),
        json!({ "type": "array", "uniqueItems": true, "maxItems": 2 }),
        json!({ "type": "array", "items": { "type": "array", "items": { "type": "integer" } } }),
        json!({ "type": "object" }),
        json!({ "type": "object", "properties": { "a": { "type": "integer" } } }),
        json!({
            "type": "object",
            "properties": { "a": { "type": "integer" } },
            "required": ["a"],
            "additionalProperties": false,
        }),
        json!({ "type": "object", "additionalProperties": { "type": "integer" }, "required": ["b"] }),
        json!({ "type": "object", "required": ["b"] }),
        json!({ "type": "object", "minProperties": 1, "maxProperties": 1 }),
        json!({ "anyOf": [{ "type": "string" }, { "type": "integer", "minimum": 2 }] }),
        json!({
            "$ref": "#/$defs/node",
            "$defs": {
                "node": {
                    "type": "object",
                    "properties": { "next": { "$ref": "#/$defs/node" } },
                    "additionalProperties": false,
                },
            },
        }),
        json!({
            "type": "object",
            "properties": { "a/b": { "$ref": "#/definitions/x~1y" }, "c~d": { "type": "string" } },
            "definitions": { "x/y": { "type": "integer" } },
        }),
    ]
}

/// Schemas with rules that are not checked, and the rule.
fn beyond() -> Vec<(&'static str, Value)> {
    vec![
        ("'not'", json!({ "type": "integer", "not": { "const": 1 } })),
        (
            "'oneOf'",
            json!({ "oneOf": [{ "type": "integer" }, { "minimum": 2 }] }),
        ),
        (
            "'anyOf'",
            json!({ "type": "object", "anyOf": [{ "required": ["a"] }, { "required": ["b"] }] }),
        ),
        (
            "'allOf'",
            json!({ "allOf": [{ "type": "integer" }, { "minimum": 2 }] }),
        ),
        (
            "'if'",
            json!({ "type": "object", "if": { "required": ["a"] }, "then": { "required": ["c"] } }),
        ),
        ("'minimum' without 'type'", json!({ "minimum": 2 })),
        (
            "'properties' without 'type'",
            json!({ "properties": { "a": { "type": "string" } } }),
        ),
        (
            "'multipleOf'",
            json!({ "type": "integer", "multipleOf": 2.5 }),
        ),
        (
            "'exclusiveMinimum'",
            json!({ "type": "integer", "minimum": 1, "exclusiveMinimum": true }),
        ),
        (
            "'pattern'",
            json!({ "type": "string", "pattern": "(?=a)a" }),
        ),
        (
            "'prefixItems'",
            json!({ "type": "array", "prefixItems": [{ "type": "integer" }], "items": false }),
        ),
        (
            "'items' as a list",
            json!({ "type": "array", "items": [{ "type": "integer" }] }),
        ),
        (
            "'contains'",
            json!({ "type": "array", "contains": { "type": "integer" } }),
        ),
        (
            "'patternProperties'",
            json!({ "type": "object", "patternProperties": { "^a": { "type": "integer" } }, "additionalProperties": false }),
        ),
        (
            "'propertyNames'",
            json!({ "type": "object", "propertyNames": { "maxLength": 1 } }),
        ),
        ("'enum' of arrays", json!({ "enum": [[1], "a"] })),
        (
            "'false'",
            json!({ "type": "object", "properties": { "a": false } }),
        ),
        ("'$ref'", json!({ "$ref": "#/$defs/there" })),
        (
            "'$ref'",
            json!({ "$ref": "#/$defs/a", "type": "object", "$defs": { "a": { "required": ["a"], "type": "object" } } }),
        ),
        ("'$ref'", json!({ "$ref": "https://example.com/schema" })),
        (
            "'dependentRequired'",
            json!({ "type": "object", "dependentRequired": { "a": ["b"] } }),
        ),
        ("'type'", json!({ "type": "any" })),
    ]
}

fn accepts(schema: &Value, value: &Value) -> bool {
    let read = read(schema);
    let text = value.to_string();
    let node = Node::read(&text, 128).node.unwrap();
    Checker::new(&read.definitions, false).accepts(&node, &read.shape)
}

#[test]
fn what_is_checked_is_checked_by_the_letter() {
    for schema in known() {
        assert_eq!(read(&schema).unchecked, [""; 0], "{schema}");
        let judge = jsonschema::draft202012::new(&schema).unwrap();
        for value in values() {
            assert_eq!(
                accepts(&schema, &value),
                judge.is_valid(&value),
                "{schema} {value}"
            );
        }
    }
}

#[test]
fn what_is_not_checked_is_noted_and_refuses_nothing_that_the_schema_accepts() {
    for (rule, schema) in beyond() {
        let unchecked = read(&schema).unchecked;
        assert!(
            unchecked.iter().any(|note| note.starts_with(rule)),
            "{schema} {unchecked:?}"
        );
        let Ok(judge) = jsonschema::draft202012::new(&schema) else {
            continue;
        };
        for value in values() {
            assert!(
                accepts(&schema, &value) || !judge.is_valid(&value),
                "{schema} {value}"
            );
        }
    }
}

#[test]
fn a_note_says_where_the_rule_is() {
    let schema = json!({
        "type": "object",
        "properties": { "a/b": { "type": "array", "items": { "not": {} } } },
    });
    assert_eq!(
        read(&schema).unchecked,
        ["'not' at '#/properties/a~1b/items'"]
    );
}
