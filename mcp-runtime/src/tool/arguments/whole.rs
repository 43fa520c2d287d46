//! The arguments of a call as one JSON text, for tools that decode nothing.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::{Arguments, Checker, Node, Path, UnknownArguments};
use crate::protocol::json;
use crate::tool::result::CallResult;
use crate::tool::shape::Rest;

impl<'call> Arguments<'call> {
    /// Checks all arguments, and gives them as they came; written anew where something was
    /// converted, or is `null` for absent.
    pub(crate) fn whole(mut self) -> Result<Cow<'call, str>, CallResult> {
        let rules = self.rules;
        let mut taken = Vec::new();
        let mut same = true;
        for rule in &rules.input.arguments {
            let name = &*rule.name;
            let sent = self
                .members
                .iter()
                .flatten()
                .find(|(known, _)| known == name);
            let Some((_, sent)) = sent else {
                // It may be missed.
                self.take(name);
                continue;
            };
            let sent = sent.clone();
            match self.take(name) {
                Some((rule, Node::Absent)) => {
                    if rule.shape.means_null(&rules.input.definitions) {
                        taken.push((Cow::Borrowed(name), Node::Null));
                    } else {
                        same = false;
                    }
                }
                Some((_, node)) => {
                    same &= sent == node;
                    taken.push((Cow::Borrowed(name), node));
                }
                None => {}
            }
        }
        let rest = self.rest();
        if !self.findings.is_empty() {
            return Err(self.refuse());
        }
        if same {
            return Ok(Cow::Borrowed(self.text));
        }
        taken.extend(rest);
        Ok(Cow::Owned(written(&Node::Object(taken))))
    }

    /// What no rule speaks of, as far as the schema lets it be.
    fn rest(&mut self) -> Vec<(Cow<'call, str>, Node<'call>)> {
        let rules = self.rules;
        match &rules.input.rest {
            Rest::None => {
                let kept = match rules.unknown {
                    UnknownArguments::Ignore => self.members.clone().unwrap_or_default(),
                    UnknownArguments::Refuse => Vec::new(),
                };
                self.finish();
                kept
            }
            Rest::Each(each) => {
                let members = self.members.take().unwrap_or_default();
                let checker = Checker::new(&rules.input.definitions, false);
                for (name, node) in &members {
                    // A name that stands twice was noted as that.
                    if self.rule(name).is_none() {
                        checker.check(node, each, &Path::argument(name), &mut self.findings);
                    }
                }
                members
            }
        }
    }
}

/// A value as JSON text.
fn written(node: &Node<'_>) -> String {
    let mut out = String::new();
    write(node, &mut out);
    out
}

fn write(node: &Node<'_>, out: &mut String) {
    match node {
        // Only types ask for bytes, and here is none.
        Node::Absent | Node::Null | Node::Bytes(_) => out.push_str("null"),
        Node::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        // Writing to a `String` cannot fail.
        Node::Unsigned(value) => drop(write!(out, "{value}")),
        Node::Negative(value) => drop(write!(out, "{value}")),
        Node::Float(value) => match serde_json::Number::from_f64(*value) {
            Some(number) => drop(write!(out, "{number}")),
            None => out.push_str("null"),
        },
        Node::Large(text) => out.push_str(text),
        Node::String(text) => out.push_str(&json::quoted(text)),
        Node::Array(items) => {
            out.push('[');
            for (place, item) in items.iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Node::Object(members) => {
            out.push('{');
            for (place, (name, value)) in members.iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                out.push_str(&json::quoted(name));
                out.push(':');
                write(value, out);
            }
            out.push('}');
        }
    }
}
