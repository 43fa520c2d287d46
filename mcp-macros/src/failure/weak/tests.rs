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
