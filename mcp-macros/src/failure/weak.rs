//! Words that tell a model nothing, and advice that would be given twice.

/// Words of which no number makes a message.
const EMPTY_WORDS: &[&str] = &[
    "a",
    "an",
    "the",
    "this",
    "that",
    "there",
    "it",
    "is",
    "was",
    "were",
    "has",
    "have",
    "been",
    "be",
    "did",
    "does",
    "not",
    "could",
    "cannot",
    "can",
    "some",
    "something",
    "somehow",
    "went",
    "goes",
    "go",
    "gone",
    "wrong",
    "error",
    "errors",
    "err",
    "fail",
    "failed",
    "fails",
    "failure",
    "failures",
    "failing",
    "fault",
    "exception",
    "problem",
    "problems",
    "issue",
    "oops",
    "sorry",
    "occurred",
    "occured",
    "happened",
    "encountered",
    "unknown",
    "unexpected",
    "unhandled",
    "internal",
    "general",
    "generic",
    "fatal",
    "bad",
    "invalid",
    "operation",
    "request",
    "call",
    "tool",
    "action",
    "process",
    "processing",
    "execute",
    "executed",
    "execution",
    "complete",
    "completed",
    "successful",
    "successfully",
    "work",
    "working",
    "of",
    "with",
    "during",
    "while",
    "in",
    "code",
    "status",
    "your",
    "our",
    "we",
    "i",
];

/// Words that add nothing to a value that stands behind them.
const LABELS: &[&str] = &[
    "an", "a", "the", "error", "failed", "failure", "err", "occurred",
];

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '\'')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

/// No letter, no number.
pub(crate) fn is_empty(text: &str) -> bool {
    words(text).next().is_none()
}

/// Only "error", "something went wrong" and their like.
pub(crate) fn says_nothing(text: &str) -> bool {
    let number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    words(text).all(|word| EMPTY_WORDS.contains(&word.as_str()) || number(&word))
}

/// Nothing but a label for a value: "error: ..".
pub(crate) fn is_label(text: &str) -> bool {
    words(text).all(|word| LABELS.contains(&word.as_str()))
}

/// One word that is made for programs: `ERR_DB_CONN_FAIL`, `E1001`, `db.connection_failed`.
pub(crate) fn is_code(text: &str) -> bool {
    let word = text.trim().trim_end_matches(['.', '!', ':']);
    if word.is_empty() || word.contains(char::is_whitespace) {
        return false;
    }
    let joined = word.contains(['_', '.', ':', '/', '#']);
    let shouted = !word.contains(char::is_lowercase) && word.is_ascii();
    joined || shouted
}

/// What a text says about calling again, in its own words. A retry that is only talked about ("the
/// retry limit is reached") is none.
pub(crate) fn about_retrying(text: &str) -> Option<String> {
    const PHRASES: &[[&str; 2]] = &[
        ["try", "again"],
        ["trying", "again"],
        ["call", "again"],
        ["try", "later"],
        ["once", "more"],
    ];
    const BEFORE: &[&str] = &[
        "please", "and", "then", "to", "not", "don't", "or", "can", "may", "should", "must", "you",
    ];
    let words: Vec<String> = words(text).collect();
    let mut before = None;
    for (index, word) in words.iter().enumerate() {
        let next = words.get(index + 1).map_or("", String::as_str);
        if let Some([first, second]) = PHRASES.iter().find(|phrase| **phrase == [word, next]) {
            return Some(format!("{first} {second}"));
        }
        let told = before.is_none_or(|before| BEFORE.contains(&before));
        if told && (word == "retry" || word == "retrying") {
            return Some(word.clone());
        }
        before = Some(word.as_str());
    }
    None
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
mod tests {
    use super::*;

    #[test]
    fn what_says_nothing_is_told_from_what_says_little() {
        for text in [
            "error",
            "Failed!",
            "something went wrong",
            "Oops, something went wrong.",
            "an unexpected error occurred",
            "internal error",
            "Error 42",
            "request failed",
            "the operation could not be completed",
            "invalid request",
            "error code 500",
        ] {
            assert!(says_nothing(text), "{text}");
        }
        for text in [
            "the weather service is down",
            "the date lies in the past",
            "invalid date",
            "no such city",
            "the request has no body",
            "too many requests",
        ] {
            assert!(!says_nothing(text), "{text}");
        }
    }

    #[test]
    fn codes_are_told_from_words() {
        for text in [
            "ERR_DB_CONN_FAIL",
            "E1001",
            "db.connection_failed",
            "NotFound::City",
            "HTTP/500",
        ] {
            assert!(is_code(text), "{text}");
        }
        for text in ["no city", "closed", "Sold out", "the code E1001", ""] {
            assert!(!is_code(text), "{text}");
        }
    }

    #[test]
    fn advice_about_retrying_is_found_in_any_spelling() {
        let found = about_retrying;
        assert_eq!(
            found("Please try again later.").as_deref(),
            Some("try again")
        );
        assert_eq!(found("Do not RETRY").as_deref(), Some("retry"));
        assert_eq!(found("Retry in a minute.").as_deref(), Some("retry"));
        for text in [
            "the entry is gone",
            "the retry limit is reached",
            "too many retries",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn repeated_advice_is_found_whatever_its_punctuation() {
        assert!(repeats(
            "no city; check the spelling!",
            "Check the spelling."
        ));
        assert!(!repeats("no city", "Check the spelling."));
        assert!(is_same("Tell the user.", "tell the user"));
    }
}
