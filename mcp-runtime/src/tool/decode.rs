//! From a [`Node`] to a Rust value.
//!
//! A value that keeps its schema is decoded, with these exceptions, where a type knows more than
//! a schema can say or hosts accept. Every error says where it happened and what was expected, so
//! that the refusal reads as if the schema had asked for it.
//!
//! - integers beyond what the type holds, where that is beyond 2^53; numbers beyond a float;
//! - forms of text without a name in JSON Schema, such as an address with a port, and what keeps a
//!   form and is none all the same, such as a URL with the port 99999;
//! - what a set or a map would lose: two of its items or names that are one value in other letters,
//!   where they are of a type that is known to read several (addresses, URLs, dates, UUIDs). Types
//!   around these, and those of others, are not: nothing here can compare their values;
//! - the order of a tuple of unlike items, and the names of a map with keys that are not any text;
//! - rules of the author's own in `#[serde(try_from = "..")]` and the like, whose words reach the
//!   caller. Those of `serde` and of the standard library do not.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;

use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Expected, IntoDeserializer,
    MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};

use super::expected;
use super::node::Node;
use super::number::Whole;
use super::path::Step;
use super::shown;

pub(crate) mod fields;
mod key;
mod written;

use key::Key;

/// Why a value could not be decoded.
#[derive(Debug)]
pub struct DecodeError(Box<Refused>);

#[derive(Debug)]
struct Refused {
    /// From the inside out.
    steps: Vec<Step>,
    reason: Reason,
}

/// What a type says about a value that it refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reason {
    /// What it expected.
    Expected(String),
    /// What it expected the name of a member to be.
    Name(String),
    /// Its own words about the name of a member.
    NameWords(String),
    /// That a member of this name is not there.
    Missing(String),
    /// That two items of a set are one value, by their places, counted from 1.
    Repeated(usize, usize),
    /// Only that it is something else: its schema knows better what.
    Another,
    /// Its own words.
    Words(String),
}

thread_local! {
    static REFUSALS: Cell<u64> = const { Cell::new(0) };
    static TOO_WIDE: Cell<bool> = const { Cell::new(false) };
}

/// Whether an integer of 128 bits was refused on this thread since this was asked last: `serde`
/// holds none in what it reads flattened types and some enums by.
pub(crate) fn was_too_wide() -> bool {
    TOO_WIDE.replace(false)
}

/// How often this thread refused to decode something, whether anybody heard of it or not.
pub(crate) fn refusals() -> u64 {
    REFUSALS.get()
}

impl DecodeError {
    fn new(reason: Reason) -> Self {
        REFUSALS.set(refusals().wrapping_add(1));
        Self(Box::new(Refused {
            steps: Vec::new(),
            reason,
        }))
    }

    fn expecting(expected: &dyn Expected) -> Self {
        Self::new(match expected::words(expected.to_string()) {
            Some(words) => Reason::Expected(words),
            None => Reason::Another,
        })
    }

    fn inside(mut self, step: Step) -> Self {
        self.0.steps.push(step);
        self
    }

    /// It is not the value of a member that was refused, but its name.
    fn in_name(mut self) -> Self {
        self.0.reason = match self.0.reason {
            Reason::Expected(expected) => Reason::Name(expected),
            Reason::Words(words) => Reason::NameWords(words),
            reason => reason,
        };
        self
    }

    /// Where in the value, and why.
    pub(crate) fn into_parts(self) -> (Vec<Step>, Reason) {
        let Refused { mut steps, reason } = *self.0;
        steps.reverse();
        (steps, reason)
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.reason {
            Reason::Expected(expected) => write!(f, "must be {expected}"),
            Reason::Missing(name) => write!(f, "must be an object with '{name}'"),
            Reason::Name(expected) => write!(f, "every name must be {expected}"),
            Reason::NameWords(words) => write!(f, "a name is not accepted: {words}"),
            Reason::Repeated(first, second) => f.write_str(&expected::repeated(*first, *second)),
            Reason::Another => f.write_str("must be what its schema says"),
            Reason::Words(words) => f.write_str(words),
        }
    }
}

impl std::error::Error for DecodeError {}

impl de::Error for DecodeError {
    /// The author's words reach the caller, those of `serde` and of the standard library do not.
    fn custom<T: fmt::Display>(message: T) -> Self {
        let words = message.to_string();
        if matches!(&*words, "i128 is not supported" | "u128 is not supported") {
            TOO_WIDE.set(true);
        }
        Self::new(expected::own(words))
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::expecting(expected)
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::expecting(expected)
    }

    fn invalid_length(_: usize, expected: &dyn Expected) -> Self {
        Self::expecting(expected)
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        let names: Vec<_> = expected.iter().map(|name| (*name).into()).collect();
        Self::new(Reason::Expected(expected::values(&names)))
    }

    fn unknown_field(field: &str, _: &'static [&'static str]) -> Self {
        let field = shown::name(field);
        Self::new(Reason::Expected(format!("an object without '{field}'")))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(Reason::Missing(field.to_owned()))
    }

    fn duplicate_field(field: &'static str) -> Self {
        let words = format!("an object with '{field}' once, by one of its names");
        Self::new(Reason::Expected(words))
    }
}

/// The text of a string.
pub(crate) fn text(node: Node<'_>) -> Result<Cow<'_, str>, DecodeError> {
    match node {
        Node::String(text) => Ok(text),
        _ => Err(DecodeError::new(Reason::Expected("a string".into()))),
    }
}

/// A value of any type that owns what it holds.
pub(crate) fn value<T: DeserializeOwned>(node: Node<'_>) -> Result<T, DecodeError> {
    T::deserialize(node)
}

impl<'de> Node<'de> {
    fn refuse<T>(&self, visitor: &dyn Expected) -> Result<T, DecodeError> {
        Err(de::Error::invalid_type(
            Unexpected::Other(self.kind()),
            visitor,
        ))
    }

    fn visit_whole<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.whole() {
            Whole::Exact(value) => visit_exact(value, visitor),
            Whole::Huge {
                negative: false,
                magnitude: Some(value),
            } => visitor.visit_u128(value),
            Whole::Huge { .. } | Whole::No => self.refuse(&visitor),
        }
    }

    fn visit_number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.number() {
            Some(value) if value.is_finite() => visitor.visit_f64(value),
            _ => self.refuse(&visitor),
        }
    }

    fn visit_text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Node::String(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            Node::String(Cow::Owned(text)) => visitor.visit_string(text),
            node => node.refuse(&visitor),
        }
    }

    fn visit_items<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let Node::Array(items) = self else {
            return self.refuse(&visitor);
        };
        let mut access = ItemAccess {
            items: items.into_iter(),
            next: 0,
            seen: written::is_set::<V::Value>().then(HashMap::new),
        };
        let value = visitor.visit_seq(&mut access)?;
        if access.items.len() > 0 {
            return Err(DecodeError::new(Reason::Expected(format!(
                "an array of {} items",
                access.next
            ))));
        }
        Ok(value)
    }

    fn visit_members<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Node::Object(members) => visitor.visit_map(Members {
                unread: members.into_iter(),
                seen: Vec::new(),
                value: None,
            }),
            node => node.refuse(&visitor),
        }
    }
}

fn visit_exact<'de, V: Visitor<'de>>(value: i128, visitor: V) -> Result<V::Value, DecodeError> {
    if let Ok(value) = u64::try_from(value) {
        visitor.visit_u64(value)
    } else if let Ok(value) = i64::try_from(value) {
        visitor.visit_i64(value)
    } else {
        visitor.visit_i128(value)
    }
}

macro_rules! forward {
    ($($method:ident => $to:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
            self.$to(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for Node<'de> {
    type Error = DecodeError;

    /// Whole numbers are given as integers however they were written: what is decoded by way of
    /// serde's own buffer (flattened, untagged and internally tagged types) takes `3.0` as 3 too.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Node::Absent => self.refuse(&visitor),
            Node::Null => visitor.visit_unit(),
            Node::Bool(value) => visitor.visit_bool(value),
            Node::Unsigned(value) => visitor.visit_u64(value),
            Node::Negative(value) => visitor.visit_i64(value),
            Node::Float(value) => visitor.visit_f64(value),
            Node::Large(_) => self.visit_number(visitor),
            Node::String(_) => self.visit_text(visitor),
            Node::Bytes(value) => visitor.visit_byte_buf(value),
            Node::Array(_) => self.visit_items(visitor),
            Node::Object(_) => self.visit_members(visitor),
        }
    }

    forward! {
        deserialize_i8 => visit_whole;
        deserialize_i16 => visit_whole;
        deserialize_i32 => visit_whole;
        deserialize_i64 => visit_whole;
        deserialize_i128 => visit_whole;
        deserialize_u8 => visit_whole;
        deserialize_u16 => visit_whole;
        deserialize_u32 => visit_whole;
        deserialize_u64 => visit_whole;
        deserialize_u128 => visit_whole;
        deserialize_f64 => visit_number;
        deserialize_char => visit_text;
        deserialize_str => visit_text;
        deserialize_string => visit_text;
        deserialize_identifier => visit_text;
        deserialize_seq => visit_items;
        deserialize_map => visit_members;
    }

    /// What an `f32` cannot hold would become infinite.
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let holds = |value: f64| value.abs() <= f64::from(f32::MAX);
        if self.number().is_some_and(holds) {
            self.visit_number(visitor)
        } else {
            self.refuse(&"f32")
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Node::Bool(value) => visitor.visit_bool(value),
            node => node.refuse(&visitor),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Node::Array(_) => self.visit_items(visitor),
            Node::Bytes(value) => visitor.visit_byte_buf(value),
            node => node.visit_text(visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Node::Absent | Node::Null => visitor.visit_none(),
            node => visitor.visit_some(node),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Node::Null => visitor.visit_unit(),
            node => node.refuse(&visitor),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.visit_items(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.visit_items(visitor)
    }

    /// By name alone: an array is never taken for the fields of a struct.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        fields::note(fields);
        self.visit_members(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        match self {
            Node::String(name) => visitor.visit_enum(Variant {
                name,
                content: None,
            }),
            Node::Object(members) => {
                let mut members = members.into_iter();
                match (members.next(), members.next()) {
                    (Some((name, content)), None) => visitor.visit_enum(Variant {
                        name,
                        content: Some(content),
                    }),
                    _ => Err(DecodeError::new(Reason::Expected(
                        "an object with exactly one member".into(),
                    ))),
                }
            }
            node => node.refuse(&visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_unit()
    }
}

impl<'de> IntoDeserializer<'de, DecodeError> for Node<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

struct ItemAccess<'de> {
    items: std::vec::IntoIter<Node<'de>>,
    next: usize,
    /// The items of a set whose type reads several texts as one value, as that value is written,
    /// and their places.
    seen: Option<HashMap<String, usize>>,
}

impl ItemAccess<'_> {
    /// An item of a set that stands there already, in other letters: the set would keep one of
    /// them and lose the other in silence.
    fn is_new<T>(&mut self, item: &Node<'_>) -> Result<(), DecodeError> {
        let (Some(seen), Node::String(text)) = (&mut self.seen, item) else {
            return Ok(());
        };
        let Some(normal) = written::normal::<T>(text) else {
            return Ok(());
        };
        match seen.insert(normal, self.next) {
            None => Ok(()),
            Some(first) => Err(DecodeError::new(Reason::Repeated(first + 1, self.next + 1))),
        }
    }
}

impl<'de> SeqAccess<'de> for &mut ItemAccess<'de> {
    type Error = DecodeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DecodeError> {
        let Some(item) = self.items.next() else {
            return Ok(None);
        };
        self.is_new::<T::Value>(&item)?;
        let index = self.next;
        self.next += 1;
        seed.deserialize(item)
            .map(Some)
            .map_err(|error| error.inside(Step::Index(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct Members<'de> {
    unread: std::vec::IntoIter<(Cow<'de, str>, Node<'de>)>,
    /// Names of a type that reads several texts as one value, as that value is written.
    seen: Vec<(String, String)>,
    value: Option<(Cow<'de, str>, Node<'de>)>,
}

impl<'de> MapAccess<'de> for Members<'de> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DecodeError> {
        let Some((name, value)) = self.unread.next() else {
            return Ok(None);
        };
        let key = seed
            .deserialize(Key(name.clone()))
            .map_err(|error| error.in_name().inside(Step::Name(name.to_string())))?;
        if let Some(normal) = written::normal::<K::Value>(&name) {
            if let Some((_, first)) = self.seen.iter().find(|(known, _)| *known == normal) {
                let words = format!(
                    "it is '{}' in other letters, send it once",
                    shown::name(first)
                );
                return Err(DecodeError::new(Reason::NameWords(words))
                    .inside(Step::Name(name.into_owned())));
            }
            self.seen.push((normal, name.to_string()));
        }
        self.value = Some((name, value));
        Ok(Some(key))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<T::Value, DecodeError> {
        let Some((name, value)) = self.value.take() else {
            return Err(de::Error::custom("a value was asked for before its name"));
        };
        seed.deserialize(value)
            .map_err(|error| error.inside(Step::Name(name.into_owned())))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.unread.len())
    }
}

/// A variant of an enum: its name alone, or an object of that one member.
struct Variant<'de> {
    name: Cow<'de, str>,
    content: Option<Node<'de>>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = DecodeError;
    type Variant = Content<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Content<'de>), DecodeError> {
        let variant = seed.deserialize(Key(self.name.clone()))?;
        Ok((
            variant,
            Content {
                name: self.name,
                content: self.content,
            },
        ))
    }
}

struct Content<'de> {
    name: Cow<'de, str>,
    content: Option<Node<'de>>,
}

impl<'de> Content<'de> {
    fn with<T>(
        self,
        decode: impl FnOnce(Node<'de>) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        match self.content {
            Some(content) => {
                decode(content).map_err(|error| error.inside(Step::Name(self.name.into_owned())))
            }
            None => Err(DecodeError::new(Reason::Expected(format!(
                "an object with '{}'",
                shown::name(&self.name)
            )))),
        }
    }
}

impl<'de> VariantAccess<'de> for Content<'de> {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<(), DecodeError> {
        match self.content {
            None => Ok(()),
            Some(content) => de::Deserialize::deserialize(content),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, DecodeError> {
        self.with(|content| seed.deserialize(content))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, DecodeError> {
        self.with(|content| content.visit_items(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        fields::note(fields);
        self.with(|content| content.visit_members(visitor))
    }
}
