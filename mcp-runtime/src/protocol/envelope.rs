//! One message as it came: the envelope and the parameters, read in one pass that borrows.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::error::ProtocolError;
use super::meta;
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
    Answer,
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

/// Why a text is not a message, and the id to answer with, if one could be read.
#[derive(Debug)]
pub(crate) struct Refused<'a> {
    pub(crate) id: Option<&'a str>,
    pub(crate) error: ProtocolError,
}

/// The members of `params` that any method reads; which of them a method asks for is its affair.
#[derive(Debug, Default)]
pub(crate) struct Params<'a> {
    pub(crate) name: Option<&'a RawValue>,
    pub(crate) arguments: Option<&'a RawValue>,
    pub(crate) cursor: Option<&'a RawValue>,
    pub(crate) level: Option<&'a RawValue>,
    pub(crate) protocol_version: Option<&'a RawValue>,
    pub(crate) capabilities: Option<&'a RawValue>,
    pub(crate) client_info: Option<&'a RawValue>,
    pub(crate) request_id: Option<&'a RawValue>,
    pub(crate) reason: Option<&'a RawValue>,
    meta: Option<&'a RawValue>,
}

/// The members of a request's `_meta` that the protocol defines.
#[derive(Debug, Default)]
pub(crate) struct Meta<'a> {
    pub(crate) protocol_version: Option<&'a RawValue>,
    pub(crate) client_capabilities: Option<&'a RawValue>,
    pub(crate) client_info: Option<&'a RawValue>,
    pub(crate) log_level: Option<&'a RawValue>,
    pub(crate) progress_token: Option<&'a RawValue>,
    pub(crate) trace_parent: Option<&'a RawValue>,
    pub(crate) trace_state: Option<&'a RawValue>,
    pub(crate) baggage: Option<&'a RawValue>,
}

impl Meta<'_> {
    /// One of the members that only a stateless request has is there.
    pub(crate) fn is_stateless(&self) -> bool {
        self.protocol_version.is_some()
            || self.client_capabilities.is_some()
            || self.client_info.is_some()
            || self.log_level.is_some()
    }
}

impl<'a> Params<'a> {
    /// Reads `_meta`; absent and `null` are an empty one.
    pub(crate) fn meta(&self) -> Result<Meta<'a>, ProtocolError> {
        let Some(meta) = self.meta else {
            return Ok(Meta::default());
        };
        let object = read(meta.get(), OF_META).map_err(|_| malformed("'_meta' is not readable"))?;
        match object.shape {
            Shape::Object => {}
            Shape::Null => return Ok(Meta::default()),
            Shape::Other => return Err(malformed("'_meta' must be an object")),
        }
        if let Some(name) = object.duplicate {
            return Err(malformed(&format!("'_meta' has '{name}' more than once")));
        }
        let [
            protocol_version,
            client_capabilities,
            client_info,
            log_level,
            progress_token,
            trace_parent,
            trace_state,
            baggage,
        ] = object.values;
        Ok(Meta {
            protocol_version,
            client_capabilities,
            client_info,
            log_level,
            progress_token,
            trace_parent,
            trace_state,
            baggage,
        })
    }
}

fn malformed(message: &str) -> ProtocolError {
    ProtocolError::new(
        Happened::MalformedParams,
        format!("Malformed request: {message}"),
    )
}

/// The members that are wanted of an object: their names, and where in them a key is, which a
/// `match` finds faster than a search.
struct Wanted<const N: usize> {
    names: [&'static str; N],
    find: fn(&str) -> Option<usize>,
}

const OF_META: Wanted<8> = Wanted {
    names: [
        meta::PROTOCOL_VERSION,
        meta::CLIENT_CAPABILITIES,
        meta::CLIENT_INFO,
        meta::LOG_LEVEL,
        meta::PROGRESS_TOKEN,
        meta::TRACE_PARENT,
        meta::TRACE_STATE,
        meta::BAGGAGE,
    ],
    find: |key| {
        Some(match key {
            meta::PROTOCOL_VERSION => 0,
            meta::CLIENT_CAPABILITIES => 1,
            meta::CLIENT_INFO => 2,
            meta::LOG_LEVEL => 3,
            meta::PROGRESS_TOKEN => 4,
            meta::TRACE_PARENT => 5,
            meta::TRACE_STATE => 6,
            meta::BAGGAGE => 7,
            _ => return None,
        })
    },
};

const OF_PARAMS: Wanted<10> = Wanted {
    names: [
        "name",
        "arguments",
        "cursor",
        "level",
        "protocolVersion",
        "capabilities",
        "clientInfo",
        "requestId",
        "reason",
        "_meta",
    ],
    find: |key| {
        Some(match key {
            "name" => 0,
            "arguments" => 1,
            "cursor" => 2,
            "level" => 3,
            "protocolVersion" => 4,
            "capabilities" => 5,
            "clientInfo" => 6,
            "requestId" => 7,
            "reason" => 8,
            "_meta" => 9,
            _ => return None,
        })
    },
};

const OF_ENVELOPE: Wanted<6> = Wanted {
    names: ["jsonrpc", "id", "method", "params", "result", "error"],
    find: |key| {
        Some(match key {
            "jsonrpc" => 0,
            "id" => 1,
            "method" => 2,
            "params" => 3,
            "result" => 4,
            "error" => 5,
            _ => return None,
        })
    },
};

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
    params: Option<Object<'a, 10>>,
    is_answer: bool,
    duplicate: Option<&'static str>,
}

impl<'a> Envelope<'a> {
    fn sort(self, too_deep: Option<usize>) -> Message<'a> {
        if self.is_answer && self.method.is_none() {
            return Message::Answer;
        }
        let id = self.id.and_then(readable_id);
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
        let params = self
            .params
            .map_or(Ok(Params::default()), Object::into_params);
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

impl<'a> Object<'a, 10> {
    fn into_params(self) -> Result<Params<'a>, ProtocolError> {
        match self.shape {
            Shape::Object => {}
            // Some clients write what they leave out as `null`.
            Shape::Null => return Ok(Params::default()),
            Shape::Other => return Err(malformed("'params' must be an object")),
        }
        if let Some(name) = self.duplicate {
            return Err(malformed(&format!(
                "'{name}' is there more than once in 'params'"
            )));
        }
        let [
            name,
            arguments,
            cursor,
            level,
            protocol_version,
            capabilities,
            client_info,
            request_id,
            reason,
            meta,
        ] = self.values;
        Ok(Params {
            name,
            arguments,
            cursor,
            level,
            protocol_version,
            capabilities,
            client_info,
            request_id,
            reason,
            meta,
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Object,
    Null,
    Other,
}

/// A value of which some members are wanted, should it be an object.
#[derive(Debug)]
struct Object<'a, const N: usize> {
    shape: Shape,
    values: [Option<&'a RawValue>; N],
    duplicate: Option<&'static str>,
}

fn read<const N: usize>(text: &str, wanted: Wanted<N>) -> Result<Object<'_, N>, serde_json::Error> {
    ObjectSeed(wanted).deserialize(&mut serde_json::Deserializer::from_str(text))
}

/// Reads the wanted members of an object, and any other value as what it is.
struct ObjectSeed<const N: usize>(Wanted<N>);

impl<const N: usize> ObjectSeed<N> {
    fn shaped<'de>(shape: Shape) -> Object<'de, N> {
        Object {
            shape,
            values: [None; N],
            duplicate: None,
        }
    }
}

impl<'de, const N: usize> DeserializeSeed<'de> for ObjectSeed<N> {
    type Value = Object<'de, N>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, const N: usize> Visitor<'de> for ObjectSeed<N> {
    type Value = Object<'de, N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let mut object = Self::shaped(Shape::Object);
        while let Some(found) = members.next_key_seed(Key(self.0.find))? {
            let wanted = found.and_then(|index| Some((index, object.values.get_mut(index)?)));
            match wanted {
                Some((index, value)) => {
                    if value.replace(members.next_value()?).is_some() {
                        object.duplicate = self.0.names.get(index).copied();
                    }
                }
                None => {
                    members.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(object)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Self::shaped(Shape::Other))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Self::shaped(Shape::Null))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Self::shaped(Shape::Other))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Self::shaped(Shape::Other))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Self::shaped(Shape::Other))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Self::shaped(Shape::Other))
    }

    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
        Ok(Self::shaped(Shape::Other))
    }
}

/// Reads a key as its place among the wanted ones.
struct Key(fn(&str) -> Option<usize>);

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member name")
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok((self.0)(key))
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
        while let Some(found) = members.next_key_seed(Key(OF_ENVELOPE.find))? {
            let twice = match found {
                Some(0) => envelope.jsonrpc.replace(members.next_value()?).is_some(),
                Some(1) => envelope.id.replace(members.next_value()?).is_some(),
                Some(2) => envelope.method.replace(members.next_value()?).is_some(),
                Some(3) => {
                    let params = members.next_value_seed(ObjectSeed(OF_PARAMS))?;
                    envelope.params.replace(params).is_some()
                }
                Some(_) => {
                    members.next_value::<IgnoredAny>()?;
                    envelope.is_answer = true;
                    false
                }
                None => {
                    members.next_value::<IgnoredAny>()?;
                    false
                }
            };
            if twice {
                envelope.duplicate = found.and_then(|index| OF_ENVELOPE.names.get(index).copied());
            }
        }
        Ok(envelope)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wanted_member_is_found_at_its_place() {
        fn places<const N: usize>(wanted: &Wanted<N>) {
            for (index, name) in wanted.names.into_iter().enumerate() {
                assert_eq!((wanted.find)(name), Some(index), "{name}");
            }
        }
        places(&OF_META);
        places(&OF_PARAMS);
        places(&OF_ENVELOPE);
        assert_eq!((OF_PARAMS.find)("Name"), None);
    }
}
