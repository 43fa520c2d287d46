#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "tests")]

use serde_json::json;

use super::*;

#[test]
fn no_parameters_give_a_closed_object() {
    let input = InputSchema::default().finish(false).unwrap();
    assert_eq!(
        input.schema,
        r#"{"type":"object","properties":{},"additionalProperties":false}"#
    );
}

#[test]
fn bounds_are_said_without_formats() {
    let input = InputSchema::default()
        .property::<u8>(Parameter::new("a", "A."))
        .property::<u64>(Parameter::new("n", ""))
        .property::<i32>(Parameter::new("k", ""))
        .property::<Option<f32>>(Parameter::new("x", ""))
        .finish(false)
        .unwrap();
    let schema: Value = serde_json::from_str(&input.schema).unwrap();
    assert_eq!(
        schema,
        json!({
            "type": "object",
            "properties": {
                "a": {"type": "integer", "minimum": 0, "maximum": 255, "description": "A."},
                "n": {"type": "integer", "minimum": 0},
                "k": {"type": "integer", "minimum": -2_147_483_648_i64, "maximum": 2_147_483_647},
                "x": {"type": "number"},
            },
            "required": ["a", "n", "k"],
            "additionalProperties": false,
        })
    );
}
