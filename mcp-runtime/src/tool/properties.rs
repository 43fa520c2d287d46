//! Properties of generated schemas and values: what is advertised is what is checked, and what is
//! accepted is what can be decoded. `jsonschema` is the judge of what a schema accepts.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "tests"
)]

mod contract;
mod outputs;
mod portability;
mod random;
mod schemas;
mod values;

use serde_json::{Map, Number, Value};

use super::node::Node;
use super::number::Whole;

/// A value as another judge reads it.
fn to_value(node: &Node<'_>) -> Value {
    match node {
        Node::Absent | Node::Null => Value::Null,
        Node::Bool(value) => Value::Bool(*value),
        Node::String(text) => Value::from(&**text),
        Node::Array(items) => items.iter().map(to_value).collect(),
        Node::Object(members) => Value::Object(
            members
                .iter()
                .map(|(name, value)| (name.to_string(), to_value(value)))
                .collect::<Map<_, _>>(),
        ),
        number => match number.whole() {
            Whole::Exact(value) if i64::try_from(value).is_ok() => {
                Value::from(i64::try_from(value).unwrap())
            }
            Whole::Exact(value) if u64::try_from(value).is_ok() => {
                Value::from(u64::try_from(value).unwrap())
            }
            _ => Number::from_f64(number.number().unwrap()).map_or(Value::Null, Value::Number),
        },
    }
}
