//! Regular expressions, as `pattern` in a schema means them: found anywhere in a text, unless `^`
//! and `$` hold them to its ends.

use std::fmt::{self, Write as _};

use regex_lite::Regex;

use syntax::{Piece, Reader};

mod syntax;

/// A pattern that is checked as every host reads it.
#[derive(Clone)]
pub(crate) struct Pattern {
    written: String,
    regex: Regex,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    ///
    /// It would be read in several ways, or cannot be checked: why, and what to do.
    pub(crate) fn new(written: &str) -> Result<Self, [&'static str; 2]> {
        let fault = |fault: &'static str| {
            let (problem, help) = fault.split_once(syntax::HELP).unwrap_or((fault, ""));
            [problem, help]
        };
        let regex = translated(written).map_err(fault)?;
        let regex = Regex::new(&regex).map_err(|_| {
            [
                "it is too big to be checked",
                "nest and repeat less, or check that part in the function",
            ]
        })?;
        Ok(Self {
            written: written.to_owned(),
            regex,
        })
    }

    /// As the author wrote it.
    pub(crate) fn as_str(&self) -> &str {
        &self.written
    }

    /// Whether it is found in a text.
    pub(crate) fn is_match(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pattern").field(&self.written).finish()
    }
}

/// Why a pattern is not one that every host reads the same way, and what to write in its place;
/// for constants, so that a mistake does not compile.
#[must_use]
pub const fn pattern_fault(pattern: &str) -> Option<&'static str> {
    let mut reader = Reader::new(pattern);
    loop {
        match reader.next() {
            Ok(Piece::End) => return None,
            Ok(_) => {}
            Err(fault) => return Some(fault),
        }
    }
}

/// What the classes of ECMA-262 hold, where they are more than ASCII; in pairs.
const SPACE: &[(char, char)] = &[
    ('\t', '\r'),
    (' ', ' '),
    ('\u{a0}', '\u{a0}'),
    ('\u{1680}', '\u{1680}'),
    ('\u{2000}', '\u{200a}'),
    ('\u{2028}', '\u{2029}'),
    ('\u{202f}', '\u{202f}'),
    ('\u{205f}', '\u{205f}'),
    ('\u{3000}', '\u{3000}'),
    ('\u{feff}', '\u{feff}'),
];
const DIGIT: &[(char, char)] = &[('0', '9')];
const WORD: &[(char, char)] = &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')];
const LINE_END: &[(char, char)] = &[('\n', '\n'), ('\r', '\r'), ('\u{2028}', '\u{2029}')];

/// The pattern in the words of the engine, every character of it explicit.
fn translated(pattern: &str) -> Result<String, &'static str> {
    let mut out = String::new();
    let mut reader = Reader::new(pattern);
    let mut in_class = false;
    loop {
        match reader.next()? {
            Piece::End => return Ok(out),
            Piece::Assertion(letter @ (b'^' | b'$')) => out.push(letter.into()),
            Piece::Assertion(letter) => out.extend(['\\', letter.into()]),
            Piece::Or => out.push('|'),
            Piece::Open => out.push_str("(?:"),
            Piece::Close => out.push(')'),
            Piece::Any => class(&mut out, &complement(LINE_END)),
            Piece::Literal(letter) => push(&mut out, letter),
            Piece::Set(letter) if in_class => ranges(&mut out, &set(letter)),
            Piece::Set(letter) => class(&mut out, &set(letter)),
            Piece::ClassOpen { negated } => {
                in_class = true;
                out.push_str(if negated { "[^" } else { "[" });
            }
            Piece::Range(first, last) => ranges(&mut out, &[(first, last)]),
            Piece::ClassClose => {
                in_class = false;
                out.push(']');
            }
            Piece::Repeat { least, most } => {
                let _ = match most {
                    u32::MAX => write!(out, "{{{least},}}"),
                    most => write!(out, "{{{least},{most}}}"),
                };
            }
        }
    }
}

fn set(letter: u8) -> Vec<(char, char)> {
    match letter {
        b'd' => DIGIT.to_vec(),
        b'D' => complement(DIGIT),
        b'w' => WORD.to_vec(),
        b'W' => complement(WORD),
        b's' => SPACE.to_vec(),
        _ => complement(SPACE),
    }
}

/// Every character that is in none of some ranges, which are in order.
fn complement(of: &[(char, char)]) -> Vec<(char, char)> {
    let mut rest = Vec::new();
    let mut from = Some('\0');
    for (first, last) in of {
        let before = ('\0'..*first).next_back();
        if let (Some(from), Some(before)) = (from, before) {
            if from <= before {
                rest.push((from, before));
            }
        }
        from = (*last..=char::MAX).nth(1);
    }
    rest.extend(from.map(|from| (from, char::MAX)));
    rest
}

fn class(out: &mut String, of: &[(char, char)]) {
    out.push('[');
    ranges(out, of);
    out.push(']');
}

fn ranges(out: &mut String, of: &[(char, char)]) {
    for (first, last) in of {
        push(out, *first);
        out.push('-');
        push(out, *last);
    }
}

fn push(out: &mut String, letter: char) {
    // Writing to a `String` cannot fail.
    let _ = write!(out, "\\x{{{:x}}}", u32::from(letter));
}

#[cfg(test)]
#[path = "pattern/tests.rs"]
mod tests;
