//! What a call is, for the state that a client keeps of it: state of one call opens no other.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::protocol::json;
use crate::tool::base64;
use crate::tool::node::Node;
use crate::tool::number::Whole;

/// What state is bound to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Binding<'a> {
    /// The server's name: two servers may have the same key.
    pub(crate) server: &'a str,
    pub(crate) method: &'a str,
    /// What the method runs: a tool's name, say.
    pub(crate) name: &'a str,
    /// The text of an object; none is an empty one.
    pub(crate) arguments: Option<&'a str>,
    /// Who calls.
    pub(crate) principal: Option<&'a str>,
}

impl Binding<'_> {
    /// As bytes: each part with its length ahead, so that no two bindings run into the same ones.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let arguments = self.arguments.unwrap_or("{}");
        let arguments = canonical(arguments).map_or(Cow::Borrowed(arguments), Cow::Owned);
        let mut bytes = Vec::new();
        let parts = [self.server, self.method, self.name, &arguments];
        for part in parts.into_iter().chain(self.principal) {
            bytes.extend_from_slice(&(part.len() as u64).to_be_bytes());
            bytes.extend_from_slice(part.as_bytes());
        }
        bytes
    }
}

/// The same text for the same JSON: clients may write a request anew for each round.
fn canonical(json: &str) -> Option<String> {
    let node = Node::read(json, usize::MAX).node.ok()?;
    let mut out = String::with_capacity(json.len());
    write(&mut out, &node);
    Some(out)
}

fn write(out: &mut String, node: &Node<'_>) {
    // Writing to a `String` cannot fail.
    let _ = match node {
        Node::Absent | Node::Null => write!(out, "null"),
        Node::Bool(value) => write!(out, "{value}"),
        Node::Unsigned(_) | Node::Negative(_) | Node::Float(_) | Node::Large(_) => {
            match (node.whole(), node) {
                (Whole::Exact(whole), _) => write!(out, "{whole}"),
                (_, Node::Large(text)) => write!(out, "{text}"),
                (_, node) => write!(out, "{:?}", node.number()),
            }
        }
        Node::String(text) => write!(out, "{}", json::quoted(text)),
        Node::Bytes(bytes) => write!(out, "{}", json::quoted(&base64::encode(bytes))),
        Node::Array(items) => {
            out.push('[');
            for item in items {
                write(out, item);
                out.push(',');
            }
            write!(out, "]")
        }
        Node::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by(|(a, _), (b, _)| a.cmp(b));
            out.push('{');
            for (name, value) in members {
                let _ = write!(out, "{}:", json::quoted(name));
                write(out, value);
                out.push(',');
            }
            write!(out, "}}")
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(arguments: &str) -> Vec<u8> {
        let binding = Binding {
            server: "server",
            method: "tools/call",
            name: "tool",
            arguments: Some(arguments),
            principal: None,
        };
        binding.bytes()
    }

    #[test]
    fn the_same_arguments_are_the_same_however_they_are_written() {
        for (one, other) in [
            (
                r#"{"a":1,"b":[true,null]}"#,
                "{ \"b\" : [true, null], \"a\" : 1.0 }",
            ),
            (r#"{"a":"\u00e9\n"}"#, "{\"a\":\"é\\u000a\"}"),
            (r#"{"a":1e2,"b":0.5}"#, r#"{"a":100,"b":5e-1}"#),
        ] {
            assert_eq!(of(one), of(other), "{one}");
        }
    }

    #[test]
    fn other_arguments_are_others() {
        let all = [
            "{}",
            r#"{"a":null}"#,
            r#"{"a":1}"#,
            r#"{"a":"1"}"#,
            r#"{"a":[1]}"#,
            r#"{"a":{"1":1}}"#,
            r#"{"a":1,"b":1}"#,
            r#"{"a":9007199254740993}"#,
            r#"{"a":9007199254740992}"#,
            r#"{"a":1e400}"#,
            r#"{"a":1e401}"#,
            r#"{"a":"\",\"b\":1"}"#,
        ];
        for (place, one) in all.iter().enumerate() {
            for (other_place, other) in all.iter().enumerate() {
                assert_eq!(of(one) == of(other), place == other_place, "{one} {other}");
            }
        }
    }

    #[test]
    fn every_part_counts() {
        let binding = Binding {
            server: "s",
            method: "m",
            name: "n",
            arguments: None,
            principal: None,
        };
        let same = Binding {
            arguments: Some("{}"),
            ..binding
        };
        assert_eq!(binding.bytes(), same.bytes());
        for other in [
            Binding {
                server: "x",
                ..binding
            },
            Binding {
                method: "x",
                ..binding
            },
            Binding {
                name: "x",
                ..binding
            },
            Binding {
                arguments: Some(r#"{"x":1}"#),
                ..binding
            },
            Binding {
                principal: Some(""),
                ..binding
            },
            Binding {
                server: "sm",
                method: "",
                ..binding
            },
        ] {
            assert_ne!(binding.bytes(), other.bytes(), "{other:?}");
        }
    }
}
