//! One message as it came: the envelope, and with it the parameters, in one pass that borrows.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::error::ProtocolError;
use super::object::{Key, Object, ObjectSeed};
use super::params::Params;
use super::routing::Happened;
use super::text;

/// A message, sorted by what it asks for.
#[derive(Debug)]
pub(crate) enum Message<'a> {
    /// It is owed one answer.
    Request(Request<'a>),
    /// It is never answered.
    Notification {
        method: Cow<'a, str>,
        params: Params<'a>,
    },
    /// Shaped like an answer: never answered, or two peers would echo errors for ever.
    Answer(Answer<'a>),
    /// Not a message; the answer says so.
    Refused(Refused<'a>),
    /// More than one message.
    Batch,
}

/// A request.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    /// JSON text: a string, or an integer of any size.
    pub(crate) id: &'a str,
    pub(crate) method: Cow<'a, str>,
    pub(crate) params: Params<'a>,
}

/// An answer to a request of ours, if there was one.
#[derive(Debug)]
pub(crate) struct Answer<'a> {
    /// JSON text; none where it is missing or cannot be an id.
    pub(crate) id: Option<&'a str>,
    pub(crate) result: Option<&'a RawValue>,
    pub(crate) error: Option<&'a RawValue>,
}

/// Why a text is not a message, and the id to answer with, if one could be read.
#[derive(Debug)]
pub(crate) struct Refused<'a> {
    pub(crate) id: Option<&'a str>,
    pub(crate) error: ProtocolError,
}

/// Sorts one message. `nesting` is the deepest nesting that is read.
pub(crate) fn read_message(text: &str, nesting: usize) -> Message<'_> {
    match text.trim_start().as_bytes().first() {
        Some(b'{') => {}
        first => {
            return match serde_json::from_str::<&RawValue>(text) {
                Err(_) => refused(None, not_json()),
                Ok(_) if first == Some(&b'[') => Message::Batch,
                Ok(_) => refused(None, not_a_request("a message must be an object")),
            };
        }
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let envelope = EnvelopeSeed
        .deserialize(&mut deserializer)
        .and_then(|envelope| deserializer.end().map(|()| envelope));
    match envelope {
        Ok(envelope) => envelope.sort(deeper_than(text, nesting)),
        Err(_) => refused(None, not_json()),
    }
}

/// The messages of a batch. The text is known to be a JSON array.
pub(crate) fn read_batch(text: &str) -> Vec<&RawValue> {
    serde_json::from_str(text).unwrap_or_default()
}

fn refused(id: Option<&str>, error: ProtocolError) -> Message<'_> {
    Message::Refused(Refused { id, error })
}

pub(crate) fn not_json() -> ProtocolError {
    ProtocolError::new(
        Happened::NotJson,
        "Parse error: the message is not valid JSON",
    )
}

pub(crate) fn not_a_request(why: &str) -> ProtocolError {
    ProtocolError::new(Happened::NotARequest, format!("Invalid request: {why}"))
}

/// Whether brackets nest deeper than `limit`; the text is known to be JSON.
fn deeper_than(text: &str, limit: usize) -> Option<usize> {
    // As many brackets must close again, so a short text needs no look, and most longer ones have
    // not enough of them, wherever they stand.
    if text.len() <= limit.saturating_mul(2) {
        return None;
    }
    memchr::memchr2_iter(b'{', b'[', text.as_bytes()).nth(limit)?;
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => {
                depth += 1;
                if depth > limit {
                    return Some(limit);
                }
            }
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// A value that can be an id: a string, or an integer of any size.
pub(crate) fn readable_id(value: &RawValue) -> Option<&str> {
    let text = value.get();
    let digits = text.strip_prefix('-').unwrap_or(text);
    let integer = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (integer || text.starts_with('"')).then_some(text)
}

#[derive(Debug, Default)]
struct Envelope<'a> {
    jsonrpc: Option<&'a RawValue>,
    id: Option<&'a RawValue>,
    method: Option<&'a RawValue>,
    params: Option<Object<Params<'a>>>,
    result: Option<&'a RawValue>,
    error: Option<&'a RawValue>,
    duplicate: Option<&'static str>,
}

/// The members of an envelope.
#[derive(Debug, Clone, Copy)]
enum Member {
    Jsonrpc,
    Id,
    Method,
    Params,
    Result,
    Error,
}

impl Member {
    /// The member of that name, and the name.
    fn find(name: &str) -> Option<(&'static str, Self)> {
        Some(match name {
            "jsonrpc" => ("jsonrpc", Self::Jsonrpc),
            "id" => ("id", Self::Id),
            "method" => ("method", Self::Method),
            "params" => ("params", Self::Params),
            "result" => ("result", Self::Result),
            "error" => ("error", Self::Error),
            _ => return None,
        })
    }
}

impl<'a> Envelope<'a> {
    fn sort(self, too_deep: Option<usize>) -> Message<'a> {
        let id = self.id.and_then(readable_id);
        if self.method.is_none() && (self.result.is_some() || self.error.is_some()) {
            return Message::Answer(Answer {
                // With two ids, neither can be trusted to be the one that was answered.
                id: id.filter(|_| self.duplicate.is_none() && too_deep.is_none()),
                result: self.result,
                error: self.error,
            });
        }
        if let Some(name) = self.duplicate {
            // With two ids, neither can be trusted to be the one waited for.
            let id = id.filter(|_| name != "id");
            return refused(
                id,
                not_a_request(&format!("'{name}' is there more than once")),
            );
        }
        let is_known = |version: &RawValue| {
            version.get() == "\"2.0\"" || text::string(version.get()).as_deref() == Some("2.0")
        };
        if !self.jsonrpc.is_some_and(is_known) {
            return refused(id, not_a_request("'jsonrpc' must be \"2.0\""));
        }
        let Some(method) = self.method.and_then(|method| text::string(method.get())) else {
            return refused(id, not_a_request("'method' must be a string"));
        };
        let params = Params::of(self.params);
        if self.id.is_none() {
            // A notification is never answered, whatever is wrong with it.
            return Message::Notification {
                method,
                params: params.unwrap_or_default(),
            };
        }
        let Some(id) = id else {
            return refused(None, not_a_request("'id' must be a string or an integer"));
        };
        if let Some(limit) = too_deep {
            let error = not_a_request(&format!("nested deeper than {limit} levels"));
            return refused(Some(id), error);
        }
        match params {
            Ok(params) => Message::Request(Request { id, method, params }),
            Err(error) => refused(Some(id), error),
        }
    }
}

/// Reads the envelope, and the members of `params` in the same pass.
struct EnvelopeSeed;

impl<'de> DeserializeSeed<'de> for EnvelopeSeed {
    type Value = Envelope<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for EnvelopeSeed {
    type Value = Envelope<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let mut envelope = Envelope::default();
        while let Some(found) = members.next_key_seed(Key(Member::find))? {
            let Some((name, member)) = found else {
                members.next_value::<IgnoredAny>()?;
                continue;
            };
            let place = match member {
                Member::Params => {
                    let params = members.next_value_seed(ObjectSeed::new())?;
                    if envelope.params.replace(params).is_some() {
                        envelope.duplicate = Some(name);
                    }
                    continue;
                }
                Member::Jsonrpc => &mut envelope.jsonrpc,
                Member::Id => &mut envelope.id,
                Member::Method => &mut envelope.method,
                Member::Result => &mut envelope.result,
                Member::Error => &mut envelope.error,
            };
            if place.replace(members.next_value()?).is_some() {
                envelope.duplicate = Some(name);
            }
        }
        Ok(envelope)
    }
}
