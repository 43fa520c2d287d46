//! Words that tell a model nothing.
//!
//! The rules read outlines: a text with [`VALUE`] where a placeholder shows something.

use std::borrow::Cow;

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

/// Words that say that it failed, which the model knows already.
const FAILED: &[&str] = &[
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
    "exceptions",
    "problem",
    "problems",
    "trouble",
    "issue",
    "issues",
    "oops",
    "whoops",
    "ouch",
    "uh",
    "oh",
    "sorry",
    "apologies",
    "wrong",
    "something",
    "somehow",
    "occurred",
    "occured",
    "happened",
    "encountered",
    "aborted",
    "abort",
    "crash",
    "crashed",
    "broke",
    "broken",
    "panic",
    "panicked",
];

/// Words that any message may have, and that say nothing by themselves.
const ANY: &[&str] = &[
    // Of the language.
    "a",
    "an",
    "the",
    "this",
    "that",
    "there",
    "it",
    "its",
    "is",
    "are",
    "was",
    "were",
    "has",
    "have",
    "had",
    "been",
    "be",
    "did",
    "didn't",
    "does",
    "doesn't",
    "do",
    "not",
    "could",
    "couldn't",
    "cannot",
    "can",
    "can't",
    "wasn't",
    "isn't",
    "some",
    "any",
    "went",
    "goes",
    "go",
    "gone",
    "of",
    "with",
    "within",
    "during",
    "while",
    "when",
    "in",
    "on",
    "at",
    "by",
    "to",
    "for",
    "from",
    "and",
    "or",
    "as",
    "your",
    "our",
    "we",
    "i",
    "you",
    "my",
    "us",
    "due",
    "because",
    "unable",
    "able",
    "just",
    "very",
    "currently",
    "temporarily",
    "momentarily",
    "now",
    "right",
    "moment",
    "again",
    "unexpectedly",
    "properly",
    "correctly",
    "got",
    "get",
    // Of programs.
    "unknown",
    "unexpected",
    "unhandled",
    "uncaught",
    "unspecified",
    "undefined",
    "internal",
    "general",
    "generic",
    "fatal",
    "critical",
    "severe",
    "bad",
    "invalid",
    "other",
    "misc",
    "operation",
    "request",
    "call",
    "tool",
    "action",
    "task",
    "job",
    "process",
    "processed",
    "processing",
    "handle",
    "handled",
    "handling",
    "execute",
    "executed",
    "executing",
    "execution",
    "run",
    "running",
    "perform",
    "performed",
    "complete",
    "completed",
    "finish",
    "finished",
    "successful",
    "successfully",
    "success",
    "work",
    "works",
    "working",
    "code",
    "status",
    "exit",
    "exited",
    "server",
    "service",
    "system",
    "application",
    "app",
    "backend",
    "upstream",
    "api",
    "http",
    "https",
    "io",
    "o",
    "runtime",
    "response",
    "returned",
    "result",
    "message",
    "msg",
    "reason",
    "detail",
    "details",
    "cause",
    "caused",
    "info",
    "information",
    "description",
    "source",
    "inner",
    "debug",
    "value",
    "data",
    "n",
    "na",
    "none",
    "null",
    "nil",
    "todo",
    "tbd",
    "fixme",
    "xxx",
    "foo",
    "bar",
    "baz",
    "test",
    "placeholder",
    "nope",
    "asdf",
    "qwerty",
    "blah",
    "whatever",
];

/// What fails in a program: "database error" says no more than "error".
const PARTS: &[&str] = &[
    "db",
    "database",
    "network",
    "connection",
    "conn",
    "validation",
    "query",
    "sql",
    "file",
    "input",
    "inputs",
    "argument",
    "arguments",
    "parameter",
    "parameters",
    "parse",
    "parsing",
    "lookup",
    "fetch",
    "config",
    "configuration",
];

/// Words that send the reader somewhere else, where a model cannot go.
const ELSEWHERE: &[&str] = &[
    "see",
    "check",
    "contact",
    "consult",
    "log",
    "logs",
    "support",
    "administrator",
    "administrators",
    "admin",
    "sysadmin",
    "helpdesk",
    "developer",
    "developers",
];

/// Words of kinds that only announce the value behind them: "unavailable: {reason}". Behind "not
/// found:" stands what was not found.
const ANNOUNCING: &[&str] = &[
    "input",
    "inputs",
    "argument",
    "arguments",
    "parameter",
    "parameters",
    "valid",
    "available",
    "unavailable",
    "timeout",
    "timed",
    "out",
    "down",
    "rejected",
    "refused",
    "declined",
];

/// What HTTP says of a status, which a model has no use for.
const REASONS: &[&[&str]] = &[
    &["bad", "gateway"],
    &["gateway", "timeout"],
    &["gateway", "time", "out"],
    &["unprocessable", "entity"],
    &["unprocessable", "content"],
    &["method", "not", "allowed"],
    &["not", "acceptable"],
    &["precondition", "failed"],
    &["conflict"],
];

/// Words that say of a value what is wrong with it: "unknown operation '{name}'".
const JUDGING: &[&str] = &[
    "unknown",
    "invalid",
    "bad",
    "not",
    "cannot",
    "can't",
    "isn't",
    "undefined",
];

/// Words that a kind says already.
const OF_KINDS: &[&str] = &[
    "found",
    "missing",
    "exist",
    "exists",
    "available",
    "unavailable",
    "down",
    "timeout",
    "timed",
    "out",
    "forbidden",
    "allowed",
    "permitted",
    "denied",
    "access",
    "permission",
    "permissions",
    "unauthorized",
    "unauthorised",
    "unauthenticated",
    "authorized",
    "authenticated",
    "authentication",
    "authorization",
    "rejected",
    "refused",
    "declined",
    "unsupported",
    "supported",
    "unimplemented",
    "implemented",
    "input",
    "inputs",
    "argument",
    "arguments",
    "parameter",
    "parameters",
    "valid",
    "resource",
    "entity",
    "object",
];

/// Words of advice that say nothing to do: the model would try something anyway.
const OF_ADVICE: &[&str] = &[
    "try",
    "trying",
    "retry",
    "retrying",
    "later",
    "please",
    "once",
    "more",
    "time",
    "another",
    "different",
    "differently",
    "else",
    "check",
    "correct",
    "verify",
    "fix",
    "change",
    "adjust",
    "use",
    "valid",
    "values",
    "input",
    "inputs",
    "argument",
    "arguments",
    "parameter",
    "parameters",
    "then",
    "so",
    "ok",
    "yes",
    "no",
    "nothing",
    "accordingly",
    "appropriately",
    "appropriate",
    "handle",
    "good",
    "luck",
    "see",
    "contact",
    "log",
    "logs",
    "support",
    "administrator",
    "admin",
];

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
mod tests {
    use super::*;

    fn outline(text: &str) -> String {
        text.replace("{}", &VALUE.to_string())
    }

    #[test]
    fn what_a_hurried_author_writes_is_weak() {
        for (text, why) in [
            ("", Weakness::Empty),
            (" ", Weakness::Empty),
            ("...", Weakness::Empty),
            ("error", Weakness::Nothing),
            ("Failed!", Weakness::Nothing),
            ("something went wrong", Weakness::Nothing),
            ("Oops, something went wrong.", Weakness::Nothing),
            ("an unexpected error occurred", Weakness::Nothing),
            ("An unknown error has occurred", Weakness::Nothing),
            ("internal server error", Weakness::Nothing),
            ("Error 42", Weakness::Nothing),
            ("request failed", Weakness::Nothing),
            ("tool execution failed", Weakness::Nothing),
            ("the operation could not be completed", Weakness::Nothing),
            ("unable to process your request", Weakness::Nothing),
            ("Could not handle the call.", Weakness::Nothing),
            ("it didn't work", Weakness::Nothing),
            ("invalid request", Weakness::Nothing),
            ("bad response from the server", Weakness::Nothing),
            ("error code 500", Weakness::Nothing),
            ("I/O error", Weakness::Nothing),
            ("failed with ERR_17", Weakness::Nothing),
            ("HTTP 500", Weakness::Nothing),
            ("todo", Weakness::Nothing),
            ("n/a", Weakness::Code),
            ("\u{200b}", Weakness::Empty),
            ("er\u{200b}ror", Weakness::Nothing),
            ("0x80004005", Weakness::Nothing),
            ("ERR DB CONN FAIL", Weakness::Nothing),
            ("err-db-conn-fail", Weakness::Nothing),
            ("db error", Weakness::Nothing),
            ("Database error.", Weakness::Nothing),
            ("network error", Weakness::Nothing),
            ("connection failed", Weakness::Nothing),
            ("validation failed", Weakness::Nothing),
            ("Nope", Weakness::Nothing),
            ("asdf", Weakness::Nothing),
            ("502 Bad Gateway", Weakness::Nothing),
            ("HTTP 422 Unprocessable Entity", Weakness::Nothing),
            ("TODO: write a message", Weakness::Nothing),
            ("called Option::unwrap() on a None value", Weakness::Nothing),
            ("see logs", Weakness::Nothing),
            ("check the logs", Weakness::Nothing),
            ("contact support", Weakness::Nothing),
            ("Contact the administrator.", Weakness::Nothing),
            ("bad input: {}", Weakness::ValueAlone),
            ("Database error: {}", Weakness::ValueAlone),
            ("query failed: {}", Weakness::ValueAlone),
            ("unavailable: {}", Weakness::ValueAlone),
            ("input error '{}'", Weakness::ValueAlone),
            ("ERR_DB_CONN_FAIL", Weakness::Code),
            ("E1001", Weakness::Code),
            ("db.connection_failed", Weakness::Code),
            ("NotFound::City", Weakness::Code),
            ("NotFound", Weakness::Code),
            ("HTTP/500", Weakness::Code),
            ("ERR_DB_CONN_FAIL: {}", Weakness::Code),
            ("[E1001] {}", Weakness::Code),
            ("not found", Weakness::KindAlone),
            ("The resource was not found.", Weakness::KindAlone),
            ("service unavailable", Weakness::KindAlone),
            ("the server is currently down", Weakness::KindAlone),
            ("the request timed out", Weakness::KindAlone),
            ("permission denied", Weakness::KindAlone),
            ("unauthorized", Weakness::KindAlone),
            ("invalid arguments", Weakness::KindAlone),
            ("this operation is not supported", Weakness::KindAlone),
            ("{}", Weakness::ValueAlone),
            ("{}{}", Weakness::ValueAlone),
            ("{}: {}", Weakness::ValueAlone),
            ("'{}' - {}", Weakness::ValueAlone),
            ("Error: {}", Weakness::ValueAlone),
            ("error {}: {}", Weakness::ValueAlone),
            ("failed ({})", Weakness::ValueAlone),
            ("{} failed", Weakness::ValueAlone),
            ("Something went wrong: {}", Weakness::ValueAlone),
            ("An unexpected error occurred: {}", Weakness::ValueAlone),
            ("unknown error '{}'", Weakness::ValueAlone),
            ("request failed with status {}", Weakness::ValueAlone),
            ("the server returned status {}", Weakness::ValueAlone),
            ("HTTP error {}", Weakness::ValueAlone),
            ("invalid request: {}", Weakness::ValueAlone),
            (
                "could not complete the operation ({})",
                Weakness::ValueAlone,
            ),
            ("exit code {}", Weakness::ValueAlone),
            ("reason: {}", Weakness::ValueAlone),
            ("internal error {} caused by {}", Weakness::ValueAlone),
        ] {
            assert_eq!(message(&outline(text)), Some(why), "{text}");
        }
    }

    #[test]
    fn what_says_little_says_something() {
        for text in [
            "no city named '{}'",
            "no such city",
            "invalid date",
            "invalid date '{}'",
            "closed",
            "Sold out",
            "the shop is closed",
            "the weather service is down",
            "the weather service is unavailable right now (status {})",
            "the date lies in the past",
            "the request has no body",
            "too many requests",
            "too many searches",
            "rate limit of the mail service exceeded",
            "order {} was shipped already",
            "'{}' not found",
            "not found: {}",
            "user {} not found",
            "unknown operation '{}'",
            "unknown action {}",
            "invalid {}: {}",
            "invalid status '{}'",
            "{} is not {}",
            "'{}' is unknown",
            "{} is invalid",
            "unknown {} '{}'",
            "missing {}",
            "{} must be at least {}",
            "{} is required",
            "cannot divide {} by zero",
            "the calendar of {} is private",
            "permission denied for {}",
            "the search took longer than {} seconds",
            "could not connect to the mail server",
            "the database does not answer",
            "the query of {} failed",
            "the connection to {} failed",
            "the database is down",
            "the network is down",
            "validation of '{}' failed: {}",
            "a todo is missing its date",
            "the log of {} is full",
            "no file {}",
            "refused: {} is closed",
            "the card ending in {} was refused",
            "disk full",
            "the code E1001 has expired",
            "get_weather is off",
            "kein Ort namens '{}'",
            "都市が見つかりません",
            "the user isn't a member of {}",
            "the file {} is a folder",
            "line {}: expected a number",
            "{} items are more than the {} that fit",
            "no response from the printer",
        ] {
            assert_eq!(message(&outline(text)), None, "{text}");
        }
    }

    #[test]
    fn advice_says_what_to_do() {
        for (text, why) in [
            ("", Weakness::Empty),
            ("  \n", Weakness::Empty),
            ("-", Weakness::Empty),
            ("try again", Weakness::Nothing),
            ("Please try again later.", Weakness::Nothing),
            ("retry the operation", Weakness::Nothing),
            ("Check your input and try again.", Weakness::Nothing),
            ("fix the error", Weakness::Nothing),
            ("use valid arguments", Weakness::Nothing),
            ("try something else", Weakness::Nothing),
            ("n/a", Weakness::Nothing),
            ("TODO", Weakness::Nothing),
            ("none", Weakness::Nothing),
            ("handle it appropriately", Weakness::Nothing),
            ("Good luck", Weakness::Nothing),
            ("Contact support", Weakness::Nothing),
        ] {
            assert_eq!(advice(text), Some(why), "{text}");
        }
        for text in [
            "Check the spelling.",
            "Tell the user.",
            "ask the user",
            "Use another tool.",
            "Tell the user to contact support.",
            "Use list_cities.",
            "try a nearby city",
            "Correct the date, then call again.",
            "{}",
            "Try {}.",
            "see {}",
            "use a date from today on",
            "answer without it and say so",
        ] {
            assert_eq!(advice(&outline(text)), None, "{text}");
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
