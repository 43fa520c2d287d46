//! Words that tell a model nothing.
//!
//! The rules read outlines: a text with [`VALUE`] where a placeholder shows something.

mod vocabulary;

use std::borrow::Cow;

use vocabulary::{
    ANNOUNCING, ANY, ELSEWHERE, FAILED, JUDGING, OF_ADVICE, OF_KINDS, PARTS, REASONS,
};

/// Stands in an outline for what a placeholder shows.
pub(crate) const VALUE: char = '\u{fffc}';

/// Why a text tells nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Weakness {
    /// There is no word in it.
    Empty,
    /// "Something went wrong."
    Nothing,
    /// `ERR_DB_CONN_FAIL`
    Code,
    /// "not found", where the kind says that.
    KindAlone,
    /// "Error: {0}": what it says is in the value.
    ValueAlone,
}

/// The words of a text, in lower case.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    without_unseen(text)
        .replace('’', "'")
        .split(|letter: char| !letter.is_alphanumeric() && letter != '\'')
        .map(|word| word.trim_matches('\'').to_lowercase())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .into_iter()
}

/// A text without what a reader does not see, and the runtime does not send.
fn without_unseen(text: &str) -> String {
    text.replace(
        |letter: char| {
            matches!(letter,
                '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}')
        },
        "",
    )
}

/// Why a message tells a model nothing, if it does not.
pub(crate) fn message(outline: &str) -> Option<Weakness> {
    let outline = &*without_unseen(outline);
    let text = without_values(outline);
    let has_value = outline.contains(VALUE);
    if words(&text).next().is_none() {
        return Some(if has_value {
            Weakness::ValueAlone
        } else {
            Weakness::Empty
        });
    }
    if is_code(&text) {
        return Some(Weakness::Code);
    }
    if is_left_over(&text) || is_reason(&text) {
        return Some(Weakness::Nothing);
    }
    let all_in = |list: &[&str]| telling(&text).all(|word| list.contains(&word.as_str()));
    if !has_value && (all_in(ELSEWHERE) || says_failed(&text) && all_in(PARTS)) {
        return Some(Weakness::Nothing);
    }
    if has_value
        && announces(outline)
        && (all_in(ANNOUNCING) || says_failed(&text) && all_in(PARTS))
        && !judges(outline)
    {
        return Some(Weakness::ValueAlone);
    }
    let mut telling = telling(&text).peekable();
    if telling.peek().is_none() {
        return match (has_value, judges(outline)) {
            (false, _) => Some(Weakness::Nothing),
            (true, false) => Some(Weakness::ValueAlone),
            (true, true) => None,
        };
    }
    let of_kinds = |word: String| OF_KINDS.contains(&word.as_str());
    (!has_value && telling.all(of_kinds)).then_some(Weakness::KindAlone)
}

/// Whether a text says in so many words that something failed.
pub(crate) fn says_failed(text: &str) -> bool {
    words(text).any(|word| FAILED.contains(&word.as_str()))
}

/// Why advice tells a model nothing, if it does not.
pub(crate) fn advice(outline: &str) -> Option<Weakness> {
    if outline.contains(VALUE) {
        return None;
    }
    if words(outline).next().is_none() {
        return Some(Weakness::Empty);
    }
    let idle = |word: &String| {
        let word = word.as_str();
        // Another tool is something to do.
        word != "tool" && (OF_ADVICE.contains(&word) || is_idle(word))
    };
    words(outline)
        .all(|word| idle(&word))
        .then_some(Weakness::Nothing)
}

fn without_values(outline: &str) -> Cow<'_, str> {
    if outline.contains(VALUE) {
        Cow::Owned(outline.replace(VALUE, " "))
    } else {
        Cow::Borrowed(outline)
    }
}

fn is_idle(word: &str) -> bool {
    let hexadecimal = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let letter = word.len() == 1 && word.is_ascii();
    ANY.contains(&word)
        || FAILED.contains(&word)
        || letter
        || word.bytes().all(|byte| byte.is_ascii_digit())
        || word.strip_prefix("0x").is_some_and(hexadecimal)
}

/// What an author left for later, or Rust says of a panic.
fn is_left_over(text: &str) -> bool {
    let text = text.trim_start();
    let note = ["TODO", "FIXME", "XXX", "todo:", "fixme:"];
    note.iter().any(|note| text.starts_with(note))
        || text.contains("::unwrap()")
        || text.contains("::expect()")
}

/// "502 Bad Gateway"
fn is_reason(text: &str) -> bool {
    let said: Vec<String> = words(text)
        .filter(|word| word != "http" && !word.bytes().all(|byte| byte.is_ascii_digit()))
        .collect();
    REASONS.iter().any(|reason| said.iter().eq(reason.iter()))
}

/// Whether every value is only announced: behind a colon or the like, or right behind a word such
/// as "error".
fn announces(outline: &str) -> bool {
    let mut texts: Vec<&str> = outline.split(VALUE).collect();
    // Behind the last value none is announced.
    texts.pop();
    let mut seen = String::new();
    texts.into_iter().all(|text| {
        seen.push_str(text);
        let bare = text.trim_end().trim_end_matches(['\'', '"', '`', '“', '‘']);
        let failed = words(bare)
            .last()
            .is_some_and(|word| FAILED.contains(&word.as_str()));
        words(&seen).next().is_some() && (failed || is_announcing(bare))
    })
}

fn is_announcing(text: &str) -> bool {
    text.trim_end()
        .ends_with([':', '(', '[', '=', '-', '–', '—'])
}

/// The words of a text that say something. A code among words is none.
fn telling(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace()
        .filter(|word| !is_shouted_code(word))
        .flat_map(words)
        .filter(|word| !is_idle(word))
}

/// Whether the words that say nothing by themselves say something of a value: in "unknown
/// operation '{name}'" they do, and in "unknown operation: {details}" they only announce it.
fn judges(outline: &str) -> bool {
    let has = |list: &[&str]| words(outline).any(|word| list.contains(&word.as_str()));
    let mut before = "";
    let named = outline.split(VALUE).any(|text| {
        let announced = is_announcing(before);
        // What stands before the first value is no value's neighbour yet.
        let named = !before.is_empty() && !announced;
        before = text;
        named
    });
    let first = outline.starts_with(VALUE);
    (first || named) && has(JUDGING) && !has(FAILED)
}

/// One word that is made for programs: `ERR_DB_CONN_FAIL`, `E1001`, `db.connection_failed`.
fn is_code(text: &str) -> bool {
    let mut parts = text
        .split_whitespace()
        .map(|part| {
            part.trim_matches([
                '(', ')', '[', ']', '.', '!', ':', ',', '"', '\'', '-', '<', '>',
            ])
        })
        .filter(|part| !part.is_empty());
    let (Some(word), None) = (parts.next(), parts.next()) else {
        return false;
    };
    let joined = word.contains(['_', '.', ':', '/', '#']);
    let shouted = !word.contains(char::is_lowercase) && word.is_ascii();
    joined || shouted || is_camel(word)
}

/// `NotFound`, `connectionLost`: the name of something in a program.
fn is_camel(word: &str) -> bool {
    let mut letters = word.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_lowercase() && letters.peek().is_some_and(|next| next.is_uppercase()) {
            return true;
        }
    }
    false
}

/// `E1001`, `ERR_DB`, and not `HTTP`.
fn is_shouted_code(word: &str) -> bool {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    let shouted = !word.contains(char::is_lowercase) && word.contains(char::is_uppercase);
    let numbered = word.contains('_') || word.contains(|letter: char| letter.is_ascii_digit());
    shouted && numbered && word.is_ascii()
}

/// Whether two texts have the same words.
pub(crate) fn is_same(left: &str, right: &str) -> bool {
    words(left).eq(words(right))
}

/// Whether one text stands inside the other, word by word.
pub(crate) fn repeats(text: &str, advice: &str) -> bool {
    let joined = |text: &str| words(text).collect::<Vec<_>>().join(" ");
    let advice = joined(advice);
    advice.contains(' ') && format!(" {} ", joined(text)).contains(&format!(" {advice} "))
}

#[cfg(test)]
mod tests;
