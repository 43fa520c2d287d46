//! Values for a schema: mostly what it allows, often beside it.

use serde_json::Value;

use crate::random::Random;
use crate::schemas::WORDS;

const ANYTHING: [&str; 22] = [
    "true",
    "false",
    "0",
    "1",
    "-1",
    "2",
    "3.0",
    "2.5",
    "1e1",
    "-0.0",
    "300",
    "\"\"",
    "\"a\"",
    "\"1\"",
    "[]",
    "[1]",
    "[1,1.0]",
    "{}",
    "{\"a\":1}",
    "{\"kind\":\"a\"}",
    "[[]]",
    "null",
];
const NUMBERS: [&str; 14] = [
    "0", "1", "-1", "2", "-4", "4", "5", "0.5", "-1.5", "3", "3.0", "2e0", "-1.25", "9",
];
const FORMS: [&str; 14] = [
    "67e55044-10b1-426f-9247-bb680e5fe0c8",
    "2026-01-31",
    "2026-02-29",
    "12:30:00Z",
    "24:00:00Z",
    "2026-01-31T12:30:00+01:00",
    "2026-01-31 12:30:00Z",
    "ann@example.org",
    "a b@example.org",
    "example.org",
    "a..b",
    "127.0.0.1",
    "::1",
    "https://example.org/a",
];

/// JSON text of a value for a schema.
pub(crate) fn write(random: &mut Random<'_>, schema: &Value, depth: usize, out: &mut String) {
    if depth == 0 || random.once_in(12) {
        return out.push_str(random.word(&ANYTHING));
    }
    if let Some(constant) = schema.get("const") {
        return out.push_str(&constant.to_string());
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        return out.push_str(&random.pick(values).to_string());
    }
    for several in ["oneOf", "anyOf", "allOf"] {
        if let Some(Value::Array(schemas)) = schema.get(several) {
            let one = random.pick(schemas).clone();
            return write(random, &one, depth, out);
        }
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("boolean") => out.push_str(random.word(&["true", "false"])),
        Some("integer" | "number") => out.push_str(random.word(&NUMBERS)),
        Some("string") => {
            let word = match schema.get("format") {
                Some(_) => random.word(&FORMS),
                None => random.word(&WORDS),
            };
            out.push_str(&Value::from(word).to_string());
        }
        Some("array") => {
            let items = schema.get("items").unwrap_or(&Value::Null).clone();
            let before: &[Value] = match schema.get("prefixItems") {
                Some(Value::Array(before)) => before,
                _ => &[],
            };
            out.push('[');
            for place in 0..random.below(5) {
                if place > 0 {
                    out.push(',');
                }
                write(random, before.get(place).unwrap_or(&items), depth - 1, out);
            }
            out.push(']');
        }
        Some("object") => object(random, schema, depth, out),
        _ => out.push_str(random.word(&ANYTHING)),
    }
}

fn object(random: &mut Random<'_>, schema: &Value, depth: usize, out: &mut String) {
    let mut first = true;
    let mut name = |name: &str, out: &mut String| {
        if !std::mem::take(&mut first) {
            out.push(',');
        }
        out.push_str(&Value::from(name).to_string());
        out.push(':');
    };
    out.push('{');
    if let Some(Value::Object(properties)) = schema.get("properties") {
        for (property, schema) in properties {
            if !random.once_in(6) {
                name(property, out);
                write(random, schema, depth - 1, out);
            }
        }
    }
    if random.once_in(3) {
        name("zz", out);
        let rest = schema
            .get("additionalProperties")
            .unwrap_or(&Value::Null)
            .clone();
        write(random, &rest, depth - 1, out);
    }
    out.push('}');
}
