//! What is known of the terminal, if there is one.

use std::borrow::Cow;
use std::env;
use std::io::{self, IsTerminal};

/// The width taken when a terminal does not tell its own.
const USUAL_WIDTH: usize = 80;

/// The columns of the terminal on standard output; `None` when that is not a terminal.
pub(super) fn stdout_width() -> Option<usize> {
    io::stdout().is_terminal().then(|| width(io::stdout()))
}

/// The columns of the terminal on standard error; `None` when that is not a terminal.
pub(super) fn stderr_width() -> Option<usize> {
    io::stderr().is_terminal().then(|| width(io::stderr()))
}

#[cfg(unix)]
fn width(stream: impl std::os::fd::AsFd) -> usize {
    rustix::termios::tcgetwinsize(stream)
        .ok()
        .map(|size| usize::from(size.ws_col))
        .filter(|&columns| columns > 0)
        .unwrap_or(USUAL_WIDTH)
}

#[cfg(not(unix))]
fn width<S>(_: S) -> usize {
    let columns = env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    columns
        .filter(|&columns| columns > 0)
        .unwrap_or(USUAL_WIDTH)
}

/// Whether a stream shows colour: a terminal, and nobody who asked for none.
pub(super) fn colour(stream: &impl IsTerminal) -> bool {
    let declined = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    stream.is_terminal() && !declined && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// A text in a style, given by the numbers of its escape sequence.
pub(super) fn styled(text: &str, style: &str, colour: bool) -> String {
    if colour {
        format!("\x1b[{style}m{text}\x1b[0m")
    } else {
        text.to_owned()
    }
}

/// A text in lines of at most a width; a longer word keeps a line of its own.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if length(line) + 1 + length(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The columns a text takes, as far as counting characters tells.
pub(super) fn length(text: &str) -> usize {
    text.chars().count()
}

/// A text that a terminal can be shown: escape sequences and the like are made visible, so that
/// what a tool fetched from outside cannot act on the terminal.
pub(super) fn harmless(text: &str) -> Cow<'_, str> {
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if acts(character) {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

/// What a terminal is shown of bytes: the text that they are, or how many there are.
pub(super) fn shown(bytes: Vec<u8>) -> Vec<u8> {
    match String::from_utf8(bytes) {
        Ok(text) => harmless(&text).into_owned().into_bytes(),
        Err(error) => {
            let count = error.as_bytes().len();
            format!("{count} bytes, which are no text: send standard output to a file\n").into()
        }
    }
}

/// Control characters beside line feed and tab, and those that turn the direction of writing.
fn acts(character: char) -> bool {
    (character.is_control() && !matches!(character, '\n' | '\t'))
        || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::{harmless, shown};

    #[test]
    fn escape_sequences_are_shown_and_not_obeyed() {
        assert_eq!(harmless("a\x1b[2Jb\r"), "a\\u{1b}[2Jb\\u{d}");
        assert_eq!(harmless("två\n\tlines"), "två\n\tlines");
    }

    #[test]
    fn bytes_that_are_no_text_are_counted() {
        assert_eq!(shown(b"a\x1b".to_vec()), b"a\\u{1b}");
        let counted = shown(vec![0xff; 3]);
        assert!(counted.starts_with(b"3 bytes"));
    }
}
