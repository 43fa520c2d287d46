use serde_json::{Value, json};

use super::breaches;

fn told(schema: &Value, value: &Value) -> Vec<String> {
    let found = breaches(schema, value);
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn each_rule_is_told_with_its_place() {
    for (schema, value, expected) in [
        (
            json!({"type": "number"}),
            json!(null),
            "the whole must be a number, not null",
        ),
        (
            json!({"type": ["string", "null"]}),
            json!(1),
            "the whole must be a string or null, not 1",
        ),
        (
            json!({"properties": {"a": {"items": {"type": "integer"}}}}),
            json!({"a": [1, 1.5]}),
            "'a[1]' must be an integer, not 1.5",
        ),
        (
            json!({"required": ["a"]}),
            json!({}),
            "the whole must have the member 'a'",
        ),
        (
            json!({"properties": {"b": {}}, "additionalProperties": false}),
            json!({"a": 1}),
            "the whole must not have the member 'a'",
        ),
        (
            json!({"additionalProperties": {"type": "string"}}),
            json!({"a": 1}),
            "'a' must be a string, not 1",
        ),
        (
            json!({"enum": ["a", "b"]}),
            json!("c"),
            "the whole must be one of \"a\", \"b\", not \"c\"",
        ),
        (json!({"const": 1}), json!(2), "the whole must be 1, not 2"),
        (
            json!({"maximum": 3}),
            json!(4),
            "the whole must be at most 3, not 4",
        ),
        (
            json!({"maxItems": 1}),
            json!([1, 2]),
            "the whole must have at most 1 items, not 2",
        ),
        (
            json!({"pattern": "^a"}),
            json!("b"),
            "the whole must match the pattern ^a",
        ),
        (
            json!({"$ref": "#/$defs/N", "$defs": {"N": {"type": "object", "properties": {"next": {"$ref": "#/$defs/N"}}}}}),
            json!({"next": {"next": 1}}),
            "'next.next' must be an object, not 1",
        ),
        (
            json!({"anyOf": [{"type": "null"}, {"type": "object", "properties": {"a": {"type": "string"}}}]}),
            json!({"a": 1}),
            "'a' must be a string, not 1",
        ),
        (
            json!({"anyOf": [{"type": "null"}, {"type": "string"}]}),
            json!(1),
            "the whole must have one of 2 forms, and 1 has none of them",
        ),
        (json!(false), json!(1), "the whole must not be there"),
    ] {
        assert_eq!(told(&schema, &value), [expected], "{schema} {value}");
    }
}

#[test]
fn a_reference_to_itself_comes_to_an_end() {
    let schema = json!({"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/A"}}});
    assert!(told(&schema, &json!(1)).is_empty());
}
