//! What common hosts accept of a schema.

use serde_json::Value;

use crate::tool::portability::{Listed, Severity, of_tool};

const KEYWORDS: [&str; 24] = [
    "$ref",
    "additionalProperties",
    "anyOf",
    "default",
    "description",
    "enum",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "pattern",
    "properties",
    "required",
    "type",
];

/// Fails when an author would be told that hosts refuse an input schema.
pub(super) fn assert_no_error(schema: &Value) {
    let findings = of_tool(&Listed {
        server: "s",
        name: "t",
        description: "T.",
        input: schema,
        output: None,
        any_host: false,
        recursive: false,
    });
    let error = findings.iter().find(|it| it.severity == Severity::Error);
    assert!(error.is_none(), "{error:?} in {schema}");
}

/// Fails when an input schema is not what hosts accept.
pub(super) fn assert_portable(schema: &Value) {
    assert_eq!(schema["type"], "object", "{schema}");
    assert_eq!(schema["additionalProperties"], false, "{schema}");
    for property in schema["properties"].as_object().unwrap().values() {
        inner(property, schema);
    }
    if let Some(definitions) = schema.get("$defs") {
        for definition in definitions.as_object().unwrap().values() {
            inner(definition, schema);
        }
    }
    let root: Vec<&String> = schema.as_object().unwrap().keys().collect();
    for name in root {
        assert!(
            [
                "type",
                "properties",
                "required",
                "additionalProperties",
                "$defs"
            ]
            .contains(&&**name),
            "{name} at the root of {schema}"
        );
    }
}

fn inner(schema: &Value, root: &Value) {
    let Value::Object(keywords) = schema else {
        panic!("{schema} is no object schema, in {root}");
    };
    for (name, value) in keywords {
        assert!(
            KEYWORDS.contains(&&**name) || name == "uniqueItems" || name == "x-mcp-header",
            "{name} in {root}"
        );
        match &**name {
            "items" => inner(value, root),
            "additionalProperties" if *value != Value::Bool(false) => inner(value, root),
            "anyOf" => value
                .as_array()
                .unwrap()
                .iter()
                .for_each(|s| inner(s, root)),
            "properties" => value
                .as_object()
                .unwrap()
                .values()
                .for_each(|s| inner(s, root)),
            "minimum" | "maximum" => {
                assert!(
                    value.as_f64().unwrap().abs() <= 9_007_199_254_740_992.0,
                    "{root}"
                );
            }
            "$ref" => {
                let pointer = value.as_str().unwrap().strip_prefix('#').unwrap();
                assert!(root.pointer(pointer).is_some(), "{root}");
            }
            _ => {}
        }
    }
    let is = |name: &str| match &schema["type"] {
        Value::String(only) => only == name,
        Value::Array(names) => names.iter().any(|known| known == name),
        _ => false,
    };
    assert!(!is("array") || keywords.contains_key("items"), "{root}");
    if schema["type"] == "object" {
        assert!(keywords.contains_key("additionalProperties"), "{root}");
    }
    if is("integer") || is("number") {
        assert!(!keywords.contains_key("format"), "{root}");
    }
}
