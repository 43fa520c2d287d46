//! JSON as `serde_json` understands it, down to the bytes of a member: the judge of what the runtime reads and writes.

use std::fmt;

use serde::Deserializer as _;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

/// The members of an object as they are written, repeated ones too; `None` for anything else, and where a name stands
/// for no text.
pub fn members(text: &str) -> Option<Vec<(String, &str)>> {
    struct Members;

    impl<'de> Visitor<'de> for Members {
        type Value = Vec<(String, &'de str)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut members = Vec::new();
            while let Some((name, value)) = map.next_entry::<String, &RawValue>()? {
                members.push((name, value.get()));
            }
            Ok(members)
        }
    }

    let mut read = serde_json::Deserializer::from_str(text);
    let members = read.deserialize_map(Members).ok()?;
    read.end().ok()?;
    Some(members)
}

/// The items of an array as they are written.
pub fn items(text: &str) -> Option<Vec<&str>> {
    let items: Vec<&RawValue> = serde_json::from_str(text).ok()?;
    Some(items.into_iter().map(RawValue::get).collect())
}

/// Whether some object in a text has one name twice.
pub fn repeats_a_name(text: &str) -> bool {
    if let Some(items) = items(text) {
        return items.into_iter().any(repeats_a_name);
    }
    let members = members(text).unwrap_or_default();
    let mut names: Vec<&str> = members.iter().map(|(name, _)| &**name).collect();
    names.sort_unstable();
    names.windows(2).any(|pair| pair[0] == pair[1])
        || members.iter().any(|(_, value)| repeats_a_name(value))
}

/// Whether each number in a text is what a judge takes it for that reads numbers as `f64`: longer ones it may only come
/// near to, and what is too small for it becomes zero.
pub fn is_exact(text: &str) -> bool {
    if let Some(items) = items(text) {
        return items.into_iter().all(is_exact);
    }
    if let Some(members) = members(text) {
        return members.iter().all(|(_, value)| is_exact(value));
    }
    let Ok(number) = text.trim().parse::<f64>() else {
        return true;
    };
    let digits = text.split(['e', 'E']).next().unwrap_or_default();
    text.len() <= 15 && (number != 0.0 || !digits.contains(|c| matches!(c, '1'..='9')))
}

/// How deep arrays and objects nest in a text that is JSON.
pub fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_string,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !in_string => depth -= 1,
            _ => {}
        }
    }
    deepest
}

/// JSON text as it is repeated to a peer: byte for byte, but for what some readers take for the end of a line.
pub fn repeated(text: &str) -> String {
    let text = text.replace('\u{85}', "\\u0085");
    text.replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

/// What an answer says: its error's code, or none where it is a result.
///
/// It has to be one JSON-RPC answer, on one line, with the id that it is for.
#[track_caller]
pub fn judge_answer(answer: &str, id: Option<&str>) -> Option<i64> {
    let breaks = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];
    assert!(!answer.contains(breaks), "it is one line: {answer:?}");
    let members = members(answer).unwrap_or_else(|| panic!("it is an object: {answer}"));
    let member = |name: &str| {
        let mut found = members.iter().filter(|(known, _)| known == name);
        let value = found.next().map(|(_, value)| *value);
        assert!(found.next().is_none(), "'{name}' is there twice: {answer}");
        value
    };
    assert_eq!(member("jsonrpc"), Some("\"2.0\""), "{answer}");
    assert_eq!(
        member("id").map(str::to_owned),
        id.map(repeated),
        "{answer}"
    );
    let (result, error) = (member("result"), member("error"));
    assert!(
        result.is_some() != error.is_some(),
        "it is one of the two: {answer}"
    );
    assert_eq!(
        members.len(),
        2 + usize::from(id.is_some()),
        "nothing else is in it: {answer}"
    );
    let Some(error) = error else {
        assert!(result.unwrap_or_default().starts_with('{'), "{answer}");
        return None;
    };
    let error: serde_json::Value = serde_json::from_str(error).expect("an error is ours to write");
    let message = error["message"].as_str().unwrap_or_default();
    assert!(!message.is_empty(), "{answer}");
    let code = error["code"].as_i64().expect("a code is an integer");
    // Not -32603: a fault of the server is a finding here.
    let codes = [-32700, -32600, -32601, -32602, -32020, -32021, -32022];
    assert!(codes.contains(&code), "{answer}");
    Some(code)
}
