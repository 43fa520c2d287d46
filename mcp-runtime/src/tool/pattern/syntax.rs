//! What of regular expressions reads the same everywhere: the part of ECMA-262 that JSON Schema
//! asks for, that engines without backtracking can run, and that hosts in other languages know.
//!
//! A pattern is read piece by piece, by functions that a constant can call: so a mistake in one is
//! told while the author's program is compiled.

/// One piece of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
    /// `^` or `$` or a word boundary: the ASCII character that names it, `b` and `B` included.
    Assertion(u8),
    /// `|`.
    Or,
    /// `(`, `(?:` or `(?<name>`: nobody asks what a group found.
    Open,
    /// `)`.
    Close,
    /// `.`.
    Any,
    /// A character that stands for itself.
    Literal(char),
    /// `\d`, `\w`, `\s` or their opposites, by the letter.
    Set(u8),
    /// `[` or `[^`.
    ClassOpen {
        /// Whether it is what is not in it.
        negated: bool,
    },
    /// The characters from one to another, both included, inside a class.
    Range(char, char),
    /// `]`.
    ClassClose,
    /// How often what is before may stand.
    Repeat {
        /// At least.
        least: u32,
        /// At most; without an end where this is [`u32::MAX`].
        most: u32,
    },
    /// Nothing is left.
    End,
}

/// Why a pattern is not read the same everywhere, and behind [`HELP`] what to write.
pub(super) type Fault = &'static str;

/// A place in a pattern, and what is open there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reader<'p> {
    bytes: &'p [u8],
    at: usize,
    groups: usize,
    in_class: bool,
    /// Whether what was read last can be repeated, and whether it just was.
    before: Before,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Atom,
    Repeat,
}

/// A constant function cannot use `?`.
macro_rules! attempt {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(fault) => return Err(fault),
        }
    };
}

impl<'p> Reader<'p> {
    pub(super) const fn new(pattern: &'p str) -> Self {
        Self {
            bytes: pattern.as_bytes(),
            at: 0,
            groups: 0,
            in_class: false,
            before: Before::Nothing,
        }
    }

    /// The next piece.
    pub(super) const fn next(&mut self) -> Result<Piece, Fault> {
        if self.in_class {
            return self.class_item();
        }
        let before = self.before;
        self.before = Before::Nothing;
        let Some(byte) = self.peek(0) else {
            if self.groups > 0 {
                return Err("a group is not closed\n\nhelp: write `)` where it ends");
            }
            return Ok(Piece::End);
        };
        match byte {
            b'^' | b'$' => {
                self.at += 1;
                Ok(Piece::Assertion(byte))
            }
            b'|' => {
                self.at += 1;
                Ok(Piece::Or)
            }
            b'(' => self.group(),
            b')' => {
                if self.groups == 0 {
                    return Err(
                        "nothing is open before a `)`\n\nhelp: write `\\)` for the character",
                    );
                }
                self.at += 1;
                self.groups -= 1;
                self.before = Before::Atom;
                Ok(Piece::Close)
            }
            b'*' | b'+' | b'?' | b'{' => self.repeat(before),
            b'}' => Err("a `}` is alone\n\nhelp: write `\\}` for the character"),
            b']' => Err("a `]` is alone\n\nhelp: write `\\]` for the character"),
            b'[' => {
                self.at += 1;
                let negated = matches!(self.peek(0), Some(b'^'));
                self.at += negated as usize;
                if matches!(self.peek(0), Some(b']')) {
                    return Err(
                        "`[]` is read in several ways\n\nhelp: write `\\]` for the character, or `[\\s\\S]` for any",
                    );
                }
                self.in_class = true;
                Ok(Piece::ClassOpen { negated })
            }
            b'.' => {
                self.at += 1;
                self.before = Before::Atom;
                Ok(Piece::Any)
            }
            b'\\' => self.escape_outside(),
            _ => {
                self.before = Before::Atom;
                Ok(Piece::Literal(self.char()))
            }
        }
    }

    const fn peek(&self, ahead: usize) -> Option<u8> {
        let at = self.at + ahead;
        if at < self.bytes.len() {
            #[allow(clippy::indexing_slicing, reason = "`get` is not for constants yet")]
            Some(self.bytes[at])
        } else {
            None
        }
    }

    /// The character here, whole.
    const fn char(&mut self) -> char {
        let first = match self.peek(0) {
            Some(byte) => byte as u32,
            None => return '\0',
        };
        let (length, mut code) = match first {
            0..0x80 => (1, first),
            0x80..0xE0 => (2, first & 0x1F),
            0xE0..0xF0 => (3, first & 0x0F),
            _ => (4, first & 0x07),
        };
        let mut place = 1;
        while place < length {
            if let Some(byte) = self.peek(place) {
                code = code << 6 | (byte as u32 & 0x3F);
            }
            place += 1;
        }
        self.at += length;
        match char::from_u32(code) {
            Some(letter) => letter,
            None => char::REPLACEMENT_CHARACTER,
        }
    }

    const fn group(&mut self) -> Result<Piece, Fault> {
        self.at += 1;
        if matches!(self.peek(0), Some(b'?')) {
            match (self.peek(1), self.peek(2)) {
                (Some(b':'), _) => self.at += 2,
                (Some(b'=' | b'!'), _) | (Some(b'<'), Some(b'=' | b'!')) => {
                    return Err(
                        "looking ahead or behind cannot be checked in bounded time\n\nhelp: check that part in the function",
                    );
                }
                (Some(b'<'), _) => {
                    self.at += 2;
                    let mut length = 0;
                    while let Some(byte) = self.peek(0) {
                        if !(byte.is_ascii_alphanumeric() || byte == b'_') {
                            break;
                        }
                        self.at += 1;
                        length += 1;
                    }
                    if length == 0 || !matches!(self.peek(0), Some(b'>')) {
                        return Err("the name of a group is not one\n\nhelp: write `(?:..)`");
                    }
                    self.at += 1;
                }
                (Some(b'P'), _) => {
                    return Err("`(?P<..>)` is not JSON Schema's\n\nhelp: write `(?:..)`");
                }
                _ => {
                    return Err(
                        "flags such as `(?i)` are not JSON Schema's\n\nhelp: write both cases, `[Aa]`",
                    );
                }
            }
        }
        self.groups += 1;
        Ok(Piece::Open)
    }

    const fn repeat(&mut self, before: Before) -> Result<Piece, Fault> {
        match before {
            Before::Atom => {}
            Before::Repeat => {
                return Err(
                    "something is repeated twice in a row\n\nhelp: put the first into a group, `(?:..)`",
                );
            }
            Before::Nothing => {
                return Err(
                    "there is nothing to repeat\n\nhelp: write a backslash before the character to mean it, `\\*`",
                );
            }
        }
        let (least, most) = match self.peek(0) {
            Some(b'*') => (0, u32::MAX),
            Some(b'+') => (1, u32::MAX),
            Some(b'?') => (0, 1),
            _ => {
                self.at += 1;
                let least = attempt!(self.count());
                let most = if matches!(self.peek(0), Some(b',')) {
                    self.at += 1;
                    if matches!(self.peek(0), Some(b'}')) {
                        u32::MAX
                    } else {
                        attempt!(self.count())
                    }
                } else {
                    least
                };
                if !matches!(self.peek(0), Some(b'}')) {
                    return Err(COUNT);
                }
                if least > most {
                    return Err("a repetition has its greater number first\n\nhelp: write `{2,5}`");
                }
                (least, most)
            }
        };
        self.at += 1;
        // What is found is not asked for, so greed makes no difference.
        if matches!(self.peek(0), Some(b'?')) {
            self.at += 1;
        }
        self.before = Before::Repeat;
        Ok(Piece::Repeat { least, most })
    }

    const fn count(&mut self) -> Result<u32, Fault> {
        let mut count = 0;
        let mut digits = 0;
        while let Some(byte) = self.peek(0) {
            if !byte.is_ascii_digit() {
                break;
            }
            count = count * 10 + (byte - b'0') as u32;
            digits += 1;
            if count > 1_000 {
                return Err(
                    "something is repeated more than 1000 times\n\nhelp: use `length(..)` for that",
                );
            }
            self.at += 1;
        }
        if digits == 0 { Err(COUNT) } else { Ok(count) }
    }

    const fn escape_outside(&mut self) -> Result<Piece, Fault> {
        match self.peek(1) {
            Some(letter @ (b'b' | b'B')) => {
                self.at += 2;
                Ok(Piece::Assertion(letter))
            }
            Some(b'-') => Err("`\\-` is for classes\n\nhelp: write `-`"),
            _ => {
                self.before = Before::Atom;
                self.escape()
            }
        }
    }

    /// A backslash and what it makes of what is behind it.
    const fn escape(&mut self) -> Result<Piece, Fault> {
        let Some(letter) = self.peek(1) else {
            return Err("a backslash is last\n\nhelp: write `\\\\` for the character");
        };
        self.at += 2;
        let literal = match letter {
            b'd' | b'D' | b'w' | b'W' | b's' | b'S' => return Ok(Piece::Set(letter)),
            b'f' => '\x0C',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'v' => '\x0B',
            b'x' => attempt!(self.code(2, "`\\x` is not followed by the code of a character\n\nhelp: write `\\x` with two digits, or `\\u` with four: `\\x7f`, `\\u007f`")),
            b'u' => attempt!(self.code(4, "`\\u` is not followed by the code of a character\n\nhelp: write `\\u` with four digits, `\\u00e9`, or the character itself; characters beyond them are written as they are")),
            b'^' | b'$' | b'\\' | b'.' | b'*' | b'+' | b'?' | b'(' | b')' | b'[' | b']' | b'{'
            | b'}' | b'|' | b'/' | b'-' => letter as char,
            b'1'..=b'9' | b'k' => {
                return Err(
                    "what a group found cannot be asked for again in bounded time\n\nhelp: check that part in the function",
                );
            }
            b'p' | b'P' => {
                return Err(
                    "classes of Unicode are not known everywhere\n\nhelp: list the characters, as in `[A-Za-z\u{c0}-\u{24f}]`",
                );
            }
            b'A' => return Err("`\\A` is not JSON Schema's\n\nhelp: write `^`"),
            b'z' | b'Z' => return Err("`\\z` is not JSON Schema's\n\nhelp: write `$`"),
            b'b' => return Err("`\\b` in a class is read in several ways\n\nhelp: write `\\x08`"),
            b'0' => return Err("`\\0` is read in several ways\n\nhelp: write `\\x00`"),
            _ => {
                return Err(
                    "a backslash stands before a character that does not need one, which hosts read in several ways\n\nhelp: remove the backslash",
                );
            }
        };
        Ok(Piece::Literal(literal))
    }

    /// A character by its code.
    const fn code(&mut self, digits: usize, fault: Fault) -> Result<char, Fault> {
        let mut code = 0;
        let mut place = 0;
        while place < digits {
            let digit = match self.peek(place) {
                Some(byte) => (byte as char).to_digit(16),
                None => None,
            };
            match digit {
                Some(digit) => code = code * 16 + digit,
                None => return Err(fault),
            }
            place += 1;
        }
        self.at += digits;
        match char::from_u32(code) {
            Some(letter) => Ok(letter),
            None => Err(fault),
        }
    }

    const fn class_item(&mut self) -> Result<Piece, Fault> {
        if matches!(self.peek(0), Some(b']')) {
            self.at += 1;
            self.in_class = false;
            self.before = Before::Atom;
            return Ok(Piece::ClassClose);
        }
        let first = attempt!(self.class_atom());
        let is_range =
            matches!(self.peek(0), Some(b'-')) && !matches!(self.peek(1), Some(b']') | None);
        let first = match first {
            Piece::Literal(first) => first,
            set => {
                return if is_range {
                    Err(
                        "a `-` stands behind a set such as `\\w`\n\nhelp: put it last in its class, or write `\\-`",
                    )
                } else {
                    Ok(set)
                };
            }
        };
        if !is_range {
            return Ok(Piece::Range(first, first));
        }
        self.at += 1;
        match attempt!(self.class_atom()) {
            Piece::Literal(last) if first as u32 <= last as u32 => Ok(Piece::Range(first, last)),
            Piece::Literal(_) => {
                Err("a range in a class has its greater character first\n\nhelp: write `[a-z]`")
            }
            _ => Err(
                "a range in a class ends with a set such as `\\w`\n\nhelp: write `\\-` for the character",
            ),
        }
    }

    const fn class_atom(&mut self) -> Result<Piece, Fault> {
        match (self.peek(0), self.peek(1)) {
            (None, _) => Err("a class is not closed\n\nhelp: write `]` where it ends"),
            (Some(b'\\'), _) => self.escape(),
            (Some(b'['), _) => Err(
                "a `[` inside a class is read in several ways\n\nhelp: write `\\[` for the character, and `\\d` or `A-Za-z` for `[:digit:]` and the like",
            ),
            (Some(b'&'), Some(b'&')) | (Some(b'~'), Some(b'~')) | (Some(b'-'), Some(b'-')) => Err(
                "a character stands twice in a row in a class, which is read in several ways\n\nhelp: write it once",
            ),
            _ => Ok(Piece::Literal(self.char())),
        }
    }
}

/// What stands between the two parts of a fault: a compiler shows it as it is.
pub(super) const HELP: &str = "\n\nhelp: ";

const COUNT: Fault = "a `{` is not followed by a count\n\nhelp: write `{2}`, `{2,}` or `{2,5}`, or `\\{` for the character";
