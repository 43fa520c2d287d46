#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "tests may panic"
)]

use serde_json::value::RawValue;

use super::{NotJson, Scanner, first_no_digit, first_stop, plain, stops};

fn scanned(text: &str) -> Option<&str> {
    let mut scanner = Scanner::new(text);
    let value = scanner.value().ok()?;
    scanner.end().ok()?;
    Some(value.get())
}

/// The same judgement as `serde_json`, and the same slice.
#[track_caller]
fn assert_agrees(text: &str) {
    let judged = serde_json::from_str::<&RawValue>(text).ok();
    assert_eq!(scanned(text), judged.map(RawValue::get), "{text:?}");
}

const TEXTS: &[&str] = &[
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"é\u00e9","arguments":{}}}"#,
    r#"[1, -0, 0.5e+10, 1E-2, [], {}, [[{"a":[true,false,null]}]], "\"\\\/\b\f\n\r\t\ud800"]"#,
    r#"  {"": "a long text without anything to stop at, and then \" a quote" , "b" : 12345678901234567890}  "#,
    "\"\u{2028}\u{7f}\u{80}\"",
    "\t\r\n 1.5 ",
    "null",
    "",
];

#[test]
fn what_is_json_is_decided_as_by_serde_json() {
    for text in TEXTS {
        assert_agrees(text);
        for end in 0..text.len() {
            if text.is_char_boundary(end) {
                assert_agrees(&text[..end]);
                assert_agrees(&text[end..]);
            }
        }
    }
}

#[test]
fn what_is_json_is_decided_as_by_serde_json_after_any_change() {
    const PIECES: &[&str] = &[
        "{", "}", "[", "]", "\"", "\\", ":", ",", "0", "1", "-", "+", ".", "e", "E", "u", "true",
        "nul", " ", "\n", "\u{1}", "é", "\\u12", "\\x", "{}", "[]", "\"a\":",
    ];
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap() % below
    };
    let mut accepted = 0;
    for _ in 0..30_000 {
        let mut text: Vec<char> = TEXTS[random(TEXTS.len())].chars().collect();
        for _ in 0..=random(3) {
            let at = random(text.len() + 1);
            let cut = random(3).min(text.len() - at);
            let piece = PIECES[random(PIECES.len())];
            text.splice(at..at + cut, piece.chars());
        }
        let text: String = text.into_iter().collect();
        assert_agrees(&text);
        accepted += usize::from(scanned(&text).is_some());
    }
    assert!(accepted > 1000, "only {accepted} of the texts were JSON");
}

#[test]
fn nesting_is_counted_and_costs_no_stack() {
    for levels in [1, 63, 64, 65, 128, 129, 100_000] {
        let open = "[{\"a\":".repeat(levels);
        let text = format!("{open}1{}", "}]".repeat(levels));
        let mut scanner = Scanner::new(&text);
        scanner.value().unwrap();
        assert_eq!(scanner.deepest(), 2 * levels);
        assert_eq!(scanned(&open), None);
        assert_eq!(scanned(&text.replacen('}', "]", 1)), None);
    }
}

#[test]
fn members_and_items_are_passed_one_by_one() {
    let mut names = Vec::new();
    let mut scanner = Scanner::new(r#" { "a" : [ 1 , [2] ] , "\u0062" : {} } "#);
    let passed = scanner.members(|scanner, name| {
        names.push(name.read().unwrap().into_owned());
        if names.len() > 1 {
            return scanner.value().map(drop);
        }
        scanner.items(|scanner| {
            scanner
                .value()
                .map(|item| names.push(item.get().to_owned()))
        })
    });
    assert_eq!(passed.and_then(|()| scanner.end()), Ok(()));
    assert_eq!(scanner.deepest(), 3);
    assert_eq!(names, ["a", "1", "[2]", "b"]);
    for broken in ["{\"a\" 1}", "{\"a\":1,}", "{,}", "{1:1}", "{\"a\":1", "[1}"] {
        let mut scanner = Scanner::new(broken);
        let passed = scanner.members(|scanner, _| scanner.value().map(drop));
        assert_eq!(passed, Err(NotJson), "{broken}");
    }
}

#[test]
fn each_byte_that_stops_is_found_first() {
    for byte in 0..=u8::MAX {
        let found = first_stop(u64::from_le_bytes([byte; 8]));
        assert_eq!(found, if stops(byte) { 0 } else { 8 }, "{byte}");
        for digits in 0..8 {
            let mut block = *b"90817263";
            block[digits] = byte;
            let found = first_no_digit(u64::from_le_bytes(block));
            let is_digit = byte.is_ascii_digit();
            assert_eq!(found, if is_digit { 8 } else { digits }, "{byte}");
        }
    }
    for at in 0..100 {
        for stop in [b'"', b'\\', 0, 0x1F, b'\n'] {
            let mut text = b"!#[]\xFF\x80 \xA2".repeat(14);
            text[at] = stop;
            text[at + 9] = b'"';
            assert_eq!(plain(&text), at);
            assert_eq!(plain(&text[..=at]), at);
            assert_eq!(plain(&text[..at]), at);
        }
    }
}
