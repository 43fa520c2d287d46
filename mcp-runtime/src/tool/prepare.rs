//! From a value that keeps its schema to the value that its type reads: where `null` means that
//! something was left out, and where a type is asked for in another form than it has.

use std::time::Duration;

use super::base64;
use super::check::Checker;
use super::node::Node;
use super::number::Whole;
use super::portable::BASE64;
use super::shape::{Definitions, Items, Kind, Property, Rest, Shape};

/// Whether a value has to be prepared: a shape that is asked for in another form, or a `null`.
pub(crate) fn is_needed(node: &Node<'_>, shape_differs: bool) -> bool {
    shape_differs || has_null(node)
}

/// Prepares a value that was checked.
pub(crate) fn value(node: &mut Node<'_>, shape: &Shape, definitions: &Definitions) {
    let shape = definitions.resolve(shape);
    match (&shape.kind, node) {
        (Kind::Number(rule), node) if rule.seconds => {
            if let Some(length) = length(node) {
                let part = |name: &'static str, value: u64| (name.into(), Node::Unsigned(value));
                *node = Node::Object(vec![
                    part("secs", length.as_secs()),
                    part("nanos", length.subsec_nanos().into()),
                ]);
            }
        }
        (Kind::String(rule), node) if rule.format.as_deref() == Some(BASE64) => {
            if let Node::String(text) = &*node {
                if let Some(bytes) = base64::decode(text) {
                    *node = Node::Bytes(bytes);
                }
            }
        }
        (Kind::Array(array), Node::Array(items)) => match &array.items {
            Items::Each(each) => items
                .iter_mut()
                .for_each(|item| value(item, each, definitions)),
            Items::Tuple(shapes) => items
                .iter_mut()
                .zip(shapes)
                .for_each(|(item, shape)| value(item, shape, definitions)),
        },
        (Kind::Object(object), Node::Object(members)) => {
            members.retain(|(name, value)| {
                *value != Node::Null
                    || object.properties.iter().all(|property| {
                        property.name != **name
                            || property.required
                            || property.shape.means_null(definitions)
                    })
            });
            for (name, member) in members {
                let property = object
                    .properties
                    .iter()
                    .find(|property| property.name == **name);
                match (property, &object.rest) {
                    (Some(property), _) => value(member, &property.shape, definitions),
                    (None, Rest::Each(each)) => value(member, each, definitions),
                    (None, Rest::None) => {}
                }
            }
        }
        (Kind::AnyOf(shapes), node) => {
            let checker = Checker::new(definitions, false);
            if let Some(shape) = shapes.iter().find(|shape| checker.accepts(node, shape)) {
                value(node, shape, definitions);
            }
        }
        _ => {}
    }
}

/// A number of seconds, whole ones exactly.
pub(crate) fn length(node: &Node<'_>) -> Option<Duration> {
    match node.whole() {
        Whole::Exact(seconds) => u64::try_from(seconds).ok().map(Duration::from_secs),
        _ => Duration::try_from_secs_f64(node.number()?).ok(),
    }
}

fn has_null(node: &Node<'_>) -> bool {
    match node {
        Node::Null => true,
        Node::Array(items) => items.iter().any(has_null),
        Node::Object(members) => members.iter().any(|(_, value)| has_null(value)),
        _ => false,
    }
}

/// Whether something in a shape is asked for in another form than its type has.
pub(crate) fn differs(shape: &Shape, definitions: &Definitions) -> bool {
    fn any<'s>(shape: &'s Shape, definitions: &'s Definitions, seen: &mut Vec<&'s str>) -> bool {
        let mut inner = |shape| any(shape, definitions, seen);
        match &shape.kind {
            Kind::Number(rule) => rule.seconds,
            Kind::String(rule) => rule.format.as_deref() == Some(BASE64),
            Kind::Array(array) => match &array.items {
                Items::Each(each) => inner(each),
                Items::Tuple(shapes) => shapes.iter().any(inner),
            },
            Kind::Object(object) => {
                let members = |property: &'s Property| inner(&property.shape);
                object.properties.iter().any(members)
                    || match &object.rest {
                        Rest::Each(each) => any(each, definitions, seen),
                        Rest::None => false,
                    }
            }
            Kind::AnyOf(shapes) => shapes.iter().any(inner),
            Kind::Reference(name) if !seen.contains(&name.as_str()) => {
                seen.push(name);
                definitions
                    .find(name)
                    .is_some_and(|shape| any(shape, definitions, seen))
            }
            _ => false,
        }
    }
    any(shape, definitions, &mut Vec::new())
}
