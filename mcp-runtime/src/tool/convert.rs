//! The conversions that are made before a value is checked, and what `null` means after it.

use super::check::Checker;
use super::node::Node;
use super::policy::Conversions;
use super::shape::{Definitions, Items, Kind, Rest, Shape};

/// A string where an array or an object is asked for, and that is not one in JSON either.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NotRead {
    /// It is not meant as JSON.
    Text,
    /// It begins as JSON and breaks.
    Broken {
        /// In the parser's words.
        problem: String,
        /// The character before which the text is JSON, counted from 1.
        character: usize,
    },
    /// It is JSON of another type.
    Other(&'static str),
}

/// Converts a whole argument, as far as the tool's choice goes.
///
/// # Errors
///
/// A string stands where an array or an object is asked for.
pub(crate) fn argument(
    node: &mut Node<'_>,
    shape: &Shape,
    definitions: &Definitions,
    conversions: Conversions,
    levels: usize,
) -> Result<(), NotRead> {
    if conversions != Conversions::None {
        if let Node::String(text) = node {
            let wanted = containers(shape, definitions);
            if wanted.any() {
                *node = read(text, wanted, levels)?;
            }
        }
    }
    if conversions == Conversions::Scalars {
        scalars(node, shape, definitions);
    }
    Ok(())
}

/// The containers that a shape allows, when it does not allow any string.
#[derive(Debug, Clone, Copy, Default)]
struct Containers {
    array: bool,
    object: bool,
}

impl Containers {
    fn any(self) -> bool {
        self.array || self.object
    }
}

fn containers(shape: &Shape, definitions: &Definitions) -> Containers {
    match &definitions.resolve(shape).kind {
        Kind::Array(_) => Containers {
            array: true,
            object: false,
        },
        Kind::Object(_) => Containers {
            array: false,
            object: true,
        },
        Kind::AnyOf(shapes) => {
            let mut all = Containers::default();
            for shape in shapes {
                if takes_text(shape, definitions) {
                    return Containers::default();
                }
                let these = containers(shape, definitions);
                all.array |= these.array;
                all.object |= these.object;
            }
            all
        }
        _ => Containers::default(),
    }
}

fn takes_text(shape: &Shape, definitions: &Definitions) -> bool {
    match &definitions.resolve(shape).kind {
        Kind::Any | Kind::String(_) => true,
        Kind::Enum(values) => values.iter().any(serde_json::Value::is_string),
        Kind::AnyOf(shapes) => shapes.iter().any(|shape| takes_text(shape, definitions)),
        _ => false,
    }
}

fn read(text: &str, wanted: Containers, levels: usize) -> Result<Node<'static>, NotRead> {
    let begins = text.trim_start_matches([' ', '\t', '\n', '\r']);
    if !begins.starts_with(['{', '[']) {
        return Err(match serde_json::from_str::<serde::de::IgnoredAny>(text) {
            Ok(_) => NotRead::Other("a JSON value of another type"),
            Err(_) => NotRead::Text,
        });
    }
    if let Err(error) = serde_json::from_str::<&serde_json::value::RawValue>(text) {
        let message = error.to_string();
        let problem = message
            .split_once(" at line ")
            .map_or(message.as_str(), |(problem, _)| problem);
        return Err(NotRead::Broken {
            problem: problem.to_owned(),
            character: character(text, error.line(), error.column()),
        });
    }
    let read = Node::read(text, levels);
    if !read.repeated.is_empty() {
        return Err(NotRead::Other("JSON with the same name twice"));
    }
    match read.node {
        Ok(node @ Node::Array(_)) if wanted.array => Ok(node.into_owned()),
        Ok(node @ Node::Object(_)) if wanted.object => Ok(node.into_owned()),
        Ok(Node::Array(_)) => Err(NotRead::Other("an array")),
        Ok(_) => Err(NotRead::Other("an object")),
        Err(_) => Err(NotRead::Other("JSON that cannot be read")),
    }
}

/// The place of a line and a column (in bytes), counted in characters from 1.
fn character(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(|line| line.chars().count())
        .sum();
    let inside = text
        .split_inclusive('\n')
        .nth(line.saturating_sub(1))
        .map_or(0, |line| {
            line.char_indices()
                .take_while(|(at, _)| *at < column)
                .count()
        });
    (before + inside).max(1)
}

/// Reads numbers and booleans from exact text, at every depth.
fn scalars(node: &mut Node<'_>, shape: &Shape, definitions: &Definitions) {
    let shape = definitions.resolve(shape);
    match (&shape.kind, node) {
        (Kind::AnyOf(_), node) if takes_text(shape, definitions) => {
            let _ = node;
        }
        (
            Kind::Integer(_) | Kind::Number(_) | Kind::Boolean | Kind::Enum(_) | Kind::AnyOf(_),
            node,
        ) if matches!(node, Node::String(_)) => {
            let Node::String(text) = &*node else { return };
            let Some(read) = scalar(text) else { return };
            if Checker::new(definitions, false).accepts(&read, shape) || same_type(&read, shape) {
                *node = read;
            }
        }
        (Kind::Array(array), Node::Array(items)) => match &array.items {
            Items::Each(each) => items
                .iter_mut()
                .for_each(|item| scalars(item, each, definitions)),
            Items::Tuple(shapes) => items
                .iter_mut()
                .zip(shapes)
                .for_each(|(item, shape)| scalars(item, shape, definitions)),
        },
        (Kind::Object(object), Node::Object(members)) => {
            for (name, value) in members {
                let property = object
                    .properties
                    .iter()
                    .find(|property| property.name == **name);
                match (property, &object.rest) {
                    (Some(property), _) => scalars(value, &property.shape, definitions),
                    (None, Rest::Each(each)) => scalars(value, each, definitions),
                    (None, Rest::None) => {}
                }
            }
        }
        _ => {}
    }
}

/// A number out of its range is better called that than a string.
fn same_type(node: &Node<'_>, shape: &Shape) -> bool {
    match (&shape.kind, node) {
        (Kind::Integer(_) | Kind::Number(_), node) => node.number().is_some(),
        (Kind::Boolean, Node::Bool(_)) => true,
        _ => false,
    }
}

/// A number or a boolean, when the text is exactly that.
fn scalar(text: &str) -> Option<Node<'static>> {
    match text {
        "true" => return Some(Node::Bool(true)),
        "false" => return Some(Node::Bool(false)),
        _ => {}
    }
    let first = text.bytes().next()?;
    let last = text.bytes().next_back()?;
    if !(first == b'-' || first.is_ascii_digit()) || !last.is_ascii_digit() {
        return None;
    }
    match Node::read(text, 1).node.ok()? {
        node if node.number().is_some() => Some(node.into_owned()),
        _ => None,
    }
}

/// Takes out the members that are `null` where that only means that they were left out.
pub(crate) fn without_absent(node: &mut Node<'_>, shape: &Shape, definitions: &Definitions) {
    let shape = definitions.resolve(shape);
    match (&shape.kind, node) {
        (Kind::Array(array), Node::Array(items)) => match &array.items {
            Items::Each(each) => items
                .iter_mut()
                .for_each(|item| without_absent(item, each, definitions)),
            Items::Tuple(shapes) => items
                .iter_mut()
                .zip(shapes)
                .for_each(|(item, shape)| without_absent(item, shape, definitions)),
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
            for (name, value) in members {
                let property = object
                    .properties
                    .iter()
                    .find(|property| property.name == **name);
                match (property, &object.rest) {
                    (Some(property), _) => without_absent(value, &property.shape, definitions),
                    (None, Rest::Each(each)) => without_absent(value, each, definitions),
                    (None, Rest::None) => {}
                }
            }
        }
        (Kind::AnyOf(shapes), node) => {
            let checker = Checker::new(definitions, false);
            if let Some(shape) = shapes.iter().find(|shape| checker.accepts(node, shape)) {
                without_absent(node, shape, definitions);
            }
        }
        _ => {}
    }
}

/// Whether there is a `null` anywhere.
pub(crate) fn has_null(node: &Node<'_>) -> bool {
    match node {
        Node::Null => true,
        Node::Array(items) => items.iter().any(has_null),
        Node::Object(members) => members.iter().any(|(_, value)| has_null(value)),
        _ => false,
    }
}
