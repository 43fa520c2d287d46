//! Values for a shape: mostly what it allows, often beside it.

use std::borrow::Cow;

use serde_json::Value;

use super::random::Random;
use super::schemas::WORDS;
use crate::tool::node::Node;
use crate::tool::shape::{Definitions, Items, Keys, Kind, Rest, Shape};

/// JSON text of a value for a shape.
pub(super) fn text(random: &mut Random, shape: &Shape, definitions: &Definitions) -> String {
    let mut out = String::new();
    write(random, shape, definitions, 4, &mut out);
    out
}

fn anything(random: &mut Random, out: &mut String) {
    out.push_str(random.word(&[
        "null",
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
        "\"b\"",
        "\"abc\"",
        "\"1\"",
        "[]",
        "[1]",
        "[1,1.0]",
        "[\"a\",1]",
        "{}",
        "{\"a\":1}",
        "{\"kind\":\"a\"}",
        "{\"a\":null}",
        "[[]]",
        "[{}]",
    ]));
}

fn write(
    random: &mut Random,
    shape: &Shape,
    definitions: &Definitions,
    depth: usize,
    out: &mut String,
) {
    if random.once_in(14) || depth == 0 {
        return anything(random, out);
    }
    match &definitions.resolve(shape).kind {
        Kind::Any | Kind::Reference(_) => anything(random, out),
        Kind::Null => out.push_str("null"),
        Kind::Boolean => out.push_str(random.word(&["true", "false"])),
        Kind::Integer(rule) => {
            let least = rule.least.unwrap_or(-3).max(-1000);
            let greatest = rule.greatest.unwrap_or(9).min(1000);
            let near = [least, greatest, least - 1, greatest + 1, 0, 2, 4];
            let value = *random.pick(&near);
            out.push_str(&value.to_string());
            out.push_str(random.word(&["", "", "", ".0", "e0"]));
        }
        Kind::Number(_) => {
            out.push_str(random.word(&["-1.5", "-1", "-1.25", "0", "3", "3.5", "0.5"]));
        }
        Kind::String(rule) => {
            let word = match rule.format.as_deref() {
                Some(format) => form(random, format),
                None => random.word(&WORDS),
            };
            out.push_str(&Value::from(word).to_string());
        }
        Kind::Enum(values) => out.push_str(&random.pick(values).to_string()),
        Kind::AnyOf(shapes) => {
            let shape = random.pick(shapes);
            write(random, shape, definitions, depth, out);
        }
        Kind::Array(array) => {
            let mut count = random.below(4);
            if let (Some(greatest), false) = (array.length.greatest, random.once_in(6)) {
                count = count.min(usize::try_from(greatest).unwrap());
            }
            if let (Some(least), false) = (array.length.least, random.once_in(6)) {
                count = count.max(usize::try_from(least).unwrap());
            }
            out.push('[');
            for place in 0..count {
                if place > 0 {
                    out.push(',');
                }
                match &array.items {
                    Items::Each(each) => write(random, each, definitions, depth - 1, out),
                    Items::Tuple(shapes) => match shapes.get(place) {
                        Some(shape) => write(random, shape, definitions, depth - 1, out),
                        None => anything(random, out),
                    },
                }
            }
            out.push(']');
        }
        Kind::Object(object) => {
            out.push('{');
            let mut first = true;
            let mut name = |name: &str, out: &mut String| {
                if !first {
                    out.push(',');
                }
                first = false;
                out.push_str(&Value::from(name).to_string());
                out.push(':');
            };
            for property in &object.properties {
                let left_out = if property.required { 20 } else { 2 };
                if random.once_in(left_out) {
                    continue;
                }
                name(&property.name, out);
                if random.once_in(12) {
                    out.push_str("null");
                } else {
                    write(random, &property.shape, definitions, depth - 1, out);
                }
            }
            // The names of a map are said in words, which the judge does not read.
            let extras = match &object.keys {
                None => ["z", "1"],
                Some(Keys::Whole { .. }) => ["27", "1"],
                Some(Keys::Pattern(_)) => ["y", "1"],
            };
            for extra in extras {
                match &object.rest {
                    Rest::Each(each) if random.once_in(2) => {
                        name(extra, out);
                        write(random, each, definitions, depth - 1, out);
                    }
                    Rest::None if random.once_in(20) => {
                        name(extra, out);
                        anything(random, out);
                    }
                    _ => {}
                }
            }
            out.push('}');
        }
    }
}

/// A text that is of a form, or nearly.
fn form(random: &mut Random, format: &str) -> &'static str {
    match format {
        "uuid" => random.word(&["67e55044-10b1-426f-9247-bb680e5fe0c8", "67e55044", "a"]),
        "date" => random.word(&["2026-01-31", "2024-02-29", "2026-02-29", "2026-1-1"]),
        "time" => random.word(&["12:30:00Z", "12:30:00.5+01:00", "24:00:00Z", "12:30"]),
        "date-time" => random.word(&[
            "2026-01-31T12:30:00Z",
            "2026-01-31T12:30:00+01:00",
            "2026-01-31 12:30:00Z",
            "2026-01-32T12:30:00Z",
        ]),
        "email" => random.word(&["ann@example.org", "ann", "@example.org", "a b@example.org"]),
        "hostname" => random.word(&["example.org", "a..b", "-a", "a_b"]),
        "ip" => random.word(&["127.0.0.1", "::1"]),
        "ipv4" => random.word(&["127.0.0.1", "::1", "256.0.0.1", "1.2.3"]),
        "ipv6" => random.word(&["::1", "fe80::1", "127.0.0.1", ":::"]),
        "uri" => random.word(&[
            "https://example.org/a",
            "example.org",
            "https://a b.org",
            "a",
        ]),
        _ => random.word(&WORDS),
    }
}

/// Whether a number beyond 2^53 is in a value: a documented limit of what schemas say.
pub(super) fn has_large(node: &Node<'_>) -> bool {
    match node {
        Node::Array(items) => items.iter().any(has_large),
        Node::Object(members) => members
            .iter()
            .any(|(_, value): &(Cow<'_, str>, _)| has_large(value)),
        node => node
            .number()
            .is_some_and(|value| value.abs() >= crate::tool::number::EXACT),
    }
}
