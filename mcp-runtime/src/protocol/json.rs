//! Writing JSON into one buffer, so that a message is always exactly one line.

use std::io::Write;

/// Writes an object; the members are written by `write`.
pub(crate) fn object(out: &mut Vec<u8>, write: impl FnOnce(&mut Members<'_>)) {
    out.push(b'{');
    write(&mut Members { out, first: true });
    out.push(b'}');
}

/// The members of an object that is being written.
#[derive(Debug)]
pub(crate) struct Members<'out> {
    out: &'out mut Vec<u8>,
    first: bool,
}

impl Members<'_> {
    fn key(&mut self, key: &str) -> &mut Vec<u8> {
        if !std::mem::take(&mut self.first) {
            self.out.push(b',');
        }
        string(self.out, key);
        self.out.push(b':');
        self.out
    }

    /// A member whose value is JSON already.
    pub(crate) fn raw(&mut self, key: &str, value: &str) {
        fragment(self.key(key), value);
    }

    pub(crate) fn string(&mut self, key: &str, value: &str) {
        string(self.key(key), value);
    }

    pub(crate) fn integer(&mut self, key: &str, value: i64) {
        // Writing to a `Vec` cannot fail.
        let _ = write!(self.key(key), "{value}");
    }

    pub(crate) fn unsigned(&mut self, key: &str, value: u64) {
        let _ = write!(self.key(key), "{value}");
    }

    /// A number; left out when JSON cannot say it.
    pub(crate) fn number(&mut self, key: &str, value: f64) {
        if value.is_finite() {
            let _ = write!(self.key(key), "{value}");
        }
    }

    pub(crate) fn bool(&mut self, key: &str, value: bool) {
        self.raw(key, if value { "true" } else { "false" });
    }

    pub(crate) fn object(&mut self, key: &str, write: impl FnOnce(&mut Members<'_>)) {
        object(self.key(key), write);
    }

    pub(crate) fn array<T>(
        &mut self,
        key: &str,
        items: impl IntoIterator<Item = T>,
        write: impl FnMut(&mut Vec<u8>, T),
    ) {
        array(self.key(key), items, write);
    }

    /// A member whose value `write` appends as JSON.
    pub(crate) fn value(&mut self, key: &str, write: impl FnOnce(&mut Vec<u8>)) {
        write(self.key(key));
    }
}

/// Writes an array, one item at a time.
pub(crate) fn array<T>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(b'[');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(out, item);
    }
    out.push(b']');
}

/// How many bytes at the start of `rest` end a line for some reader, and what stands for them:
/// U+2028, U+2029 and U+0085 split lines in common line readers though JSON allows them.
fn line_end(rest: &[u8]) -> Option<(usize, &'static str)> {
    match rest {
        [0xE2, 0x80, 0xA8, ..] => Some((3, "\\u2028")),
        [0xE2, 0x80, 0xA9, ..] => Some((3, "\\u2029")),
        [0xC2, 0x85, ..] => Some((2, "\\u0085")),
        _ => None,
    }
}

/// Writes a JSON string.
pub(crate) fn string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    let bytes = text.as_bytes();
    let mut clean = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let (length, escape): (usize, &str) = match byte {
            b'"' => (1, "\\\""),
            b'\\' => (1, "\\\\"),
            b'\n' => (1, "\\n"),
            b'\r' => (1, "\\r"),
            b'\t' => (1, "\\t"),
            0..=0x1F => (1, ""),
            0xC2 | 0xE2 => bytes.get(at..).and_then(line_end).unwrap_or((0, "")),
            _ => (0, ""),
        };
        if length == 0 {
            at += 1;
            continue;
        }
        out.extend_from_slice(bytes.get(clean..at).unwrap_or_default());
        if escape.is_empty() {
            let _ = write!(out, "\\u{byte:04x}");
        } else {
            out.extend_from_slice(escape.as_bytes());
        }
        at += length;
        clean = at;
    }
    out.extend_from_slice(bytes.get(clean..).unwrap_or_default());
    out.push(b'"');
}

/// Writes JSON that is text already, on one line: whitespace that breaks lines becomes a space,
/// and characters that some readers break lines at are escaped.
pub(crate) fn fragment(out: &mut Vec<u8>, json: &str) {
    let bytes = json.as_bytes();
    let mut clean = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let (length, instead) = match byte {
            // Outside strings these are whitespace, and inside they cannot occur.
            b'\n' | b'\r' => (1, " "),
            0xC2 | 0xE2 => bytes.get(at..).and_then(line_end).unwrap_or((0, "")),
            _ => (0, ""),
        };
        if length == 0 {
            at += 1;
            continue;
        }
        out.extend_from_slice(bytes.get(clean..at).unwrap_or_default());
        out.extend_from_slice(instead.as_bytes());
        at += length;
        clean = at;
    }
    out.extend_from_slice(bytes.get(clean..).unwrap_or_default());
}

/// The JSON string of a text.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len() + 2);
    string(&mut out, text);
    into_string(out)
}

/// What was written, as text. Everything here writes whole characters.
pub(crate) fn into_string(out: Vec<u8>) -> String {
    String::from_utf8(out)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_read_back_and_stay_on_one_line() {
        for text in [
            "",
            "plain",
            "quote \" backslash \\ slash /",
            "\u{0}\u{1}\u{1f}\n\r\t\u{7f}",
            "Zürich € 😀",
            "a\u{2028}b\u{2029}c\u{85}d\u{c2}",
        ] {
            let json = quoted(text);
            assert_eq!(
                serde_json::from_str::<String>(&json).ok().as_deref(),
                Some(text)
            );
            assert!(!json.contains(['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}']));
        }
    }

    #[test]
    fn fragments_keep_their_value_and_lose_their_line_breaks() {
        let json = "{\n  \"a\":\r\n [\"x\u{2028}y\u{85}z é\"]\n}";
        let mut out = Vec::new();
        fragment(&mut out, json);
        let written = into_string(out);
        assert!(!written.contains(['\n', '\r', '\u{2028}', '\u{85}']));
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&written).ok(),
            serde_json::from_str::<serde_json::Value>(json).ok()
        );
    }
}
