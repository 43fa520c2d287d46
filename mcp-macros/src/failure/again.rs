//! What a text says about calling again, waiting and signing in: what the kind says already.

use super::weak::words;

/// Behind one of these a verb says what to do.
const BEFORE: &[&str] = &[
    "please", "and", "then", "to", "not", "don't", "never", "just", "simply", "always", "or",
    "can", "may", "should", "must", "you", "so",
];

/// What is said in these words is about another call, wherever it stands.
const PHRASES: &[&[&str]] = &[
    &["try", "again"],
    &["trying", "again"],
    &["try", "it", "again"],
    &["try", "this", "again"],
    &["try", "later"],
    &["try", "once"],
    &["call", "again"],
    &["once", "more"],
    &["one", "more", "time"],
    &["another", "try"],
    &["come", "back", "later"],
    &["check", "back"],
    &["again", "later"],
    &["do", "not", "repeat"],
    &["re", "try"],
    &["not", "retryable"],
    &["is", "retryable"],
];

/// Verbs that ask for another call by themselves.
const REPEATING: &[&str] = &[
    "retry",
    "retrying",
    "rerun",
    "resubmit",
    "resend",
    "repeat",
    "reattempt",
];

/// Verbs that ask for another call when "again" or "later" follows.
const CALLING: &[&str] = &[
    "try", "call", "send", "submit", "run", "ask", "request", "query", "attempt", "search",
    "invoke", "execute", "do",
];

/// What a text says about calling again, in its own words. A retry that is only talked about ("the
/// retry limit is reached") is none.
pub(crate) fn about_retrying(text: &str) -> Option<String> {
    in_clauses(text, |words, place| {
        let rest = words.get(place..).unwrap_or_default();
        if let Some(phrase) = PHRASES.iter().find(|phrase| starts(rest, phrase)) {
            return Some(phrase.join(" "));
        }
        let word = rest.first()?;
        if !is_told(words, place) {
            return None;
        }
        if REPEATING.contains(&word.as_str()) {
            return Some(word.clone());
        }
        let follows = rest.iter().skip(1).take(4);
        let again = follows
            .clone()
            .find(|word| ["again", "later"].contains(&word.as_str()))?;
        CALLING
            .contains(&word.as_str())
            .then(|| format!("{word} {again}"))
    })
}

/// What a message says about waiting, which is advice.
pub(crate) fn about_waiting(text: &str) -> Option<String> {
    in_clauses(text, |words, place| {
        let word = words.get(place)?;
        (word == "wait" && is_told(words, place)).then(|| word.clone())
    })
}

/// What a message says about signing in, which the kind `unauthenticated` advises.
pub(crate) fn about_signing_in(text: &str) -> Option<String> {
    const SIGNING: &[&[&str]] = &[
        &["sign", "in"],
        &["log", "in"],
        &["login"],
        &["authenticate"],
        &["re", "authenticate"],
        &["reauthenticate"],
    ];
    told_phrase(text, SIGNING)
}

/// What a message says about getting access, which the kind `forbidden` advises.
pub(crate) fn about_access(text: &str) -> Option<String> {
    const ASKING: &[&[&str]] = &[
        &["grant", "access"],
        &["request", "access"],
        &["ask", "for", "access"],
        &["ask", "for", "permission"],
    ];
    told_phrase(text, ASKING)
}

/// Whether a message asks for something.
pub(crate) fn asks(text: &str) -> bool {
    words(text).any(|word| word == "please")
}

fn told_phrase(text: &str, phrases: &[&[&str]]) -> Option<String> {
    in_clauses(text, |words, place| {
        let rest = words.get(place..).unwrap_or_default();
        let phrase = phrases.iter().find(|phrase| starts(rest, phrase))?;
        is_told(words, place).then(|| phrase.join(" "))
    })
}

/// Looks at each word of each clause.
fn in_clauses<T>(text: &str, look: impl Fn(&[String], usize) -> Option<T>) -> Option<T> {
    text.split(['.', ',', ';', ':', '!', '?', '(', ')', '–', '—', '\n'])
        .map(|clause| words(clause).collect::<Vec<_>>())
        .find_map(|words| (0..words.len()).find_map(|place| look(&words, place)))
}

fn starts(words: &[String], phrase: &[&str]) -> bool {
    words.len() >= phrase.len() && words.iter().zip(phrase).all(|(word, part)| word == part)
}

/// Whether a verb is an order: at the start of a clause, or behind a word such as "please".
fn is_told(words: &[String], place: usize) -> bool {
    let before = place.checked_sub(1).and_then(|before| words.get(before));
    before.is_none_or(|before| BEFORE.contains(&before.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_about_retrying_is_found_in_any_spelling() {
        for (text, found) in [
            ("Please try again later.", "try again"),
            ("the atlas is closed, try it again", "try it again"),
            ("the service is off; please try later", "try later"),
            ("Do not RETRY", "retry"),
            ("Retry in a minute.", "retry"),
            ("the line is busy, retry once", "retry"),
            ("closed. Don’t retry!", "retry"),
            ("too slow: you may retry after 5 s", "retry"),
            ("call it again in a minute", "call again"),
            ("please run the search again", "run again"),
            ("busy, ask again later", "ask again"),
            ("busy - come back later", "come back later"),
            ("the upload broke, resubmit the form", "resubmit"),
            ("please re-try", "re try"),
            ("the queue is full (repeat the call)", "repeat"),
            ("do not repeat this call", "do not repeat"),
            ("this is not retryable", "is not retryable"),
            ("wait, then call once more", "once more"),
        ] {
            let found = found.strip_prefix("is ").unwrap_or(found);
            assert_eq!(about_retrying(text).as_deref(), Some(found), "{text}");
        }
        for text in [
            "the entry is gone",
            "the retry limit is reached",
            "too many retries",
            "the run failed again",
            "the date lies later than the end",
            "the call was refused",
            "the same file was sent again",
            "the order was repeated",
        ] {
            assert_eq!(about_retrying(text), None, "{text}");
        }
    }

    #[test]
    fn what_the_kind_advises_is_found() {
        assert!(about_signing_in("the session has expired, please log in").is_some());
        assert!(about_signing_in("you must sign in first").is_some());
        assert!(about_signing_in("the sign in page is gone").is_none());
        assert!(about_access("no access, ask for access first").is_some());
        assert!(about_waiting("the line is busy, wait a moment").is_some());
        assert!(about_waiting("the wait was too long").is_none());
        assert!(asks("no such city, please check"));
        assert!(!asks("no pleasant city"));
    }
}
