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
    /// What it stands in.
    around: &'a str,
    /// Where it begins and ends there, without the quotes.
    start: usize,
    end: usize,
    escaped: bool,
}

impl<'a> Text<'a> {
    /// What the string says; an error when an escape in it stands for no character.
    #[inline]
    pub(crate) fn read(self) -> Result<Cow<'a, str>, serde_json::Error> {
        let inner = self.around.get(self.start..self.end).unwrap_or_default();
        if self.escaped {
            return serde_json::from_str(&format!("\"{inner}\"")).map(Cow::Owned);
        }
        Ok(Cow::Borrowed(inner))
    }

    /// The bytes of what the string says: enough to compare it.
    #[inline]
    pub(crate) fn bytes(self) -> Result<Cow<'a, [u8]>, serde_json::Error> {
        if self.escaped {
            let read = self.read()?;
            return Ok(Cow::Owned(read.into_owned().into_bytes()));
        }
        let inner = self.around.as_bytes().get(self.start..self.end);
        Ok(Cow::Borrowed(inner.unwrap_or_default()))
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
        match self.next()? {
            b'"' => {
                self.string_end()?;
            }
            bracket @ (b'{' | b'[') => self.container(bracket)?,
            first => self.scalar(first)?,
        }
        Ok(Raw(self.since(start)))
    }

    /// Passes an object or an array from behind its bracket, without recursion.
    fn container(&mut self, bracket: u8) -> Result<(), NotJson> {
        let mut open = Brackets::default();
        let mut first = bracket;
        loop {
            match first {
                b'"' => {
                    self.string_end()?;
                }
                b'{' => {
                    self.nest(open.depth + 1);
                    if !self.passes(b'}') {
                        open.push(true);
                        self.key()?;
                        first = self.next()?;
                        continue;
                    }
                }
                b'[' => {
                    self.nest(open.depth + 1);
                    if !self.passes(b']') {
                        open.push(false);
                        self.blanks();
                        first = self.next()?;
                        continue;
                    }
                }
                _ => self.scalar(first)?,
            }
            // A value has ended, and perhaps what is around it.
            loop {
                let Some(is_object) = open.last() else {
                    return Ok(());
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
            first = self.next()?;
        }
    }

    /// Passes a string.
    #[inline]
    pub(crate) fn string(&mut self) -> Result<Text<'a>, NotJson> {
        if !self.passes(b'"') {
            return Err(NotJson);
        }
        let start = self.at;
        let escaped = self.string_end()?;
        Ok(Text {
            around: self.text,
            start,
            end: self.at - 1,
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
        if !self.passes(b':') {
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
        if let Some(b'.' | b'e' | b'E') = self.byte() {
            self.fraction()?;
        }
        Ok(())
    }

    fn fraction(&mut self) -> Result<(), NotJson> {
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
        while let Some(block) = self.rest().first_chunk() {
            let digits = first_no_digit(u64::from_le_bytes(*block));
            self.at += digits;
            if digits < 8 {
                return;
            }
        }
        while self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
    }

    /// Passes a string from behind its first quote; `true` when it has escapes.
    #[inline]
    fn string_end(&mut self) -> Result<bool, NotJson> {
        self.at += plain(self.rest());
        if self.eats(b'"') {
            return Ok(false);
        }
        self.escaped_end()?;
        Ok(true)
    }

    /// Passes the rest of a string from its first escape on.
    #[inline(never)]
    fn escaped_end(&mut self) -> Result<(), NotJson> {
        loop {
            match self.next()? {
                b'"' => return Ok(()),
                b'\\' => self.escape()?,
                _ => return Err(NotJson),
            }
            self.at += plain(self.rest());
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
        // What machines write has few.
        if self.byte().is_some_and(|byte| byte <= b' ') {
            self.some_blanks();
        }
    }

    #[cold]
    fn some_blanks(&mut self) {
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

/// How many bytes come before the first that can end a run of plain characters in a string: a
/// quote, a backslash, a control character.
#[inline]
fn plain(text: &[u8]) -> usize {
    let Some((block, rest)) = text.split_first_chunk() else {
        return plain_run(text);
    };
    // Most strings are short.
    match first_stop(u64::from_le_bytes(*block)) {
        8 => 8 + plain_run(rest),
        stop => stop,
    }
}

/// As [`plain`], where the run is long or the text is short.
#[inline(never)]
fn plain_run(text: &[u8]) -> usize {
    let mut rest = text;
    while let Some((block, after)) = rest.split_first_chunk() {
        let stop = first_stop(u64::from_le_bytes(*block));
        if stop < 8 {
            return text.len() - rest.len() + stop;
        }
        rest = after;
        while let Some((block, after)) = rest.split_first_chunk::<32>() {
            if block.iter().fold(false, |found, &byte| found | stops(byte)) {
                break;
            }
            rest = after;
        }
    }
    let stop = rest.iter().position(|&byte| stops(byte));
    text.len() - rest.len() + stop.unwrap_or(rest.len())
}

#[allow(
    clippy::needless_bitwise_bool,
    reason = "without branches, the bytes of a block are compared at once"
)]
const fn stops(byte: u8) -> bool {
    (byte < 0x20) | (byte == b'"') | (byte == b'\\')
}

/// As [`plain`], of eight bytes.
///
/// A byte below a bound is found by borrowing from it. What is borrowed reaches only the bytes above
/// the first one that is found. Between the control characters and the quote are the blank and `!`:
/// with the bit 2 turned the quote changes places with the blank, and is next to those below it.
const fn first_stop(block: u64) -> usize {
    let quotes_and_controls = (block ^ (ONES * 0x02)).wrapping_sub(ONES * 0x21);
    let backslashes = (block ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
    first_high((quotes_and_controls | backslashes) & !block)
}

/// How many of eight bytes are digits, before the first that is none.
///
/// A digit becomes a number up to 9, which 0x76 does not take to 0x80; it takes every other byte
/// there that was not there before. What is carried reaches only the bytes above the first such one.
const fn first_no_digit(block: u64) -> usize {
    let digits = block ^ (ONES * b'0' as u64);
    first_high(digits.wrapping_add(ONES * 0x76) | digits)
}

const ONES: u64 = u64::from_le_bytes([1; 8]);

/// How many of eight bytes come before the first that is at least 0x80.
const fn first_high(block: u64) -> usize {
    ((block & (ONES * 0x80)).trailing_zeros() / 8) as usize
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
mod tests;
