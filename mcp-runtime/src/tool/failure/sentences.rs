//! Sentences for a reader.

use std::borrow::Cow;

/// Marks after which no full stop is needed.
const ENDS: [char; 11] = ['.', '!', '?', '…', ':', '。', '！', '？', '।', '؟', '．'];

/// Sentences one after the other: each with a capital where its first word is an ordinary one, and
/// with a full stop where no other mark ends it.
#[derive(Default)]
pub(super) struct Sentences(pub(super) String);

impl Sentences {
    pub(super) fn add(&mut self, sentence: &str) {
        let sentence = sentence.trim();
        if sentence.is_empty() {
            return;
        }
        if !self.0.is_empty() {
            self.0.push(' ');
        }
        push_capitalised(&mut self.0, sentence);
        if !sentence.ends_with(ENDS) {
            self.0.push('.');
        }
    }
}

/// The first word is an ordinary one, so its case may be changed; `get_weather`, `eTag`, `api.key`
/// and `3rd` are names of something.
fn starts_plainly(sentence: &str) -> bool {
    let word = sentence
        .split(char::is_whitespace)
        .next()
        .unwrap_or_default();
    let word = word
        .trim_end_matches([',', ';', ')'])
        .trim_end_matches(ENDS);
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_alphabetic)
        && letters.all(|c| c.is_lowercase() || c == '\'' || c == '-')
}

fn push_capitalised(text: &mut String, sentence: &str) {
    let mut rest = sentence.chars();
    match rest.next() {
        Some(first) if starts_plainly(sentence) => {
            text.extend(first.to_uppercase());
            text.push_str(rest.as_str());
        }
        _ => text.push_str(sentence),
    }
}

pub(super) fn uncapitalised(sentence: &str) -> Cow<'_, str> {
    let mut rest = sentence.chars();
    match rest.next() {
        // A lone `I` stays a capital.
        Some(first) if first.is_uppercase() && starts_plainly(sentence) && sentence.len() > 1 => {
            Cow::Owned(first.to_lowercase().chain(rest).collect())
        }
        _ => Cow::Borrowed(sentence),
    }
}
