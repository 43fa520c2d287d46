//! What a type would drop in silence, or ask for behind its schema's back, found by decoding samples
//! when the server is built.
//!
//! Of an optional flattened type (`#[serde(flatten)] page: Option<Page>`) `serde` makes `None`
//! whenever it cannot be read: a filter that was sent is gone, and the answer is wrong as if it had
//! been kept. Schemas do not show such a type, so each member in turn is given a value that its type
//! refuses: when the whole is read all the same, the member would be dropped.

use std::cell::RefCell;

use crate::tool::check::Checker;
use crate::tool::decode::{self, DecodeError, Reason};
use crate::tool::node::Node;
use crate::tool::prepare;
use crate::tool::shape::{Definitions, Items, Kind, Object, Property, Rest, Shape};

/// How deep types are looked into.
const LEVELS: usize = 12;

/// What decodes a value of the type, and forgets it.
pub(super) type Decode = fn(Node<'static>) -> Result<(), DecodeError>;

/// What is wrong, and what to do.
type Fault = (String, &'static str);

/// Decodes samples of a parameter's shape.
///
/// # Errors
///
/// The first member that would be dropped, or that is missing from the schema.
pub(super) fn nothing(
    shape: &Shape,
    definitions: &Definitions,
    decode: Decode,
) -> Result<(), Fault> {
    let prober = Prober {
        shape,
        definitions,
        decode,
        checker: Checker::new(definitions, false),
        seen: RefCell::default(),
    };
    prober.walk(shape, &Some, &[], LEVELS)
}

struct Prober<'p> {
    /// The whole parameter's.
    shape: &'p Shape,
    definitions: &'p Definitions,
    decode: Decode,
    checker: Checker<'p>,
    /// The definitions that were looked at: recursive types have no end.
    seen: RefCell<Vec<String>>,
}

/// Puts a value where it belongs in the whole; `None` where no sample of the rest can be made.
type Around<'a> = &'a dyn Fn(Node<'static>) -> Option<Node<'static>>;

impl Prober<'_> {
    /// Looks at every object in a shape. `others` are the alternatives beside it.
    fn walk(
        &self,
        shape: &Shape,
        around: Around<'_>,
        others: &[&Shape],
        levels: usize,
    ) -> Result<(), Fault> {
        let Some(levels) = levels.checked_sub(1) else {
            return Ok(());
        };
        if let Kind::Reference(name) = &shape.kind {
            if self.seen.borrow().contains(name) {
                return Ok(());
            }
            self.seen.borrow_mut().push(name.clone());
        }
        let shape = self.definitions.resolve(shape);
        match &shape.kind {
            Kind::Array(array) => {
                let least = array.length.least.unwrap_or(0).max(1);
                match &array.items {
                    Items::Each(each) if !(array.unique && least > 1) => {
                        let count = usize::try_from(least).unwrap_or(usize::MAX).min(64);
                        let within = |node| {
                            let mut items = vec![node];
                            for _ in 1..count {
                                items.push(self.sample(each, levels)?);
                            }
                            around(Node::Array(items))
                        };
                        self.walk(each, &within, &[], levels)
                    }
                    Items::Each(_) => Ok(()),
                    Items::Tuple(shapes) => shapes.iter().enumerate().try_for_each(|(at, each)| {
                        let within = |node: Node<'static>| {
                            let others = shapes.iter().enumerate().map(|(index, shape)| {
                                if index == at {
                                    Some(node.clone())
                                } else {
                                    self.sample(shape, levels)
                                }
                            });
                            around(Node::Array(others.collect::<Option<_>>()?))
                        };
                        self.walk(each, &within, &[], levels)
                    }),
                }
            }
            Kind::Object(object) => self.object(object, around, others, levels),
            Kind::AnyOf(shapes) => shapes.iter().enumerate().try_for_each(|(at, shape)| {
                let others: Vec<&Shape> = shapes
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| *index != at)
                    .map(|(_, shape)| shape)
                    .collect();
                self.walk(shape, around, &others, levels)
            }),
            Kind::Integer(_) => match self.sample(shape, levels).and_then(around) {
                Some(whole) => self.is_held(whole),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn object(
        &self,
        object: &Object,
        around: Around<'_>,
        others: &[&Shape],
        levels: usize,
    ) -> Result<(), Fault> {
        if let Some(whole) = self.members(object, None, levels).and_then(around) {
            self.is_complete(object, whole)?;
        }
        let name = if object.keys.is_some() { "0" } else { "a" };
        let rest = match &object.rest {
            Rest::Each(each) => Some((name, &**each)),
            Rest::None => None,
        };
        let named = object.properties.iter().map(|it| (&*it.name, &it.shape));
        for (name, shape) in named.chain(rest) {
            let Some(Node::Object(valid)) = self
                .sample(shape, levels)
                .and_then(|value| self.members(object, Some((name, value)), levels))
            else {
                continue;
            };
            // Another alternative would read it: nothing can be told by that it is read.
            if others.iter().any(|other| self.reads(other, &valid)) {
                continue;
            }
            let within = |node| {
                self.members(object, Some((name, node)), levels)
                    .and_then(around)
            };
            if let Some(whole) = self.refused_by(shape).and_then(within) {
                self.is_refused(name, whole)?;
            }
            self.walk(shape, &within, &[], levels)?;
        }
        Ok(())
    }

    /// An object of what has to be there, and one member more.
    fn members(
        &self,
        object: &Object,
        more: Option<(&str, Node<'static>)>,
        levels: usize,
    ) -> Option<Node<'static>> {
        let mut members = Vec::new();
        for property in object.properties.iter().filter(|it| it.required) {
            if more
                .as_ref()
                .is_none_or(|(name, _)| **name != property.name)
            {
                let value = self.sample(&property.shape, levels)?;
                members.push((property.name.clone().into(), value));
            }
        }
        members.extend(more.map(|(name, value)| (name.to_owned().into(), value)));
        Some(Node::Object(members))
    }

    /// Whether a shape's type would read an object, names that it does not know ignored.
    fn reads(&self, shape: &Shape, members: &[(std::borrow::Cow<'_, str>, Node<'_>)]) -> bool {
        let shape = self.definitions.resolve(shape);
        let has = |property: &Property| {
            members
                .iter()
                .find(|(name, _)| *name == property.name)
                .is_some_and(|(_, value)| self.checker.accepts(value, &property.shape))
        };
        match &shape.kind {
            Kind::Object(object) => object
                .properties
                .iter()
                .filter(|property| property.required)
                .all(has),
            Kind::AnyOf(shapes) => shapes.iter().any(|shape| self.reads(shape, members)),
            Kind::Any => true,
            _ => false,
        }
    }

    fn decode(&self, mut whole: Node<'static>) -> Result<(), DecodeError> {
        prepare::value(&mut whole, self.shape, self.definitions);
        (self.decode)(whole)
    }

    /// A value that cannot be read has to be refused.
    fn is_refused(&self, name: &str, whole: Node<'static>) -> Result<(), Fault> {
        let before = decode::refusals();
        // What is read without a word may be anything to its type.
        if self.decode(whole).is_ok() && decode::refusals() > before {
            return Err((
                format!(
                    "'{name}' is in an optional flattened type, and `serde` drops that in silence when it is not whole"
                ),
                "remove `#[serde(flatten)]` from the `Option`, or flatten the type itself and make its fields optional",
            ));
        }
        Ok(())
    }

    /// An integer that is asked for can be read.
    fn is_held(&self, whole: Node<'static>) -> Result<(), Fault> {
        decode::was_too_wide();
        // Whether it is refused for another reason is not the question.
        let _ = self.decode(whole);
        if decode::was_too_wide() {
            return Err((
                "an integer of 128 bits is in a flattened type, or in an enum without a tag or with its tag inside, where `serde` reads none".to_owned(),
                "take an `i64` or a `u64` there, or a type without `#[serde(flatten)]`, `untagged` and `tag`",
            ));
        }
        Ok(())
    }

    /// What is not in the schema must not be asked for.
    fn is_complete(&self, object: &Object, whole: Node<'static>) -> Result<(), Fault> {
        let Err(error) = self.decode(whole) else {
            return Ok(());
        };
        match error.into_parts() {
            (_, Reason::Missing(name))
                if object.properties.iter().all(|it| it.name != name)
                    && matches!(object.rest, Rest::None) =>
            {
                Err((
                    format!("it asks for '{name}', which its schema does not have"),
                    "remove `#[schemars(skip)]` or the like, or give the field `#[serde(default)]`",
                ))
            }
            _ => Ok(()),
        }
    }

    /// A value that a type of this shape certainly refuses.
    fn refused_by(&self, shape: &Shape) -> Option<Node<'static>> {
        let object = || Node::Object(vec![("".into(), Node::Null)]);
        [Node::Bool(true), object(), Node::Array(vec![object()])]
            .into_iter()
            .find(|node| !self.checker.accepts(node, shape))
    }

    /// A value that a type of this shape reads, as far as its schema tells.
    fn sample(&self, shape: &Shape, levels: usize) -> Option<Node<'static>> {
        let levels = levels.checked_sub(1)?;
        let shape = self.definitions.resolve(shape);
        let told = shape.default.iter().chain(&shape.examples).next();
        if let Some(told) = told {
            return Node::read(&told.to_string(), usize::MAX)
                .node
                .ok()
                .map(Node::into_owned);
        }
        let first = |nodes: Vec<Node<'static>>| {
            let fits = |node: &Node<'_>| self.checker.accepts(node, shape);
            nodes.into_iter().find(fits)
        };
        match &shape.kind {
            Kind::Null => Some(Node::Null),
            Kind::Boolean => Some(Node::Bool(true)),
            Kind::Integer(rule) => {
                let ends = [rule.least, rule.greatest, rule.multiple_of];
                first(
                    [Some(1), Some(-1), Some(0)]
                        .into_iter()
                        .chain(ends)
                        .flatten()
                        .map(|value| match u64::try_from(value) {
                            Ok(value) => Node::Unsigned(value),
                            Err(_) => Node::Negative(i64::try_from(value).unwrap_or(-1)),
                        })
                        .collect(),
                )
            }
            Kind::Number(rule) => {
                let ends = [
                    rule.least.map(|it| it.value),
                    rule.greatest.map(|it| it.value),
                ];
                let near = ends
                    .into_iter()
                    .flatten()
                    .flat_map(|it| [it, it + 0.5, it - 0.5]);
                let near = near.chain(rule.multiple_of).map(Node::Float);
                first(std::iter::once(Node::Unsigned(1)).chain(near).collect())
            }
            Kind::Any => Some(Node::String("a".into())),
            Kind::String(rule) => {
                let text = match rule.format.as_deref() {
                    Some("uuid") => "67e55044-10b1-426f-9247-bb680e5fe0c8",
                    Some("date") => "2026-01-31",
                    Some("date-time") => "2026-01-31T12:30:00Z",
                    Some("partial-date-time") => "2026-01-31T12:30:00",
                    Some("time") => "12:30:00Z",
                    Some("partial-time") => "12:30:00",
                    Some("duration") => "PT1H",
                    Some("email") => "a@example.org",
                    Some("ip" | "ipv4") => "127.0.0.1",
                    Some("ipv6") => "::1",
                    Some("uri") => "https://example.org/",
                    Some("base64") => "aGk=",
                    _ => "a",
                };
                // Patterns are the schema's: few types look at them again.
                let least = usize::try_from(rule.length.least.unwrap_or(0)).unwrap_or(usize::MAX);
                let missing = least.min(4096).saturating_sub(text.len());
                Some(Node::String(
                    format!("{text}{}", "a".repeat(missing)).into(),
                ))
            }
            Kind::Enum(values) => Node::read(&values.first()?.to_string(), usize::MAX)
                .node
                .ok()
                .map(Node::into_owned),
            Kind::Array(array) => {
                let least = usize::try_from(array.length.least.unwrap_or(0)).unwrap_or(usize::MAX);
                let items: Option<Vec<_>> = match &array.items {
                    Items::Each(_) if least > 1 && array.unique => None,
                    Items::Each(each) => (0..least.min(64))
                        .map(|_| self.sample(each, levels))
                        .collect(),
                    Items::Tuple(shapes) => {
                        shapes.iter().map(|it| self.sample(it, levels)).collect()
                    }
                };
                items.map(Node::Array)
            }
            Kind::Object(object) => self.members(object, None, levels),
            Kind::AnyOf(shapes) => shapes.iter().find_map(|it| self.sample(it, levels)),
            Kind::Reference(_) => None,
        }
    }
}
