//! A value that none of several alternatives allows: which of them was meant, and what is wrong.

use std::borrow::Cow;

use serde_json::Value;

use super::{Checker, equal};
use crate::tool::finding::Findings;
use crate::tool::node::Node;
use crate::tool::path::Path;
use crate::tool::shape::{Kind, Object, Shape};

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
        let mut alike = resolved.iter().filter(|shape| is_of_type(node, shape));
        match (alike.next(), alike.next()) {
            (Some(only), None) => self.check(node, only, path, findings),
            _ => findings.note(|| self.mismatch(node, shape, path)),
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
        // The tags: members that every alternative fixes to values of its own.
        let Some((_, first)) = objects.first() else {
            return false;
        };
        let tag = first.properties.iter().find(|property| {
            property.required
                && objects
                    .iter()
                    .all(|(_, object)| !fixed(object, &property.name).is_empty())
        });
        if let Some(tag) = tag {
            let Some((_, value)) = member(&tag.name) else {
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
