//! Writing JSON into one buffer, so that a message is always exactly one line.

use std::io::Write;

/// Writes an object; the members are written by `write`.
pub(crate) fn object(out: &mut Vec<u8>, write: impl FnOnce(&mut Members<'_>)) {
    out.push(b'{');
    write(&mut Members { out, first: true });
    out.push(b'}');
}

/// Members alone, for [`Members::written`].
pub(crate) fn members(write: impl FnOnce(&mut Members<'_>)) -> String {
    let mut out = Vec::new();
    write(&mut Members {
        out: &mut out,
        first: true,
    });
    into_string(out)
}

/// The members of an object that is being written.
#[derive(Debug)]
pub(crate) struct Members<'out> {
    out: &'out mut Vec<u8>,
    first: bool,
}

impl Members<'_> {
    fn key(&mut self, key: &'static str) -> &mut Vec<u8> {
        if !std::mem::take(&mut self.first) {
            self.out.push(b',');
        }
        // What the protocol names needs no escapes.
        debug_assert!(
            key.bytes()
                .all(|byte| ESCAPES.get(usize::from(byte)) == Some(&0))
        );
        self.out.push(b'"');
        self.out.extend_from_slice(key.as_bytes());
        self.out.extend_from_slice(b"\":");
        self.out
    }

    /// Members that are written already: `"key":value`, on one line.
    pub(crate) fn written(&mut self, members: &str) {
        if !std::mem::take(&mut self.first) {
            self.out.push(b',');
        }
        self.out.extend_from_slice(members.as_bytes());
    }

    /// A member whose name comes from elsewhere and whose value is JSON already.
    pub(crate) fn foreign(&mut self, key: &str, value: &str) {
        if !std::mem::take(&mut self.first) {
            self.out.push(b',');
        }
        string(self.out, key);
        self.out.push(b':');
        fragment(self.out, value);
    }

    /// A member whose value is JSON already.
    pub(crate) fn raw(&mut self, key: &'static str, value: &str) {
        fragment(self.key(key), value);
    }

    pub(crate) fn string(&mut self, key: &'static str, value: &str) {
        string(self.key(key), value);
    }

    pub(crate) fn integer(&mut self, key: &'static str, value: i64) {
        // Writing to a `Vec` cannot fail.
        let _ = write!(self.key(key), "{value}");
    }

    pub(crate) fn unsigned(&mut self, key: &'static str, value: u64) {
        let _ = write!(self.key(key), "{value}");
    }

    /// A number; left out when JSON cannot say it.
    pub(crate) fn number(&mut self, key: &'static str, value: f64) {
        if value.is_finite() {
            let _ = write!(self.key(key), "{value}");
        }
    }

    pub(crate) fn bool(&mut self, key: &'static str, value: bool) {
        self.raw(key, if value { "true" } else { "false" });
    }

    pub(crate) fn object(&mut self, key: &'static str, write: impl FnOnce(&mut Members<'_>)) {
        object(self.key(key), write);
    }

    pub(crate) fn array<T>(
        &mut self,
        key: &'static str,
        items: impl IntoIterator<Item = T>,
        write: impl FnMut(&mut Vec<u8>, T),
    ) {
        array(self.key(key), items, write);
    }

    /// A member whose value `write` appends as JSON.
    pub(crate) fn value(&mut self, key: &'static str, write: impl FnOnce(&mut Vec<u8>)) {
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

/// How many bytes are looked at together: a whole block without anything to replace is skipped
/// with a few instructions.
const BLOCK: usize = 32;

/// Whether a byte of a text may have to be replaced in a JSON string.
#[allow(
    clippy::needless_bitwise_bool,
    reason = "without branches, the bytes of a block are compared at once"
)]
const fn stops_string(byte: u8) -> bool {
    (byte < 0x20) | (byte == b'"') | (byte == b'\\') | (byte == 0xC2) | (byte == 0xE2)
}

/// Whether a byte of JSON may have to be replaced.
#[allow(
    clippy::needless_bitwise_bool,
    reason = "without branches, the bytes of a block are compared at once"
)]
const fn stops_fragment(byte: u8) -> bool {
    (byte == b'\n') | (byte == b'\r') | (byte == 0xC2) | (byte == 0xE2)
}

/// How far `bytes` has, block by block, no byte that `stops`.
fn clean_blocks(bytes: &[u8], stops: impl Fn(u8) -> bool) -> usize {
    let is_clean = |block: &&[u8]| !block.iter().fold(false, |found, &byte| found | stops(byte));
    BLOCK * bytes.chunks_exact(BLOCK).take_while(is_clean).count()
}

/// What stands for each byte in a JSON string: `0` for the byte itself, [`SPECIAL`] for what needs
/// a closer look, or the letter after a backslash.
const ESCAPES: [u8; 256] = escapes();

const SPECIAL: u8 = b'u';

#[allow(
    clippy::indexing_slicing,
    reason = "each index is below 256, and `get_mut` is not for constants yet"
)]
const fn escapes() -> [u8; 256] {
    let mut escapes = [0; 256];
    let mut control = 0;
    while control < 0x20 {
        escapes[control] = SPECIAL;
        control += 1;
    }
    escapes[b'\n' as usize] = b'n';
    escapes[b'\r' as usize] = b'r';
    escapes[b'\t' as usize] = b't';
    escapes[b'"' as usize] = b'"';
    escapes[b'\\' as usize] = b'\\';
    // What the line ends beyond ASCII begin with.
    escapes[0xC2] = SPECIAL;
    escapes[0xE2] = SPECIAL;
    escapes
}

/// Writes a JSON string.
pub(crate) fn string(out: &mut Vec<u8>, text: &str) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    let mut rest = text.as_bytes();
    loop {
        let (clean, dirty) = rest.split_at(clean_blocks(rest, stops_string));
        out.extend_from_slice(clean);
        if dirty.is_empty() {
            break;
        }
        rest = escape_block(out, dirty);
    }
    out.push(b'"');
}

/// Escapes at least one block, or all that is left; gives the rest.
fn escape_block<'text>(out: &mut Vec<u8>, bytes: &'text [u8]) -> &'text [u8] {
    let mut rest = bytes;
    while bytes.len() - rest.len() < BLOCK && !rest.is_empty() {
        let within = rest.iter().take(BLOCK).position(|&byte| escape(byte) != 0);
        let run = within.unwrap_or(rest.len().min(BLOCK));
        let (clean, dirty) = rest.split_at(run);
        out.extend_from_slice(clean);
        rest = dirty;
        if within.is_some() {
            rest = escape_one(out, dirty);
        }
    }
    rest
}

/// Escapes what needs it at the start; gives the rest.
fn escape_one<'text>(out: &mut Vec<u8>, dirty: &'text [u8]) -> &'text [u8] {
    let Some((&byte, after)) = dirty.split_first() else {
        return dirty;
    };
    match escape(byte) {
        SPECIAL => match line_end(dirty) {
            Some((length, escape)) => {
                out.extend_from_slice(escape.as_bytes());
                return dirty.get(length..).unwrap_or_default();
            }
            None if byte < 0x20 => {
                // Writing to a `Vec` cannot fail.
                let _ = write!(out, "\\u{byte:04x}");
            }
            None => out.push(byte),
        },
        letter => out.extend_from_slice(&[b'\\', letter]),
    }
    after
}

fn escape(byte: u8) -> u8 {
    #[allow(clippy::indexing_slicing, reason = "there is an entry for every byte")]
    ESCAPES[usize::from(byte)]
}

/// Writes JSON that is text already, on one line: whitespace that breaks lines becomes a space,
/// and characters that some readers break lines at are escaped.
pub(crate) fn fragment(out: &mut Vec<u8>, json: &str) {
    out.reserve(json.len());
    let mut rest = json.as_bytes();
    loop {
        let blocks = clean_blocks(rest, stops_fragment);
        let looked_at = rest.get(blocks..).unwrap_or_default();
        let within = looked_at.iter().position(|&byte| stops_fragment(byte));
        let (clean, dirty) = rest.split_at(within.map_or(rest.len(), |within| blocks + within));
        out.extend_from_slice(clean);
        let Some((&byte, after)) = dirty.split_first() else {
            break;
        };
        if let Some((length, escape)) = line_end(dirty) {
            out.extend_from_slice(escape.as_bytes());
            rest = dirty.get(length..).unwrap_or_default();
        } else {
            // Outside strings a line break is whitespace, and inside it cannot occur.
            out.push(if byte < 0x20 { b' ' } else { byte });
            rest = after;
        }
    }
}

/// Writes an id, which is JSON text already: a string or an integer, so without line breaks.
pub(crate) fn id(out: &mut Vec<u8>, id: &str) {
    if id.is_ascii() {
        out.extend_from_slice(id.as_bytes());
    } else {
        fragment(out, id);
    }
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
            // At every place of a block, and across its end.
            for before in 0..=2 * BLOCK {
                stays(&format!(
                    "{}{text}{}",
                    "-".repeat(before),
                    "-".repeat(BLOCK)
                ));
                stays(&format!("{}{text}", "é".repeat(before)));
            }
        }
    }

    fn stays(text: &str) {
        let json = quoted(text);
        assert_eq!(
            serde_json::from_str::<String>(&json).ok().as_deref(),
            Some(text)
        );
        assert!(!json.contains(['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}']));
    }

    #[test]
    fn fragments_keep_their_value_and_lose_their_line_breaks() {
        for before in 0..=2 * BLOCK {
            let space = " ".repeat(before);
            joined(&format!(
                "{space}{{\n  \"a\":\r\n [\"x\u{2028}y\u{85}z é â\"]\n}}"
            ));
        }
    }

    fn joined(json: &str) {
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
