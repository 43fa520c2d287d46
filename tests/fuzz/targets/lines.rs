//! From bytes to messages: whatever pieces the bytes arrive in, the lines are those of a reader that has all of them.
//!
//! The input: the limit of a line, the lengths of two pieces that alternate, how often a `~` is repeated; then bytes.

#![no_main]

use std::convert::Infallible;

use libfuzzer_sys::fuzz_target;

#[path = "../../../mcp-runtime/src/transport/stdio/lines.rs"]
mod lines;

use lines::{Line, Lines};

/// How much room a reader is offered at least.
const CHUNK: usize = 64 * 1024;

fuzz_target!(|input: &[u8]| {
    let [limit, one, other, times, text @ ..] = input else {
        return;
    };
    let limit = length(*limit);
    let mut bytes = Vec::new();
    for byte in text {
        let times = if *byte == b'~' { length(*times) } else { 1 };
        bytes.resize(bytes.len() + times, *byte);
        if bytes.len() > 1 << 20 {
            return;
        }
    }
    let expected = all_at_once(limit, &bytes);
    let pieces = [1 + length(*one), 1 + length(*other)];
    assert_eq!(
        in_pieces(limit, &bytes, &pieces),
        expected,
        "limit {limit}, pieces {pieces:?}"
    );
    assert_eq!(
        in_pieces(limit, &bytes, &[usize::MAX]),
        expected,
        "limit {limit}"
    );
    if bytes.len() < 4096 {
        assert_eq!(
            in_pieces(limit, &bytes, &[1]),
            expected,
            "limit {limit}, byte by byte"
        );
    }
});

/// Small lengths exactly, and some that do not fit into a chunk.
fn length(byte: u8) -> usize {
    match usize::from(byte) {
        small @ 0..128 => small,
        large => (large - 127) * 1024,
    }
}

/// What the module's documentation says, said again.
fn all_at_once(limit: usize, bytes: &[u8]) -> Vec<Line> {
    let lines = bytes.split(|byte| *byte == b'\n');
    lines
        .filter_map(|line| {
            if line.len() > limit {
                return Some(Line::TooLong);
            }
            let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
            let Ok(text) = std::str::from_utf8(line) else {
                return Some(Line::NotText);
            };
            let text = text.trim_matches([' ', '\t', '\n', '\r', '\u{c}']);
            (!text.is_empty()).then(|| Line::Text(text.into()))
        })
        .collect()
}

fn in_pieces(limit: usize, mut bytes: &[u8], pieces: &[usize]) -> Vec<Line> {
    let mut reader = Lines::new(limit);
    let mut found = Vec::new();
    for most in pieces.iter().cycle() {
        let read = reader.fill(|room| {
            assert!(room.len() >= CHUNK, "there is room");
            assert!(
                room.len() <= 2 * limit.max(2 * CHUNK),
                "and not without end"
            );
            let (now, later) = bytes.split_at(bytes.len().min(room.len()).min(*most));
            room[..now.len()].copy_from_slice(now);
            bytes = later;
            Ok::<_, Infallible>(now.len())
        });
        found.extend(std::iter::from_fn(|| reader.next_line()));
        if matches!(read, Ok(0)) {
            found.extend(reader.last_line());
            assert_eq!(reader.last_line(), None, "the last line is there once");
            return found;
        }
    }
    found
}
