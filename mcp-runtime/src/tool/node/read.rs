//! From JSON text to a [`Node`].

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::Deserialize as _;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::Node;
use crate::tool::number;
use crate::tool::path::Step;

/// The deepest nesting that can be asked for.
const CEILING: usize = 128;

/// `serde_json` stops one short of [`CEILING`]; past this level the text is read by a fresh reader.
const FRESH_READER: usize = 100;

/// Objects with more members than this are searched for repeated names through a hash set.
const FEW_MEMBERS: usize = 16;

/// What reading gave.
#[derive(Debug)]
pub(crate) struct Read<'a> {
    /// The value, or why there is none.
    pub(crate) node: Result<Node<'a>, (Vec<Step>, Fault)>,
    /// Where a name stands twice in one object.
    pub(crate) repeated: Vec<Vec<Step>>,
}

/// Why text that is JSON in form cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It nests deeper than this many levels.
    TooDeep(usize),
    /// Something else, in the parser's words.
    Unreadable(String),
}

impl<'a> Node<'a> {
    /// Reads JSON text that nests at most `levels` deep.
    pub(crate) fn read(text: &'a str, levels: usize) -> Read<'a> {
        let mut reading = Reading {
            levels: levels.min(CEILING),
            too_deep: false,
            numbers: 0,
            large: Vec::new(),
            fault: Vec::new(),
            repeated: Vec::new(),
        };
        let mut json = serde_json::Deserializer::from_str(text);
        let node = json
            .deserialize_any(Level(&mut reading, 0))
            .and_then(|node| json.end().map(|()| node));
        let node = match node {
            Ok(mut node) => {
                if !reading.large.is_empty() {
                    let mut texts = number::texts(text, &reading.large);
                    restore(&mut node, &mut texts);
                }
                Ok(node)
            }
            Err(error) => {
                reading.fault.reverse();
                let fault = if reading.too_deep {
                    Fault::TooDeep(reading.levels)
                } else {
                    Fault::Unreadable(error.to_string())
                };
                Err((reading.fault, fault))
            }
        };
        for path in &mut reading.repeated {
            path.reverse();
        }
        Read {
            node,
            repeated: reading.repeated,
        }
    }
}

/// Puts the text of numbers that an `f64` may have rounded in their places.
fn restore<'a>(node: &mut Node<'a>, texts: &mut impl Iterator<Item = &'a str>) {
    match node {
        Node::Large(_) => {
            if let Some(text) = texts.next() {
                *node = number::large(text);
            }
        }
        Node::Array(items) => items.iter_mut().for_each(|item| restore(item, texts)),
        Node::Object(members) => members
            .iter_mut()
            .for_each(|(_, value)| restore(value, texts)),
        _ => {}
    }
}

/// What is known across the levels of one text. Paths are written from the inside out.
struct Reading {
    levels: usize,
    too_deep: bool,
    numbers: usize,
    large: Vec<usize>,
    fault: Vec<Step>,
    repeated: Vec<Vec<Step>>,
}

impl Reading {
    /// Adds a step to the paths noted since there were `before` of them, and to a fault's.
    fn leave<T, E>(&mut self, before: usize, result: &Result<T, E>, step: impl Fn() -> Step) {
        for path in self.repeated.iter_mut().skip(before) {
            path.push(step());
        }
        if result.is_err() {
            self.fault.push(step());
        }
    }

    fn enter<E: serde::de::Error>(&mut self, level: usize) -> Result<(), E> {
        if level > self.levels {
            self.too_deep = true;
            return Err(E::custom("nested too deep"));
        }
        Ok(())
    }
}

/// One value, inside this many others.
struct Level<'r>(&'r mut Reading, usize);

impl<'de> DeserializeSeed<'de> for Level<'_> {
    type Value = Node<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node<'de>, D::Error> {
        if self.1 != FRESH_READER {
            return deserializer.deserialize_any(self);
        }
        let text = <&'de RawValue>::deserialize(deserializer)?.get();
        serde_json::Deserializer::from_str(text)
            .deserialize_any(self)
            .map_err(D::Error::custom)
    }
}

impl<'de> Visitor<'de> for Level<'_> {
    type Value = Node<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Node<'de>, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node<'de>, E> {
        Ok(Node::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node<'de>, E> {
        self.0.numbers += 1;
        Ok(Node::Unsigned(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node<'de>, E> {
        self.0.numbers += 1;
        Ok(Node::Negative(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node<'de>, E> {
        self.0.numbers += 1;
        // One that looks whole may have been rounded to it: its text tells.
        if value.abs() < number::EXACT && value.fract() != 0.0 {
            return Ok(Node::Float(value));
        }
        self.0.large.push(self.0.numbers - 1);
        Ok(Node::Large(Cow::Borrowed("")))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Node<'de>, E> {
        Ok(Node::String(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Node<'de>, E> {
        Ok(Node::String(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Node<'de>, A::Error> {
        let Self(reading, outside) = self;
        reading.enter(outside + 1)?;
        let mut items = Vec::new();
        loop {
            let before = reading.repeated.len();
            let item = access.next_element_seed(Level(reading, outside + 1));
            reading.leave(before, &item, || Step::Index(items.len()));
            match item? {
                Some(item) => items.push(item),
                None => return Ok(Node::Array(items)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Node<'de>, A::Error> {
        let Self(reading, outside) = self;
        reading.enter(outside + 1)?;
        let mut members: Vec<(Cow<'de, str>, Node<'de>)> = Vec::new();
        let mut names = HashSet::new();
        while let Some(name) = access.next_key_seed(Name)? {
            let repeated = if members.len() < FEW_MEMBERS {
                members.iter().any(|(known, _)| *known == name)
            } else {
                if names.is_empty() {
                    names.extend(members.iter().map(|(name, _)| name.clone()));
                }
                !names.insert(name.clone())
            };
            let before = reading.repeated.len();
            if repeated {
                reading.repeated.push(Vec::new());
            }
            let value = access.next_value_seed(Level(reading, outside + 1));
            reading.leave(before, &value, || Step::Name(name.to_string()));
            let value = value?;
            if !repeated {
                members.push((name, value));
            }
        }
        Ok(Node::Object(members))
    }
}

/// The name of a member.
struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Name {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }
}
