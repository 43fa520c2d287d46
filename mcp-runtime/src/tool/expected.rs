//! What was expected, in words.

use serde_json::Value;

use super::decode::Reason;
use super::number::Whole;
use super::path::Step;
use super::shape::{
    Array, Definitions, Integer, Items, Keys, Kind, Length, Limit, Number, Object, Rest, Shape,
    Text,
};
use super::shown;

/// Allowed values that are listed.
const LISTED: usize = 20;

/// Members of a missing object that are told.
const MEMBERS: usize = 6;

/// Characters of an example or a description that join a message.
const SAID: usize = 100;

/// What a shape asks for: "an integer between 1 and 16".
pub(crate) fn shape(shape: &Shape) -> String {
    match &shape.kind {
        Kind::Any => "any JSON value".to_owned(),
        Kind::Null => "null".to_owned(),
        Kind::Boolean => "true or false".to_owned(),
        Kind::Integer(rule) => with("an integer", integer(without_width(*rule, Whole::No))),
        Kind::Number(rule) if rule.seconds => with("a number of seconds", number(*rule)),
        Kind::Number(rule) => with("a number", number(*rule)),
        Kind::String(text) => string(text),
        Kind::Enum(allowed) => values(allowed),
        Kind::Array(Array { length: count, .. }) => with(
            "an array",
            length(*count, "item", "items").map(|count| format!("of {count}")),
        ),
        Kind::Object(Object { length: count, .. }) => with(
            "an object",
            length(*count, "member", "members").map(|count| format!("with {count}")),
        ),
        Kind::AnyOf(shapes) => any_of(shapes),
        Kind::Reference(_) => "a value of its definition".to_owned(),
    }
}

fn with(what: &str, more: Option<String>) -> String {
    match more {
        Some(more) => format!("{what} {more}"),
        None => what.to_owned(),
    }
}

/// An integer without the ends that only say how wide its type is: who sent something else, or a
/// number that is within them, is not helped by them.
pub(crate) fn without_width(rule: Integer, sent: Whole) -> Integer {
    let near = |end: &i128| end.abs() < i128::from(i32::MAX);
    let (below, above) = match sent {
        Whole::Exact(sent) => (
            rule.least.filter(|least| sent < *least),
            rule.greatest.filter(|greatest| *greatest < sent),
        ),
        Whole::Huge { negative: true, .. } => (rule.least, None),
        Whole::Huge { .. } => (None, rule.greatest),
        Whole::No => (None, None),
    };
    Integer {
        least: below.or(rule.least.filter(near)),
        greatest: above.or(rule.greatest.filter(near)),
        ..rule
    }
}

/// The bounds and steps of an integer: "between 1 and 16".
pub(crate) fn integer(rule: Integer) -> Option<String> {
    let range = match (rule.least, rule.greatest) {
        (Some(least), Some(greatest)) => Some(format!("between {least} and {greatest}")),
        (Some(least), None) => Some(format!("of at least {least}")),
        (None, Some(greatest)) => Some(format!("of at most {greatest}")),
        (None, None) => None,
    };
    let step = rule
        .multiple_of
        .map(|step| format!("that is a multiple of {step}"));
    let zero = rule.non_zero.then(|| "other than 0".to_owned());
    join([range, zero, step])
}

/// The bounds and steps of a number.
pub(crate) fn number(rule: Number) -> Option<String> {
    let least = rule.least.map(|limit| {
        let words = if limit.exclusive {
            "greater than"
        } else {
            "of at least"
        };
        format!("{words} {}", shown::float(limit.value))
    });
    let greatest = rule.greatest.map(|limit| {
        let words = if limit.exclusive {
            "less than"
        } else {
            "of at most"
        };
        format!("{words} {}", shown::float(limit.value))
    });
    let range = match (rule.least, rule.greatest) {
        (
            Some(Limit {
                value: least,
                exclusive: false,
            }),
            Some(Limit {
                value: greatest,
                exclusive: false,
            }),
        ) => Some(format!(
            "between {} and {}",
            shown::float(least),
            shown::float(greatest)
        )),
        _ => match (least, greatest) {
            (Some(least), Some(greatest)) => Some(format!("{least} and {greatest}")),
            (least, greatest) => least.or(greatest),
        },
    };
    let step = rule
        .multiple_of
        .map(|step| format!("that is a multiple of {}", shown::float(step)));
    join([range, step])
}

fn join(parts: impl IntoIterator<Item = Option<String>>) -> Option<String> {
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

fn string(text: &Text) -> String {
    let what = text
        .format
        .as_deref()
        .and_then(format)
        .unwrap_or("a string");
    let length = length(text.length, "character", "characters").map(|count| format!("of {count}"));
    let pattern = text
        .pattern
        .as_ref()
        .map(|pattern| format!("that matches {}", pattern.as_str()));
    with(what, join([length, pattern]))
}

/// What a text that a pattern asks for looks like: an example of it, or else what it is.
pub(crate) fn look(shape: &Shape) -> String {
    let example = shape.examples.iter().chain(&shape.default);
    let shorter = |words: &&str| words.chars().count() <= SAID;
    if let Some(example) = example.filter_map(Value::as_str).find(shorter) {
        return format!(", for example \"{}\"", shown::name(example));
    }
    let said = shape.description.as_deref().unwrap_or_default();
    let said = said.lines().next().unwrap_or_default();
    let said = said.trim_end_matches('.');
    if said.is_empty() || said.chars().count() > SAID {
        return String::new();
    }
    format!(" ({})", shown::name(said))
}

/// A count: "1 to 100 characters".
pub(crate) fn length(length: Length, one: &str, many: &str) -> Option<String> {
    let noun = |count: u64| if count == 1 { one } else { many };
    match (length.least.filter(|least| *least > 0), length.greatest) {
        (Some(least), Some(greatest)) if least == greatest => {
            Some(format!("exactly {least} {}", noun(least)))
        }
        (Some(least), Some(greatest)) => Some(format!("{least} to {greatest} {many}")),
        (Some(least), None) => Some(format!("at least {least} {}", noun(least))),
        (None, Some(greatest)) => Some(format!("at most {greatest} {}", noun(greatest))),
        (None, None) => None,
    }
}

/// What the name of a member of a map is.
pub(crate) fn keys(keys: &Keys) -> String {
    match keys {
        Keys::Whole { signed: false } => "a whole number".to_owned(),
        Keys::Whole { signed: true } => "a whole number, which may be negative".to_owned(),
        Keys::Pattern(pattern) => format!("text that matches {}", pattern.as_str()),
    }
}

/// Allowed values: `"metric" or "imperial"`.
pub(crate) fn values(allowed: &[Value]) -> String {
    let shown: Vec<String> = allowed.iter().take(LISTED).map(value).collect();
    let more = allowed.len().saturating_sub(LISTED);
    match shown.as_slice() {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [first, last] if more == 0 => format!("{first} or {last}"),
        shown if more == 0 => format!("one of {}", shown.join(", ")),
        shown => format!("one of {} and {more} others", shown.join(", ")),
    }
}

/// An allowed value: the author's own, shown whole.
fn value(value: &Value) -> String {
    match value {
        Value::String(text) => format!("\"{}\"", shown::name(text)),
        value => value.to_string(),
    }
}

fn any_of(shapes: &[Shape]) -> String {
    let mut words: Vec<String> = Vec::new();
    for alternative in shapes {
        let text = match &alternative.kind {
            Kind::Object(object) => object_alternative(object),
            _ => shape(alternative),
        };
        if !words.contains(&text) {
            words.push(text);
        }
    }
    let more = words.len().saturating_sub(LISTED);
    words.truncate(LISTED);
    let Some(last) = words.pop() else {
        return "nothing".to_owned();
    };
    if more > 0 {
        return format!("{}, {last} or {more} others", words.join(", "));
    }
    if words.is_empty() {
        return last;
    }
    format!("{} or {last}", words.join(", "))
}

/// An object among alternatives, told by what it must have.
fn object_alternative(object: &Object) -> String {
    let required: Vec<String> = object
        .properties
        .iter()
        .filter(|property| property.required)
        .map(|property| {
            let name = shown::name(&property.name);
            match &property.shape.kind {
                Kind::Enum(allowed) if allowed.len() == 1 => {
                    format!("'{name}': {}", values(allowed))
                }
                _ => format!("'{name}'"),
            }
        })
        .collect();
    if required.is_empty() {
        return "an object".to_owned();
    }
    format!("an object with {}", required.join(", "))
}

/// What the members of an object are, for who sent none: " with 'x' (a string), 'y' (an integer,
/// optional)".
pub(crate) fn members(object: &Object, definitions: &Definitions) -> Option<String> {
    if object.properties.is_empty() {
        return None;
    }
    let told = object.properties.iter().take(MEMBERS).map(|property| {
        let optional = if property.required { "" } else { ", optional" };
        let what = shape(definitions.resolve(&property.shape));
        let what: String = if what.chars().count() > SAID {
            "see its schema".to_owned()
        } else {
            what
        };
        format!("'{}' ({what}{optional})", shown::name(&property.name))
    });
    let told = told.collect::<Vec<_>>().join(", ");
    let more = object.properties.len().saturating_sub(MEMBERS);
    Some(if more > 0 {
        format!(" with {told} and {more} more")
    } else {
        format!(" with {told}")
    })
}

/// That two items of a set are one.
pub(crate) fn repeated(first: usize, second: usize) -> String {
    format!("must not have the same item twice, items {first} and {second} are equal")
}

/// A form of text in words; `None` for forms without a name that says anything.
pub(crate) fn format(format: &str) -> Option<&'static str> {
    Some(match format {
        "uuid" => "a UUID",
        "date" => "a date such as 2026-01-31",
        "date-time" => "a date and time such as 2026-01-31T12:30:00Z",
        "partial-date-time" => "a date and time such as 2026-01-31T12:30:00",
        "time" => "a time with its offset, such as 12:30:00Z",
        "partial-time" => "a time such as 12:30:00",
        "duration" => "a duration such as PT1H30M",
        "email" => "an e-mail address",
        "hostname" => "a host name",
        "ip" => "an IP address",
        "ipv4" => "an IPv4 address",
        "ipv6" => "an IPv6 address",
        "uri" => "a URL such as https://example.com/page",
        "zoned-date-time" => "a date and time such as 2026-01-31T12:30:00+01:00[Europe/Berlin]",
        "base64" => "bytes as base64",
        _ => return None,
    })
}

/// The shape of what is at a place inside another.
pub(crate) fn at<'s>(
    shape: &'s Shape,
    steps: &[Step],
    definitions: &'s Definitions,
) -> Option<&'s Shape> {
    let shape = definitions.resolve(shape);
    let Some((step, rest)) = steps.split_first() else {
        return Some(shape);
    };
    let inner = match (step, &shape.kind) {
        (Step::Index(index), Kind::Array(array)) => match &array.items {
            Items::Each(each) => Some(&**each),
            Items::Tuple(shapes) => shapes.get(*index),
        },
        (Step::Name(name), Kind::Object(object)) => object
            .properties
            .iter()
            .find(|property| property.name == *name)
            .map(|property| &property.shape)
            .or(match &object.rest {
                Rest::Each(each) => Some(&**each),
                Rest::None => None,
            }),
        (_, Kind::AnyOf(shapes)) => {
            return shapes
                .iter()
                .find_map(|shape| at(shape, steps, definitions));
        }
        _ => None,
    };
    at(inner?, rest, definitions)
}

/// What a shape asks for in the words of its form alone, where that has a name.
pub(crate) fn form(shape: &Shape) -> Option<&'static str> {
    match &shape.kind {
        Kind::String(text) => text.format.as_deref().and_then(format),
        _ => None,
    }
}

/// What to say of a value that keeps its schema and that its type refuses all the same.
pub(crate) fn refusal(shape: Option<&Shape>, reason: Reason) -> String {
    if let Some(form) = shape.and_then(form) {
        return format!("must be {form}");
    }
    match reason {
        Reason::Missing(name) => format!("must be an object with '{}'", shown::name(&name)),
        Reason::Expected(words) | Reason::Name(words) => {
            format!("must be {}", shown::words(&words))
        }
        Reason::NameWords(words) => {
            format!("has a name that is not accepted: {}", shown::words(&words))
        }
        Reason::Repeated(first, second) => repeated(first, second),
        Reason::Another => {
            let words = shape.map_or_else(|| "what its schema says".to_owned(), self::shape);
            format!("must be {words}")
        }
        Reason::Words(words) => format!("is not accepted: {}", shown::words(&words)),
    }
}

/// What a type says that it expects; `None` where it only says its name, or a word of `serde`'s
/// own.
pub(crate) fn words(expected: String) -> Option<String> {
    macro_rules! between {
        ($($name:literal: $type:ty),*) => {
            match &*expected {
                $($name => Some(format!("an integer between {} and {}", <$type>::MIN, <$type>::MAX)),)*
                "f32" => Some(format!("a number between {:e} and {:e}", f32::MIN, f32::MAX)),
                "f64" => Some("a number".to_owned()),
                "unit" => Some("null".to_owned()),
                _ if names_a_type(&expected) => None,
                _ => Some(expected),
            }
        };
    }
    between!(
        "i8": i8, "i16": i16, "i32": i32, "i64": i64, "i128": i128, "isize": isize,
        "u8": u8, "u16": u16, "u32": u32, "u64": u64, "u128": u128, "usize": usize
    )
}

/// Whether words are those that `serde` has for the types it derives for.
fn names_a_type(words: &str) -> bool {
    [
        "struct ",
        "tuple ",
        "unit ",
        "enum ",
        "internally tagged enum",
        "adjacently tagged enum",
        "variant ",
        "field ",
        "option",
        "a sequence",
        "a map",
        "map",
        "a tuple",
        "newtype ",
        "`",
        "any ",
        "Any ",
        "content",
        "a borrowed",
        "identifier",
    ]
    .iter()
    .any(|start| words.starts_with(start))
}

/// Words of a type's own, unless they are those of `serde` or of the standard library, which are
/// not for callers.
pub(crate) fn own(words: String) -> Reason {
    if words.starts_with("data did not match any variant of untagged enum") {
        return Reason::Another;
    }
    let known = match &*words {
        "invalid IP address syntax" => "an IP address",
        "invalid IPv4 address syntax" => "an IPv4 address",
        "invalid IPv6 address syntax" => "an IPv6 address",
        "invalid socket address syntax" => "an IP address with a port, such as 127.0.0.1:8080",
        "invalid IPv4 socket address syntax" => {
            "an IPv4 address with a port, such as 127.0.0.1:8080"
        }
        "invalid IPv6 socket address syntax" => "an IPv6 address with a port, such as [::1]:8080",
        _ => return Reason::Words(words),
    };
    Reason::Expected(known.to_owned())
}

/// With its first letter in upper case.
pub(crate) fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

/// A number as JSON, without a fraction where it has none.
pub(crate) fn json_number(value: f64) -> Value {
    match super::number::whole(value) {
        Whole::Exact(whole) => i64::try_from(whole).map_or(Value::from(value), Value::from),
        _ => Value::from(value),
    }
}
