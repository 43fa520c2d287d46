//! When two values are the same: numbers by what they are, not by how they are written.

use serde_json::Value;

use crate::tool::node::Node;
use crate::tool::number::Whole;

/// Arrays longer than this are compared by their text.
const FEW: usize = 32;

/// Whether what came is this scalar.
pub(super) fn value(node: &Node<'_>, value: &Value) -> bool {
    match (node, value) {
        (Node::Null, Value::Null) => true,
        (Node::Bool(a), Value::Bool(b)) => a == b,
        (Node::String(a), Value::String(b)) => a == b,
        (node, Value::Number(number)) => {
            let whole = number
                .as_i64()
                .map(i128::from)
                .or(number.as_u64().map(i128::from));
            match (node.whole(), whole) {
                (Whole::Exact(a), Some(b)) => a == b,
                _ => node.number().is_some() && node.number() == number.as_f64(),
            }
        }
        _ => false,
    }
}

/// The first two places with the same item, counted from 1.
pub(super) fn repeated(items: &[Node<'_>]) -> Option<(usize, usize)> {
    if items.len() > FEW {
        let mut seen = std::collections::HashMap::new();
        for (place, item) in items.iter().enumerate() {
            let mut text = String::new();
            write(item, &mut text);
            if let Some(first) = seen.insert(text, place) {
                return Some((first + 1, place + 1));
            }
        }
        return None;
    }
    for (place, item) in items.iter().enumerate() {
        if let Some(first) = items.iter().take(place).position(|other| same(other, item)) {
            return Some((first + 1, place + 1));
        }
    }
    None
}

fn same(a: &Node<'_>, b: &Node<'_>) -> bool {
    let text = |node: &Node<'_>| {
        let mut text = String::new();
        write(node, &mut text);
        text
    };
    match (a, b) {
        (Node::String(a), Node::String(b)) => a == b,
        (Node::Unsigned(a), Node::Unsigned(b)) => a == b,
        (a, b) => a.kind() == b.kind() && text(a) == text(b),
    }
}

/// The same text for the same value.
fn write(node: &Node<'_>, out: &mut String) {
    use std::fmt::Write as _;
    match node {
        Node::Absent | Node::Null => out.push_str("null"),
        Node::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Node::String(text) => out.push_str(&Value::from(&**text).to_string()),
        Node::Array(items) => {
            out.push('[');
            for item in items {
                write(item, out);
                out.push(',');
            }
            out.push(']');
        }
        Node::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by(|(a, _), (b, _)| a.cmp(b));
            out.push('{');
            for (name, value) in members {
                let _ = write!(out, "{}:", Value::from(&**name));
                write(value, out);
                out.push(',');
            }
            out.push('}');
        }
        number => {
            let _ = match (number.whole(), number.number()) {
                (Whole::Exact(value), _) => write!(out, "{value}"),
                (_, Some(value)) => write!(out, "{value:?}"),
                _ => Ok(()),
            };
        }
    }
}
