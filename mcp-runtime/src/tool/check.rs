//! Whether a value keeps a [`Shape`]'s rules, and if not, everything that is wrong with it.

use std::collections::HashMap;

use serde_json::Value;

use super::expected;
use super::finding::{Finding, Findings, Problem};
use super::format;
use super::nearest::nearest;
use super::node::Node;
use super::number::Whole;
use super::path::{Path, Words};
use super::prepare;
use super::shape::advertise::fragment;
use super::shape::{
    Array, Definitions, Integer, Items, Keys, Kind, Length, Limit, Number, Object, Rest, Shape,
    Text,
};
use super::shown;

mod equal;
mod union;

/// Checks values against shapes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Checker<'d> {
    definitions: &'d Definitions,
    /// Nothing of the value may stand in a message.
    secret: bool,
}

impl<'d> Checker<'d> {
    pub(crate) fn new(definitions: &'d Definitions, secret: bool) -> Self {
        Self {
            definitions,
            secret,
        }
    }

    /// Whether a value is what a shape allows.
    pub(crate) fn accepts(&self, node: &Node<'_>, shape: &Shape) -> bool {
        let mut findings = Findings::counting();
        self.check(node, shape, &Path::argument(""), &mut findings);
        findings.is_empty()
    }

    /// Notes everything that a shape does not allow in a value.
    pub(crate) fn check(
        &self,
        node: &Node<'_>,
        shape: &Shape,
        path: &Path<'_>,
        findings: &mut Findings,
    ) {
        if shape.nullable && *node == Node::Null {
            return;
        }
        match (&shape.kind, node) {
            (Kind::Any, _) | (Kind::Null, Node::Null) | (Kind::Boolean, Node::Bool(_)) => {}
            (Kind::Integer(rule), node) => self.integer(node, *rule, shape, path, findings),
            (Kind::Number(rule), node) => self.number(node, *rule, shape, path, findings),
            (Kind::String(rule), Node::String(text)) => {
                self.string(text, rule, shape, path, findings);
            }
            (Kind::Enum(values), node) => self.listed(node, values, shape, path, findings),
            (Kind::Array(rule), Node::Array(items)) => {
                self.array(items, rule, shape, path, findings);
            }
            (Kind::Object(rule), Node::Object(members)) => {
                self.object(members, rule, shape, path, findings);
            }
            (Kind::AnyOf(shapes), node) => self.any_of(node, shapes, shape, path, findings),
            (Kind::Reference(_), node) => {
                let resolved = self.definitions.resolve(shape);
                // A reference that leads nowhere was refused when the schema was built.
                if !matches!(resolved.kind, Kind::Reference(_)) {
                    self.check(node, resolved, path, findings);
                }
            }
            (
                Kind::Null | Kind::Boolean | Kind::String(_) | Kind::Array(_) | Kind::Object(_),
                node,
            ) => {
                findings.note(|| self.mismatch(node, shape, path));
            }
        }
    }

    /// What came is of another type than what was asked for.
    pub(crate) fn mismatch(&self, node: &Node<'_>, shape: &Shape, path: &Path<'_>) -> Finding {
        let resolved = self.definitions.resolve(shape);
        let expected = expected::shape(resolved);
        if *node == Node::Null {
            return Finding::at(
                path,
                Problem::Null,
                format!("may not be null, it must be {expected}"),
            )
            .expected(fragment(resolved));
        }
        let finding = Finding::at(path, Problem::WrongType, format!("must be {expected}"))
            .expected(fragment(resolved));
        if self.secret {
            return finding.received(node.kind());
        }
        let Node::String(text) = node else {
            return finding.received(shown::value(node));
        };
        finding.received(format!("the string {}", shown::text(text)))
    }

    /// With what came, where that may be shown.
    fn received(&self, finding: Finding, node: &Node<'_>) -> Finding {
        if self.secret {
            finding
        } else {
            finding.received(shown::value(node))
        }
    }

    fn integer(
        &self,
        node: &Node<'_>,
        rule: Integer,
        shape: &Shape,
        path: &Path<'_>,
        findings: &mut Findings,
    ) {
        let fits = match node.whole() {
            Whole::No => return findings.note(|| self.mismatch(node, shape, path)),
            Whole::Exact(value) => {
                rule.least.is_none_or(|least| least <= value)
                    && rule.greatest.is_none_or(|greatest| value <= greatest)
                    && !(rule.non_zero && value == 0)
                    && rule.multiple_of.is_none_or(|step| value % step == 0)
            }
            Whole::Huge { negative: true, .. } => {
                rule.least.is_none() && rule.multiple_of.is_none()
            }
            Whole::Huge { .. } => rule.greatest.is_none() && rule.multiple_of.is_none(),
        };
        if !fits {
            findings.note(|| {
                let rule = expected::without_width(rule, node.whole());
                let words = expected::integer(rule).unwrap_or_default();
                let finding = Finding::at(path, Problem::OutOfRange, must_be(&words))
                    .expected(fragment(shape));
                self.received(finding, node)
            });
        }
    }

    fn number(
        &self,
        node: &Node<'_>,
        rule: Number,
        shape: &Shape,
        path: &Path<'_>,
        findings: &mut Findings,
    ) {
        let Some(value) = node.number() else {
            return findings.note(|| self.mismatch(node, shape, path));
        };
        let above =
            |limit: Limit| value > limit.value || (!limit.exclusive && value >= limit.value);
        let below =
            |limit: Limit| value < limit.value || (!limit.exclusive && value <= limit.value);
        let fits = rule.least.is_none_or(above)
            && rule.greatest.is_none_or(below)
            && rule.multiple_of.is_none_or(|step| is_multiple(value, step));
        if !fits {
            findings.note(|| {
                let words = expected::number(rule).unwrap_or_default();
                let finding = Finding::at(path, Problem::OutOfRange, must_be(&words))
                    .expected(fragment(shape));
                self.received(finding, node)
            });
        }
    }

    fn string(
        &self,
        text: &str,
        rule: &Text,
        shape: &Shape,
        path: &Path<'_>,
        findings: &mut Findings,
    ) {
        if rule.length != Length::default() {
            let count = text.chars().count() as u64;
            self.count(
                count,
                rule.length,
                ["character", "characters"],
                shape,
                path,
                findings,
            );
        }
        if let Some(format) = &rule.format {
            if format::fits(format, text) == Some(false) {
                findings.note(|| {
                    let form = expected::format(format).unwrap_or(format);
                    let finding = Finding::at(path, Problem::WrongForm, format!("must be {form}"))
                        .expected(fragment(shape));
                    if self.secret {
                        finding
                    } else {
                        finding.received(shown::text(text))
                    }
                });
            }
        }
        let Some(pattern) = &rule.pattern else {
            return;
        };
        if !pattern.is_match(text) {
            findings.note(|| {
                let words = format!("must match the pattern {}", pattern.as_str());
                let words = format!("{words}{}", expected::look(shape));
                let finding =
                    Finding::at(path, Problem::WrongForm, words).expected(fragment(shape));
                if self.secret {
                    finding
                } else {
                    finding.received(shown::text(text))
                }
            });
        }
    }

    fn listed(
        &self,
        node: &Node<'_>,
        values: &[Value],
        shape: &Shape,
        path: &Path<'_>,
        findings: &mut Findings,
    ) {
        if values.iter().any(|value| equal::value(node, value)) {
            return;
        }
        findings.note(|| {
            let Node::String(text) = node else {
                return self.mismatch(node, shape, path);
            };
            let words = format!("must be {}", expected::values(values));
            let finding = Finding::at(path, Problem::NotAllowed, words).expected(fragment(shape));
            if self.secret {
                return finding;
            }
            let finding = finding.received(shown::text(text));
            match nearest(text, values.iter().filter_map(Value::as_str)) {
                Some(near) => finding.suggestion(near, '"'),
                None => finding,
            }
        });
    }

    fn array(
        &self,
        items: &[Node<'_>],
        rule: &Array,
        shape: &Shape,
        path: &Path<'_>,
        findings: &mut Findings,
    ) {
        self.count(
            items.len() as u64,
            rule.length,
            ["item", "items"],
            shape,
            path,
            findings,
        );
        match &rule.items {
            Items::Each(each) => {
                if !matches!(each.kind, Kind::Any) {
                    for (index, item) in items.iter().enumerate() {
                        self.check(item, each, &path.index(index), findings);
                    }
                }
            }
            Items::Tuple(shapes) => {
                for (index, (item, shape)) in items.iter().zip(shapes).enumerate() {
                    self.check(item, shape, &path.index(index), findings);
                }
            }
        }
        if rule.unique {
            let repeated = equal::repeated(items).or_else(|| meant_twice(items, rule));
            if let Some((first, second)) = repeated {
                findings.note(|| {
                    let words = expected::repeated(first, second);
                    Finding::at(path, Problem::WrongLength, words).expected(fragment(shape))
                });
            }
        }
    }

    fn object(
        &self,
        members: &[(std::borrow::Cow<'_, str>, Node<'_>)],
        rule: &Object,
        shape: &Shape,
        path: &Path<'_>,
        findings: &mut Findings,
    ) {
        if rule.length != Length::default() {
            let left_out = |name: &str| {
                rule.properties.iter().any(|property| {
                    property.name == name
                        && !property.required
                        && !property.shape.allows_null(self.definitions)
                })
            };
            let count = members
                .iter()
                .filter(|(name, value)| *value != Node::Null || !left_out(name))
                .count() as u64;
            self.count(
                count,
                rule.length,
                ["member", "members"],
                shape,
                path,
                findings,
            );
        }
        for property in &rule.properties {
            let path = path.name(&property.name);
            match members.iter().find(|(name, _)| *name == property.name) {
                // What may be left out may be `null`, which says the same.
                Some((_, Node::Null)) if !property.required => {}
                Some((_, value)) => self.check(value, &property.shape, &path, findings),
                None if property.required => {
                    findings.note(|| self.missing(&property.shape, &path));
                }
                None => {}
            }
        }
        for (name, value) in members {
            if rule
                .properties
                .iter()
                .any(|property| *name == property.name)
            {
                continue;
            }
            match &rule.rest {
                Rest::Each(each) => {
                    if rule.keys.as_ref().is_some_and(|keys| !is_key(name, keys)) {
                        findings.note(|| self.wrong_name(name, rule, path));
                    }
                    self.check(value, each, &path.name(name), findings);
                }
                Rest::None => findings.note(|| self.unknown(name, rule, path)),
            }
        }
    }

    /// The members of a map have other names.
    fn wrong_name(&self, name: &str, rule: &Object, path: &Path<'_>) -> Finding {
        let keys = rule.keys.as_ref().map(expected::keys).unwrap_or_default();
        Finding::at(path, Problem::WrongForm, names(&keys)).name((!self.secret).then_some(name))
    }

    /// A required value is not there.
    pub(crate) fn missing(&self, shape: &Shape, path: &Path<'_>) -> Finding {
        let resolved = self.definitions.resolve(shape);
        let members = match &resolved.kind {
            Kind::Object(object) => expected::members(object, self.definitions),
            _ => None,
        };
        let words = format!(
            "is required and must be {}{}",
            expected::shape(resolved),
            members.unwrap_or_default()
        );
        Finding::at(path, Problem::Missing, words).expected(fragment(resolved))
    }

    fn unknown(&self, name: &str, rule: &Object, path: &Path<'_>) -> Finding {
        let names = rule
            .properties
            .iter()
            .map(|property| property.name.as_str());
        let steps = path.name(name).steps();
        let outer = path.steps();
        if self.secret {
            let message = format!("'{}' has a member that there is not", Words(&outer));
            return Finding::saying(outer, Problem::Unknown, message);
        }
        let message = format!("'{}' has no member '{}'", Words(&outer), shown::name(name));
        suggest(
            Finding::saying(steps, Problem::Unknown, message),
            name,
            names,
            "its members are",
        )
    }

    fn count(
        &self,
        count: u64,
        rule: Length,
        [one, many]: [&str; 2],
        shape: &Shape,
        path: &Path<'_>,
        findings: &mut Findings,
    ) {
        let fits = rule.least.is_none_or(|least| least <= count)
            && rule.greatest.is_none_or(|greatest| count <= greatest);
        if fits {
            return;
        }
        findings.note(|| {
            let words = match (count, rule.least, rule.greatest) {
                (0, Some(1), None) => {
                    return Finding::at(path, Problem::WrongLength, "must not be empty")
                        .expected(fragment(shape));
                }
                _ => format!(
                    "must have {}",
                    expected::length(rule, one, many).unwrap_or_else(|| format!("no {many}"))
                ),
            };
            let finding = Finding::at(path, Problem::WrongLength, words).expected(fragment(shape));
            match count {
                _ if self.secret => finding,
                0 => finding.adding(", but is empty"),
                count => finding.received(count.to_string()),
            }
        });
    }
}

/// "must be an object whose names are each a whole number".
pub(crate) fn names(keys: &str) -> String {
    format!("must be an object whose names are each {keys}")
}

fn is_key(name: &str, keys: &Keys) -> bool {
    let digits = match keys {
        Keys::Pattern(pattern) => return pattern.is_match(name),
        Keys::Whole { signed: true } => name.strip_prefix('-').unwrap_or(name),
        Keys::Whole { signed: false } => name,
    };
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The nearest name, or all there are when they are few.
pub(crate) fn suggest<'n>(
    finding: Finding,
    wrong: &str,
    names: impl Iterator<Item = &'n str> + Clone,
    are: &str,
) -> Finding {
    if let Some(near) = nearest(wrong, names.clone()) {
        return finding.suggestion(near, '\'');
    }
    let all: Vec<String> = names
        .map(|name| format!("'{}'", shown::name(name)))
        .collect();
    match all.len() {
        0 => finding.adding(" (there are none)"),
        1..=12 => finding.adding(&format!(" ({are} {})", all.join(", "))),
        _ => finding,
    }
}

/// "must be between 1 and 16", and "must be at least 1" for what reads "of at least 1" after a
/// noun.
fn must_be(words: &str) -> String {
    let words = words.strip_prefix("of ").unwrap_or(words);
    let words = words.strip_prefix("that is ").unwrap_or(words);
    format!("must be {words}")
}

/// Multiples of fractions are near ones: 0.3 is three times 0.1 for everyone but a computer.
fn is_multiple(value: f64, step: f64) -> bool {
    let quotient = value / step;
    (quotient - quotient.round()).abs() <= 1e-9 * quotient.abs().max(1.0)
}

/// Two lengths of time that are one to the nanosecond: a set would keep one of them. What else is
/// one value in several letters, the type of the items knows.
fn meant_twice(items: &[Node<'_>], rule: &Array) -> Option<(usize, usize)> {
    match &rule.items {
        Items::Each(each) if matches!(each.kind, Kind::Number(Number { seconds: true, .. })) => {}
        _ => return None,
    }
    let mut seen = HashMap::new();
    items.iter().enumerate().find_map(|(place, item)| {
        let first = seen.insert(prepare::length(item)?, place)?;
        Some((first + 1, place + 1))
    })
}
