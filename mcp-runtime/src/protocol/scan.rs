//! One pass over JSON text: it checks the text and gives slices of it, and builds nothing.

use std::borrow::Cow;

/// JSON text that is known to be one whole value, without blanks around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Raw<'a>(&'a str);

impl<'a> Raw<'a> {
    pub(crate) const fn get(self) -> &'a str {
        self.0
    }
}

/// The text is not JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NotJson;

/// What a value begins as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Object,
    Array,
    String,
    Number,
    Bool,
    Null,
}

/// A JSON string as it is written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Text<'a> {
    /// Between the quotes.
    inner: &'a str,
    escaped: bool,
}

impl<'a> Text<'a> {
    /// What the string says; an error when an escape in it stands for no character.
    pub(crate) fn read(self) -> Result<Cow<'a, str>, serde_json::Error> {
        if self.escaped {
            return serde_json::from_str(&format!("\"{}\"", self.inner)).map(Cow::Owned);
        }
        Ok(Cow::Borrowed(self.inner))
    }
}

/// A place in a JSON text.
#[derive(Debug)]
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    deepest: usize,
}

impl<'a> Scanner<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
            deepest: 0,
        }
    }

    /// How deep arrays and objects nest in what has been passed.
    pub(crate) const fn deepest(&self) -> usize {
        self.deepest
    }

    /// Nothing but blanks is left.
    pub(crate) fn end(&mut self) -> Result<(), NotJson> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(NotJson),
        }
    }

    /// What the next value begins as.
    pub(crate) fn kind(&mut self) -> Result<Kind, NotJson> {
        Ok(match self.peek() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => Kind::String,
            Some(b't' | b'f') => Kind::Bool,
            Some(b'n') => Kind::Null,
            Some(b'-' | b'0'..=b'9') => Kind::Number,
            _ => return Err(NotJson),
        })
    }

    /// Passes one value, whatever it is.
    pub(crate) fn value(&mut self) -> Result<Raw<'a>, NotJson> {
        self.blanks();
        let start = self.at;
        let mut open = Brackets::default();
        loop {
            match self.next()? {
                b'"' => {
                    self.string_end()?;
                }
                b'{' => {
                    self.nest(open.depth + 1);
                    if !self.passes(b'}') {
                        open.push(true);
                        self.key()?;
                        continue;
                    }
                }
                b'[' => {
                    self.nest(open.depth + 1);
                    if !self.passes(b']') {
                        open.push(false);
                        self.blanks();
                        continue;
                    }
                }
                first => self.scalar(first)?,
            }
            // A value has ended, and perhaps what is around it.
            loop {
                let Some(is_object) = open.last() else {
                    return Ok(Raw(self.since(start)));
                };
                self.blanks();
                match self.next()? {
                    b',' if is_object => {
                        self.key()?;
                        break;
                    }
                    b',' => {
                        self.blanks();
                        break;
                    }
                    b'}' if is_object => open.pop(),
                    b']' if !is_object => open.pop(),
                    _ => return Err(NotJson),
                }
            }
        }
    }

    /// Passes a string.
    pub(crate) fn string(&mut self) -> Result<Text<'a>, NotJson> {
        if !self.passes(b'"') {
            return Err(NotJson);
        }
        let start = self.at;
        let escaped = self.string_end()?;
        Ok(Text {
            inner: self.text.get(start..self.at - 1).unwrap_or_default(),
            escaped,
        })
    }

    /// Passes an object; `each` is given a name, and passes its value.
    pub(crate) fn members<E: From<NotJson>>(
        &mut self,
        mut each: impl FnMut(&mut Self, Text<'a>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.open(b'{')?;
        if !self.passes(b'}') {
            loop {
                let name = self.key()?;
                each(self, name)?;
                if self.closes(b'}')? {
                    break;
                }
            }
        }
        self.depth -= 1;
        Ok(())
    }

    /// Passes an array; `each` passes an item.
    pub(crate) fn items<E: From<NotJson>>(
        &mut self,
        mut each: impl FnMut(&mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        self.open(b'[')?;
        if !self.passes(b']') {
            loop {
                each(self)?;
                if self.closes(b']')? {
                    break;
                }
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn open(&mut self, bracket: u8) -> Result<(), NotJson> {
        self.blanks();
        if self.next()? != bracket {
            return Err(NotJson);
        }
        self.nest(1);
        self.depth += 1;
        Ok(())
    }

    /// Passes the comma before what comes next, or the bracket at the end.
    #[inline]
    fn closes(&mut self, bracket: u8) -> Result<bool, NotJson> {
        self.blanks();
        match self.next()? {
            b',' => Ok(false),
            byte if byte == bracket => Ok(true),
            _ => Err(NotJson),
        }
    }

    /// Passes a name and its colon, up to the value.
    fn key(&mut self) -> Result<Text<'a>, NotJson> {
        let name = self.string()?;
        self.blanks();
        if self.next()? != b':' {
            return Err(NotJson);
        }
        self.blanks();
        Ok(name)
    }

    fn nest(&mut self, levels: usize) {
        self.deepest = self.deepest.max(self.depth + levels);
    }

    /// The rest of a number or of a word.
    fn scalar(&mut self, first: u8) -> Result<(), NotJson> {
        match first {
            b't' => self.word("rue"),
            b'f' => self.word("alse"),
            b'n' => self.word("ull"),
            b'-' | b'0'..=b'9' => self.number_end(first),
            _ => Err(NotJson),
        }
    }

    fn word(&mut self, rest: &str) -> Result<(), NotJson> {
        if !self.rest().starts_with(rest.as_bytes()) {
            return Err(NotJson);
        }
        self.at += rest.len();
        Ok(())
    }

    fn number_end(&mut self, first: u8) -> Result<(), NotJson> {
        let leading = if first == b'-' { self.next()? } else { first };
        match leading {
            b'0' => {}
            b'1'..=b'9' => self.digits(),
            _ => return Err(NotJson),
        }
        if self.eats(b'.') {
            self.some_digits()?;
        }
        if self.eats(b'e') || self.eats(b'E') {
            let _ = self.eats(b'+') || self.eats(b'-');
            self.some_digits()?;
        }
        Ok(())
    }

    fn some_digits(&mut self) -> Result<(), NotJson> {
        if !self.next()?.is_ascii_digit() {
            return Err(NotJson);
        }
        self.digits();
        Ok(())
    }

    fn digits(&mut self) {
        while self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
    }

    /// Passes a string from behind its first quote; `true` when it has escapes.
    fn string_end(&mut self) -> Result<bool, NotJson> {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        let mut escaped = false;
        loop {
            while let Some(block) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
                let stop = first_stop(u64::from_le_bytes(*block));
                at += stop;
                if stop < 8 {
                    break;
                }
            }
            let byte = *bytes.get(at).ok_or(NotJson)?;
            at += 1;
            match byte {
                b'"' => {
                    self.at = at;
                    return Ok(escaped);
                }
                b'\\' => {
                    escaped = true;
                    self.at = at;
                    self.escape()?;
                    at = self.at;
                }
                0..=0x1F => return Err(NotJson),
                _ => {}
            }
        }
    }

    fn escape(&mut self) -> Result<(), NotJson> {
        match self.next()? {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Ok(()),
            b'u' => {
                for _ in 0..4 {
                    if !self.next()?.is_ascii_hexdigit() {
                        return Err(NotJson);
                    }
                }
                Ok(())
            }
            _ => Err(NotJson),
        }
    }

    #[inline]
    fn blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.byte() {
            self.at += 1;
        }
    }

    /// The next byte that is not blank, not passed.
    fn peek(&mut self) -> Option<u8> {
        self.blanks();
        self.byte()
    }

    /// Passes blanks, and `byte` behind them if it is there.
    #[inline]
    fn passes(&mut self, byte: u8) -> bool {
        self.blanks();
        self.eats(byte)
    }

    #[inline]
    fn eats(&mut self, byte: u8) -> bool {
        let eats = self.byte() == Some(byte);
        self.at += usize::from(eats);
        eats
    }

    #[inline]
    fn next(&mut self) -> Result<u8, NotJson> {
        let byte = self.byte().ok_or(NotJson)?;
        self.at += 1;
        Ok(byte)
    }

    #[inline]
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &[u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }
}

/// How many of eight bytes come before the first that can end a run of plain characters in a
/// string: a quote, a backslash, a control character.
///
/// A byte that is zero is found by borrowing from it. What is borrowed reaches only the bytes above
/// the first one that is found.
const fn first_stop(block: u64) -> usize {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const fn zeros(block: u64) -> u64 {
        block.wrapping_sub(ONES) & !block
    }
    let quotes = zeros(block ^ (ONES * b'"' as u64));
    let backslashes = zeros(block ^ (ONES * b'\\' as u64));
    let controls = block.wrapping_sub(ONES * 0x20) & !block;
    let stops = (quotes | backslashes | controls) & (ONES * 0x80);
    (stops.trailing_zeros() / 8) as usize
}

/// The brackets that are open, one bit each: `true` for an object.
#[derive(Debug, Default)]
struct Brackets {
    depth: usize,
    bits: u64,
    /// The bits of the levels outside, full words.
    outside: Vec<u64>,
}

impl Brackets {
    fn push(&mut self, is_object: bool) {
        if self.depth > 0 && self.depth % 64 == 0 {
            self.outside.push(self.bits);
        }
        self.depth += 1;
        self.bits = self.bits << 1 | u64::from(is_object);
    }

    fn pop(&mut self) {
        self.depth -= 1;
        self.bits >>= 1;
        if self.depth > 0 && self.depth % 64 == 0 {
            self.bits = self.outside.pop().unwrap_or_default();
        }
    }

    fn last(&self) -> Option<bool> {
        (self.depth > 0).then_some(self.bits & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::indexing_slicing,
        clippy::unwrap_used,
        reason = "tests may panic"
    )]

    use serde_json::value::RawValue;

    use super::{NotJson, Scanner, first_stop};

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
            "{", "}", "[", "]", "\"", "\\", ":", ",", "0", "1", "-", "+", ".", "e", "E", "u",
            "true", "nul", " ", "\n", "\u{1}", "é", "\\u12", "\\x", "{}", "[]", "\"a\":",
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
        for at in 0..8 {
            for stop in [b'"', b'\\', 0, 0x1F, b'\n'] {
                let mut block = [b'!', b'#', b'[', b']', 0xFF, 0x80, b' ', 0xA2];
                block[at] = stop;
                assert_eq!(first_stop(u64::from_le_bytes(block)), at);
            }
        }
        assert_eq!(first_stop(u64::from_le_bytes([0xFF; 8])), 8);
    }
}
