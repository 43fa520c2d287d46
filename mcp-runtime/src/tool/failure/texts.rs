//! The table of texts in the documentation is what the code says.

use std::borrow::Cow;
use std::time::Duration;

use super::{FailureKind, Retry, ToolFailure};

/// A failure of each kind as an author might write it: the message, what to try next, and what to
/// do if that fails too.
const EXAMPLES: &[(FailureKind, &str, &str, &str)] = &[
    (
        FailureKind::InvalidInput,
        "the date 2020-01-01 lies in the past",
        "use a date from today on",
        "ask the user for the date",
    ),
    (
        FailureKind::NotFound,
        "no city named 'Atlantpis'",
        "check the spelling or try a nearby city",
        "ask the user which city is meant",
    ),
    (
        FailureKind::Rejected,
        "order 17 was shipped already",
        "offer to return it instead",
        "give the user the number of the shop",
    ),
    (
        FailureKind::Unauthenticated,
        "the session of the calendar has expired",
        "ask the user to open the calendar's settings and sign in",
        "answer without the calendar and say so",
    ),
    (
        FailureKind::Forbidden,
        "the calendar of Ada is private",
        "ask the user whether Ada can share it",
        "answer without it and say so",
    ),
    (
        FailureKind::RateLimited,
        "too many searches",
        "ask for fewer results",
        "answer with what was found so far",
    ),
    (
        FailureKind::Unavailable,
        "the weather service is down (status 503)",
        "use the forecast of yesterday if that is enough",
        "tell the user that the weather service is down; do not answer from memory",
    ),
    (
        FailureKind::Timeout,
        "the search did not end within 10 seconds",
        "narrow the search down with a filter",
        "tell the user that the search is too slow",
    ),
    (
        FailureKind::Unsupported,
        "this client cannot show forms",
        "ask the user in plain words",
        "go on without the answer and say so",
    ),
];

const RETRIES: &[(Retry, &str)] = &[
    (Retry::Never, "never"),
    (Retry::Once, "once"),
    (
        Retry::After(Duration::from_secs(2 * 60 * 60)),
        "after(\"2h\")",
    ),
];

fn failure(kind: FailureKind, message: &'static str) -> ToolFailure {
    let failure = ToolFailure::of_kind(kind, Cow::Borrowed(message).into());
    if kind == FailureKind::RateLimited {
        failure.retry(Retry::After(Duration::from_secs(30)))
    } else {
        failure
    }
}

/// The texts as a reader gets them, in the form of the documentation.
fn table() -> String {
    let mut table = String::from(
        "# Texts\n\nWhat the model reads of each kind, when the author says what failed and nothing else; and with\n`try_next` and `otherwise` as well:\n\n| kind | text |\n|---|---|\n",
    );
    let mut row = |kind: FailureKind, failure: &ToolFailure| {
        let mut text = failure.to_string();
        if let Some(reference) = failure.reference() {
            text = text.replace(reference, "k3m8qw2r");
        }
        table.extend(["| `", kind.as_str(), "` | ", &text, " |\n"]);
    };
    for &(kind, message, try_next, otherwise) in EXAMPLES {
        row(kind, &failure(kind, message));
        let advised = failure(kind, message)
            .try_next(try_next)
            .otherwise(otherwise);
        row(kind, &advised);
    }
    row(FailureKind::Internal, &ToolFailure::broken());
    table.push_str(
        "\nAnd when the author says that the call is, or is not, to be repeated:\n\n| kind, `retry` | text |\n|---|---|\n",
    );
    for &(kind, message, ..) in EXAMPLES {
        for (retry, written) in RETRIES {
            if *retry != kind.retry() {
                let failure = failure(kind, message).retry(*retry);
                let row = ["| `", kind.as_str(), "`, `", written, "` | "];
                table.extend(row);
                table.extend([&failure.to_string(), " |\n"]);
            }
        }
    }
    table
}

#[test]
fn the_documented_texts_are_those_that_are_sent() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tool/failure/texts.md");
    let made = table();
    if std::env::var_os("UPDATE_TEXTS").is_some() {
        assert!(std::fs::write(path, &made).is_ok());
    }
    let documented = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(
        documented.replace("\r\n", "\n"),
        made,
        "set UPDATE_TEXTS=1 and run this test again to write {path}"
    );
}
