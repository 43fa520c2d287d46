//! Values for a shape: mostly what it allows, often beside it.

use std::borrow::Cow;

use serde_json::Value;

use super::random::Random;
use super::schemas::WORDS;
use crate::tool::node::Node;
use crate::tool::shape::{Definitions, Items, Kind, Rest, Shape};

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
        Kind::String(_) => out.push_str(&Value::from(random.word(&WORDS)).to_string()),
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
            for extra in ["z", "1"] {
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
