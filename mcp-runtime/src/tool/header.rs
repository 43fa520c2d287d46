//! Arguments that HTTP clients repeat in a header of their own, so that proxies can read them
//! (2026-07-28, "Custom Headers from Tool Parameters").

use std::borrow::Cow;

use serde_json::Value;

use super::arguments::Rules;
use super::base64;
use super::node::Node;
use super::number::{self, Whole};
use super::shape::{Integer, Kind, Shape};

/// What is before the name that `x-mcp-header` gives.
pub(crate) const PREFIX: &str = "Mcp-Param-";

/// What is around a value in base64.
const SENTINEL: (&str, &str) = ("=?base64?", "?=");

/// The greatest whole number that may be in such a header: 2^53 - 1.
const SAFE: i128 = (1 << 53) - 1;

/// An argument, and the header that repeats it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mirrored {
    /// The header's whole name: `Mcp-Param-Region`.
    pub(crate) header: String,
    /// The names that lead from the arguments to the value.
    pub(crate) path: Vec<String>,
}

impl Mirrored {
    /// The argument of a name, repeated in the header that `x-mcp-header` names.
    pub(crate) fn argument(name: &str, header: &str) -> Self {
        Self::value(&[name.to_owned()], header)
    }

    /// The value that these names lead to.
    pub(crate) fn value(path: &[String], header: &str) -> Self {
        Self {
            header: format!("{PREFIX}{header}"),
            path: path.to_owned(),
        }
    }

    /// Whether the header says what the arguments say.
    fn agrees(&self, arguments: &Node<'_>, sent: Option<&[u8]>) -> Result<(), String> {
        let Self { header, path } = self;
        let argument = || path.join(".");
        let value = path.iter().try_fold(arguments, |node, name| match node {
            Node::Object(members) => members
                .iter()
                .find_map(|(known, value)| (known == name).then_some(value)),
            _ => None,
        });
        // `null` is as good as left out.
        let value = value.filter(|value| **value != Node::Null);
        let (value, sent) = match (value, sent) {
            (None, None) => return Ok(()),
            (None, Some(_)) => {
                return Err(format!(
                    "there is a header '{header}', and no argument '{}' that it could repeat",
                    argument()
                ));
            }
            (Some(_), None) => {
                return Err(format!(
                    "the header '{header}' is missing, it must repeat the argument '{}'",
                    argument()
                ));
            }
            (Some(value), Some(sent)) => (value, sent),
        };
        let sent = decoded(sent).map_err(|problem| format!("the header '{header}' {problem}"))?;
        let agree = match value {
            Node::String(text) => *text == sent,
            Node::Bool(value) => *sent == *value.to_string(),
            Node::Array(_) | Node::Object(_) | Node::Absent | Node::Null => {
                // Refused for its type, as any argument is.
                return Ok(());
            }
            number => says_number(&sent, number),
        };
        if agree {
            Ok(())
        } else {
            Err(format!(
                "the header '{header}' says something else than the argument '{}'",
                argument()
            ))
        }
    }
}

/// Numbers are compared as numbers: `42.0` is `42`.
fn says_number(sent: &str, number: &Node<'_>) -> bool {
    let begins = sent.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    let Some(value) = serde_json::from_str::<f64>(sent).ok().filter(|_| begins) else {
        return false;
    };
    match (number.whole(), number::whole_text(sent)) {
        (Whole::Exact(a), Whole::Exact(b)) => a == b,
        _ => number.number() == Some(value),
    }
}

impl Rules {
    /// Whether every header that has to repeat an argument does so; `sent` finds a header of the
    /// request by its name.
    ///
    /// Arguments that cannot be read are refused as arguments, and not here.
    ///
    /// # Errors
    ///
    /// What does not agree, without the values: they may be secret.
    pub(crate) fn headers_agree<'sent>(
        &self,
        arguments: Option<&str>,
        sent: impl Fn(&str) -> Option<&'sent [u8]>,
    ) -> Result<(), String> {
        let mirrored = &self.input.mirrored;
        if mirrored.is_empty() {
            return Ok(());
        }
        let Ok(arguments) = Node::read(arguments.unwrap_or("{}"), self.levels).node else {
            return Ok(());
        };
        mirrored
            .iter()
            .try_for_each(|one| one.agrees(&arguments, sent(&one.header)))
    }
}

/// The text that the value of a header stands for: itself, or what `=?base64?..?=` holds.
///
/// # Errors
///
/// What is wrong with it, after the header's name: "is not ..".
pub(crate) fn decoded(value: &[u8]) -> Result<Cow<'_, str>, &'static str> {
    let plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t');
    let text = std::str::from_utf8(value)
        .ok()
        .filter(|text| text.as_bytes().iter().all(plain))
        .ok_or("has characters that a header may not have: send such a value as '=?base64?..?='")?;
    let text = text.trim_matches([' ', '\t']);
    let encoded = text
        .strip_prefix(SENTINEL.0)
        .and_then(|rest| rest.strip_suffix(SENTINEL.1));
    let Some(encoded) = encoded else {
        return Ok(Cow::Borrowed(text));
    };
    base64::decode(encoded)
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .map(Cow::Owned)
        .ok_or("has no text in base64 between '=?base64?' and '?='")
}

/// Narrows what an argument may be to what such a header may carry.
///
/// # Errors
///
/// Its type has no place in a header: why, and what to do.
pub(super) fn carries(shape: &mut Shape) -> Result<(), (String, String)> {
    match &mut shape.kind {
        Kind::String(_) | Kind::Boolean => Ok(()),
        Kind::Enum(values) if are_of_one_type(values) => Ok(()),
        Kind::Integer(rule) if !rule.non_zero => {
            let inside = |end: i128| end.clamp(-SAFE, SAFE);
            *rule = Integer {
                least: Some(rule.least.map_or(-SAFE, inside)),
                greatest: Some(rule.greatest.map_or(SAFE, inside)),
                ..*rule
            };
            Ok(())
        }
        Kind::Integer(_) => Err((
            "a header for a number other than 0".to_owned(),
            "take an integer whose range has one side, such as `NonZeroU32`".to_owned(),
        )),
        Kind::Number(_) => Err((
            "a header for a number with fractions".to_owned(),
            "a header carries text, integers and booleans; take an integer, or remove `header`"
                .to_owned(),
        )),
        _ => Err((
            "a header".to_owned(),
            "a header carries text, integers and booleans; remove `header`, or take the part of the value that it is for as an argument of its own".to_owned(),
        )),
    }
}

fn are_of_one_type(values: &[Value]) -> bool {
    let is_whole = |value: &Value| value.is_i64() || value.is_u64();
    values.iter().all(Value::is_string)
        || values.iter().all(Value::is_boolean)
        || values.iter().all(is_whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees(arguments: &str, sent: Option<&str>) -> Result<(), String> {
        let node = Node::read(arguments, 9).node.unwrap_or(Node::Absent);
        Mirrored::argument("a", "A").agrees(&node, sent.map(str::as_bytes))
    }

    #[test]
    fn a_header_says_what_the_argument_says() {
        for (arguments, sent) in [
            (r#"{"a":"us-west1"}"#, Some("us-west1")),
            (r#"{"a":"us-west1"}"#, Some("=?base64?dXMtd2VzdDE=?=")),
            (
                r#"{"a":"Hello, 世界"}"#,
                Some("=?base64?SGVsbG8sIOS4lueVjA==?="),
            ),
            (r#"{"a":" padded "}"#, Some("=?base64?IHBhZGRlZCA=?=")),
            (
                r#"{"a":"=?base64?literal?="}"#,
                Some("=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
            ),
            (r#"{"a":"=?base64?SGVsbG8="}"#, Some("=?base64?SGVsbG8=")),
            (r#"{"a":""}"#, Some("")),
            (r#"{"a":42}"#, Some("42")),
            (r#"{"a":42}"#, Some("42.0")),
            (r#"{"a":-7.0}"#, Some("-7")),
            (r#"{"a":true}"#, Some("true")),
            (r#"{"a":null}"#, None),
            (r#"{"b":1}"#, None),
            ("{}", None),
        ] {
            assert_eq!(agrees(arguments, sent), Ok(()), "{arguments} {sent:?}");
        }
    }

    #[test]
    fn what_does_not_agree_is_told_without_the_values() {
        for (arguments, sent, problem) in [
            (
                r#"{"a":"x"}"#,
                None,
                "the header 'Mcp-Param-A' is missing, it must repeat the argument 'a'",
            ),
            (
                "{}",
                Some("x"),
                "there is a header 'Mcp-Param-A', and no argument 'a' that it could repeat",
            ),
            (
                r#"{"a":"x"}"#,
                Some("X"),
                "the header 'Mcp-Param-A' says something else than the argument 'a'",
            ),
            (
                r#"{"a":true}"#,
                Some("TRUE"),
                "the header 'Mcp-Param-A' says something else than the argument 'a'",
            ),
            (
                r#"{"a":9007199254740992}"#,
                Some("9007199254740993"),
                "the header 'Mcp-Param-A' says something else than the argument 'a'",
            ),
            (
                r#"{"a":1}"#,
                Some("one"),
                "the header 'Mcp-Param-A' says something else than the argument 'a'",
            ),
            (
                r#"{"a":"x"}"#,
                Some("=?base64?SGVsbG8?="),
                "the header 'Mcp-Param-A' has no text in base64 between '=?base64?' and '?='",
            ),
            (
                r#"{"a":"x"}"#,
                Some("=?base64?SGVs!!!bG8=?="),
                "the header 'Mcp-Param-A' has no text in base64 between '=?base64?' and '?='",
            ),
            (
                r#"{"a":"é"}"#,
                Some("é"),
                "the header 'Mcp-Param-A' has characters that a header may not have: send such a value as '=?base64?..?='",
            ),
        ] {
            assert_eq!(
                agrees(arguments, sent),
                Err(problem.to_owned()),
                "{arguments} {sent:?}"
            );
        }
    }
}
