//! The conversions that are made before a value is checked.

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
        /// What is wrong.
        problem: &'static str,
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
            // Where names are listed as well, only what looks like a container is meant as one.
            if wanted.any() && (!wanted.names || begins_container(text)) {
                *node = read(text, wanted, levels)?;
            }
        }
    }
    if conversions == Conversions::Scalars {
        scalars(node, shape, definitions);
    }
    Ok(())
}

/// The containers that a shape allows, when it does not allow any text.
#[derive(Debug, Clone, Copy, Default)]
struct Containers {
    array: bool,
    object: bool,
    /// Whether some texts, which are listed, are allowed beside them.
    names: bool,
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
            ..Containers::default()
        },
        Kind::Object(_) => Containers {
            object: true,
            ..Containers::default()
        },
        Kind::Enum(values) => Containers {
            names: values.iter().any(serde_json::Value::is_string),
            ..Containers::default()
        },
        Kind::AnyOf(shapes) => {
            let mut all = Containers::default();
            for shape in shapes {
                if takes_any_text(shape, definitions) {
                    return Containers::default();
                }
                let these = containers(shape, definitions);
                all.array |= these.array;
                all.object |= these.object;
                all.names |= these.names;
            }
            all
        }
        _ => Containers::default(),
    }
}

fn takes_any_text(shape: &Shape, definitions: &Definitions) -> bool {
    match &definitions.resolve(shape).kind {
        Kind::Any | Kind::String(_) => true,
        Kind::AnyOf(shapes) => shapes
            .iter()
            .any(|shape| takes_any_text(shape, definitions)),
        _ => false,
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

fn begins_container(text: &str) -> bool {
    let begins = text.trim_start_matches([' ', '\t', '\n', '\r']);
    begins.starts_with(['{', '['])
}

fn read(text: &str, wanted: Containers, levels: usize) -> Result<Node<'static>, NotRead> {
    if !begins_container(text) {
        return Err(match serde_json::from_str::<serde::de::IgnoredAny>(text) {
            Ok(_) => NotRead::Other("a JSON value of another type"),
            Err(_) => NotRead::Text,
        });
    }
    if let Err(error) = serde_json::from_str::<&serde_json::value::RawValue>(text) {
        let character = character(text, error.line(), error.column());
        let problem = if error.is_eof() {
            "it breaks off"
        } else {
            problem(text, character)
        };
        return Err(NotRead::Broken { problem, character });
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

/// What is wrong before a character, counted from 1, in text that is nearly JSON.
fn problem(text: &str, character: usize) -> &'static str {
    let before: String = text.chars().take(character.saturating_sub(1)).collect();
    match text.chars().nth(character.saturating_sub(1)) {
        Some('\'') => "a text stands in single quotes, and double ones are needed",
        Some('}' | ']') if before.trim_end().ends_with(',') => "a comma is too many",
        Some(letter) if letter.is_alphabetic() || letter == '_' => {
            "a word stands without double quotes"
        }
        Some('"' | '{' | '[') => "a comma is missing",
        Some(letter) if letter.is_control() => "a line break or tab is not escaped",
        _ => "something does not belong there",
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
        (Kind::AnyOf(_), _) if takes_text(shape, definitions) => {}
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
