//! A value that none of several alternatives allows: which of them was meant, and what is wrong.

use std::borrow::Cow;

use serde_json::Value;

use super::{Checker, equal};
use crate::tool::expected;
use crate::tool::finding::{Finding, Findings, Problem};
use crate::tool::nearest::nearest;
use crate::tool::node::Node;
use crate::tool::path::Path;
use crate::tool::shape::advertise::fragment;
use crate::tool::shape::{Kind, Object, Shape};
use crate::tool::shown;

impl<'d> Checker<'d> {
    pub(super) fn any_of(
        &self,
        node: &Node<'_>,
        shapes: &'d [Shape],
        shape: &'d Shape,
        path: &Path<'_>,
        findings: &mut Findings,
    ) {
        if shapes.iter().any(|shape| self.accepts(node, shape)) {
            return;
        }
        if findings.is_counting() {
            return findings.count();
        }
        let resolved: Vec<&Shape> = shapes
            .iter()
            .map(|shape| self.definitions.resolve(shape))
            .collect();
        if let Node::Object(members) = node {
            if self.by_tag(node, members, &resolved, path, findings) {
                return;
            }
        }
        if let Some(sent) = in_another_form(node, &resolved) {
            return findings.note(|| {
                let words = format!("must be {}", expected::shape(shape));
                let finding =
                    Finding::at(path, Problem::WrongType, words).expected(fragment(shape));
                if self.secret {
                    finding
                } else {
                    finding.received(sent)
                }
            });
        }
        let alike: Vec<&&Shape> = resolved
            .iter()
            .filter(|shape| is_of_type(node, shape))
            .collect();
        match alike.as_slice() {
            // A text that is not near to a word on the list may have been meant for another.
            [only] if !is_far(node, only) => self.check(node, only, path, findings),
            _ => findings.note(|| {
                let finding = self.mismatch(node, shape, path);
                // An object is one of several kinds: what the nearest of them misses.
                let nearest = alike
                    .iter()
                    .filter(|shape| shares_a_name(node, shape))
                    .map(|shape| {
                        let mut findings = Findings::default();
                        self.check(node, shape, path, &mut findings);
                        findings
                    })
                    .min_by_key(Findings::len);
                match (node, nearest) {
                    (Node::Object(_), Some(nearest)) => {
                        finding.adding(&format!(" ({})", nearest.words()))
                    }
                    _ => finding,
                }
            }),
        }
    }

    /// Finds the alternative that an object names, and checks it against that one.
    fn by_tag(
        &self,
        node: &Node<'_>,
        members: &[(Cow<'_, str>, Node<'_>)],
        shapes: &[&Shape],
        path: &Path<'_>,
        findings: &mut Findings,
    ) -> bool {
        let objects: Vec<(&Shape, &Object)> = shapes
            .iter()
            .filter_map(|shape| match &shape.kind {
                Kind::Object(object) => Some((*shape, object)),
                _ => None,
            })
            .collect();
        let member = |name: &str| members.iter().find(|(known, _)| known == name);
        // The tags: members that the alternatives fix to values of their own. One without it is
        // that of an optional enum that is left out.
        let Some((_, first)) = objects.first() else {
            return false;
        };
        let tag = first.properties.iter().find(|property| {
            let mut fixing = 0_usize;
            property.required
                && objects.iter().all(|(_, object)| {
                    let fixes = !fixed(object, &property.name).is_empty();
                    fixing += usize::from(fixes);
                    fixes || !has(object, &property.name)
                })
                && (fixing > 1 || fixing == objects.len())
        });
        if let Some(tag) = tag {
            let Some((_, value)) = member(&tag.name) else {
                let mut without = objects.iter().filter(|(_, it)| !has(it, &tag.name));
                match (without.next(), without.next()) {
                    (Some((only, _)), None) => {
                        self.check(node, only, path, findings);
                        return true;
                    }
                    (Some(_), Some(_)) => return false,
                    (None, _) => {}
                }
                let all = one_of(&objects, &tag.name);
                findings.note(|| self.missing(&all, &path.name(&tag.name)));
                return true;
            };
            let named: Vec<&(&Shape, &Object)> = objects
                .iter()
                .filter(|(_, object)| {
                    fixed(object, &tag.name)
                        .iter()
                        .any(|allowed| equal::value(value, allowed))
                })
                .collect();
            match named.as_slice() {
                [] => {
                    let all = one_of(&objects, &tag.name);
                    self.check(value, &all, &path.name(&tag.name), findings);
                    return true;
                }
                [(only, _)] => {
                    self.check(node, only, path, findings);
                    return true;
                }
                _ => {}
            }
        }
        // Variants named by their one member.
        let mut named = objects.iter().filter(|(_, object)| {
            let mut required = object.properties.iter().filter(|p| p.required).peekable();
            required.peek().is_some() && required.all(|property| member(&property.name).is_some())
        });
        if let (Some((only, _)), None) = (named.next(), named.next()) {
            self.check(node, only, path, findings);
            return true;
        }
        false
    }
}

/// A variant of an enum that came in the form of another: by its name alone, or as an object
/// where its name alone is asked for.
fn in_another_form(node: &Node<'_>, shapes: &[&Shape]) -> Option<String> {
    let is_named = |name: &str| {
        shapes.iter().any(|shape| match &shape.kind {
            Kind::Enum(values) => values.iter().any(|value| value.as_str() == Some(name)),
            _ => false,
        })
    };
    let is_held = |name: &str| {
        shapes.iter().any(|shape| match &shape.kind {
            Kind::Object(object) => {
                matches!(object.properties.as_slice(), [only] if only.required && only.name == name)
            }
            _ => false,
        })
    };
    match node {
        Node::String(text) if is_held(text) => {
            Some(format!("the string {} alone", shown::text(text)))
        }
        Node::Object(members) => match members.as_slice() {
            [(name, _)] if is_named(name) && !is_held(name) => {
                Some(format!("an object with '{}'", shown::name(name)))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether a text is like none of the words that an alternative lists.
fn is_far(node: &Node<'_>, shape: &Shape) -> bool {
    match (node, &shape.kind) {
        (Node::String(text), Kind::Enum(values)) => {
            nearest(text, values.iter().filter_map(Value::as_str)).is_none()
        }
        _ => false,
    }
}

/// Whether something of an object is what an alternative asks for.
fn shares_a_name(node: &Node<'_>, shape: &Shape) -> bool {
    match (node, &shape.kind) {
        (Node::Object(members), Kind::Object(object)) => {
            members.iter().any(|(name, _)| has(object, name))
        }
        _ => false,
    }
}

fn has(object: &Object, name: &str) -> bool {
    object.properties.iter().any(|it| it.name == name)
}

/// The values that an alternative fixes a member to.
fn fixed<'s>(object: &'s Object, name: &str) -> &'s [Value] {
    object
        .properties
        .iter()
        .find(|property| property.required && property.name == name)
        .map_or(&[], |property| match &property.shape.kind {
            Kind::Enum(values) => values,
            _ => &[],
        })
}

/// The values of a tag over all alternatives.
fn one_of(objects: &[(&Shape, &Object)], name: &str) -> Shape {
    let values = objects
        .iter()
        .flat_map(|(_, object)| fixed(object, name).to_vec())
        .collect();
    Shape::new(Kind::Enum(values))
}

/// Whether a value is at least of the type that an alternative asks for.
fn is_of_type(node: &Node<'_>, shape: &Shape) -> bool {
    match (&shape.kind, node) {
        (Kind::Boolean, Node::Bool(_))
        | (Kind::String(_), Node::String(_))
        | (Kind::Array(_), Node::Array(_))
        | (Kind::Object(_), Node::Object(_)) => true,
        (Kind::Integer(_) | Kind::Number(_), node) => node.number().is_some(),
        (Kind::Enum(values), Node::String(_)) => values.iter().any(Value::is_string),
        _ => false,
    }
}
