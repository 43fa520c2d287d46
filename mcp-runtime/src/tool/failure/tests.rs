//! The texts of failures, rule by rule.

use super::*;

fn twin(failure: &ToolFailure) -> String {
    let mut out = Vec::new();
    crate::protocol::json::object(&mut out, |twin| failure.write_twin(twin, &English));
    crate::protocol::json::into_string(out)
}

#[test]
fn each_kind_says_what_the_table_says() {
    let text = |failure: ToolFailure| failure.to_string();
    assert_eq!(
        text(ToolFailure::invalid_input("the date lies in the past")),
        "The date lies in the past. Change the arguments, then call again."
    );
    assert_eq!(
        text(ToolFailure::not_found("no order 17")),
        "No order 17. The same call will fail again; correct the value first."
    );
    assert_eq!(
        text(
            ToolFailure::rejected("order 17 is already shipped").try_next("Offer a return instead")
        ),
        "Order 17 is already shipped. The same call will fail again. Offer a return instead."
    );
    assert_eq!(
        text(ToolFailure::unauthenticated("the session has expired")),
        "The session has expired. Retrying will not help. Ask the user to sign in."
    );
    assert_eq!(
        text(ToolFailure::forbidden("this calendar is private")),
        "This calendar is private. Retrying will not help. Ask the user to grant access."
    );
    assert_eq!(
        text(ToolFailure::rate_limited(
            "too many searches",
            Duration::from_millis(29_500)
        )),
        "Too many searches. Wait 30 seconds, then call once more. \
         If it fails again, stop calling and tell the user."
    );
    assert_eq!(
        text(
            ToolFailure::unavailable("the weather service is down (status 503)").otherwise(
                "Tell the user that the weather service is down; do not answer from memory"
            )
        ),
        "The weather service is down (status 503). This is usually temporary; retry once. \
         If it fails again, tell the user that the weather service is down; do not answer from memory."
    );
    assert_eq!(
        text(ToolFailure::timeout(
            "the search took longer than 10 seconds"
        )),
        "The search took longer than 10 seconds. This is usually temporary; retry once. \
         If it fails again, tell the user instead of answering from memory."
    );
    assert_eq!(
        text(ToolFailure::unsupported("this client cannot show forms")),
        "This client cannot show forms. Do not retry; use another tool or tell the user."
    );
}

#[test]
fn internal_failures_show_a_reference_and_nothing_of_the_source() {
    let failure = ToolFailure::internal("/etc/passwd: hunter2");
    let text = failure.to_string();
    let reference = failure.reference().unwrap_or_default();
    assert_eq!(reference.len(), 8);
    assert!(text.contains(reference), "{text}");
    assert!(
        !text.contains("hunter2") && !text.contains("passwd"),
        "{text}"
    );
    assert_eq!(failure.causes(), "/etc/passwd: hunter2");
}

#[test]
fn names_keep_their_case() {
    for (message, sentence) in [
        ("get_weather is off", "get_weather is off."),
        ("eTag differs!", "eTag differs!"),
        ("étage inconnu", "Étage inconnu."),
        ("'x' is unknown", "'x' is unknown."),
        ("what? no such city", "What? no such city."),
        ("sorry! no such city", "Sorry! no such city."),
        ("stop…", "Stop…"),
        ("eh?", "Eh?"),
    ] {
        let text = ToolFailure::not_found(message).to_string();
        assert!(text.starts_with(sentence), "{text}");
    }
}

#[test]
fn text_from_outside_is_cleaned_and_cut() {
    let failure = ToolFailure::rejected(format!("\u{1b}[31mbad\u{202e}\0 {}", "A".repeat(1 << 20)));
    let text = failure.to_string();
    assert!(
        text.starts_with("Bad AAAA"),
        "{}",
        text.get(..40).unwrap_or_default()
    );
    assert!(text.len() < 3000 && text.contains("(cut; "));
    assert!(text.ends_with("The same call will fail again; correct the value first."));
}

#[test]
fn an_empty_message_still_gives_a_text() {
    assert!(
        ToolFailure::not_found(" \u{200b}")
            .to_string()
            .starts_with("The tool failed")
    );
}

#[test]
fn protocol_codes_are_not_carried() {
    let failure = ToolFailure::not_found("x").code(ErrorCode::INVALID_PARAMS);
    assert!(!twin(&failure).contains("\"code\""));
    let failure = ToolFailure::not_found("x").code(ErrorCode::application(7));
    assert!(twin(&failure).contains("\"code\":7"));
}

#[test]
fn advice_follows_the_retry_that_the_author_set() {
    let text = ToolFailure::unavailable("the index is being rebuilt")
        .retry(Retry::After(Duration::from_secs(60)))
        .to_string();
    assert!(
        text.contains("Wait 1 minute, then call once more."),
        "{text}"
    );
    let text = ToolFailure::rejected("the shop is closed")
        .retry(Retry::Never)
        .to_string();
    assert_eq!(text, "The shop is closed. Do not retry; tell the user.");
}

#[test]
fn all_texts_of_the_author_are_mapped_and_what_is_not_seen_hides_nothing() {
    let text = ToolFailure::unavailable("hunter\u{200b}2 is wrong")
        .try_next("Ask for another than hunter2")
        .otherwise("say that \u{1b}[1mhunter\u{1b}[0m2 is wrong")
        .map_text(|text| text.replace("hunter2", "(secret)"))
        .to_string();
    assert_eq!(
        text,
        "(secret) is wrong. This is usually temporary; retry once. Ask for another than (secret). \
         If it fails again, say that (secret) is wrong."
    );
}

#[test]
fn what_follows_any_end_mark_begins_with_a_capital() {
    for message in ["no.", "no!", "no?", "no…", "no", "no。"] {
        let text = ToolFailure::unavailable(message)
            .try_next("really? ask the user")
            .otherwise("Stop!")
            .to_string();
        let (_, advice) = text.split_once(' ').unwrap_or_default();
        assert_eq!(
            advice,
            "This is usually temporary; retry once. Really? ask the user. If it fails again, stop!",
        );
    }
}

#[test]
fn the_user_acts_before_the_call_is_made_again() {
    let failure = || ToolFailure::unauthenticated("the session has expired").retry(Retry::Once);
    assert_eq!(
        failure().to_string(),
        "The session has expired. Ask the user to sign in. Then call once more. \
         If it fails again, tell the user."
    );
    assert_eq!(
        failure()
            .try_next("ask the user to open the calendar")
            .to_string(),
        "The session has expired. Ask the user to open the calendar. Then call once more. \
         If it fails again, tell the user."
    );
}

#[test]
fn a_wait_that_nobody_knows_is_not_made_up() {
    let failure = ToolFailure::new(FailureKind::RateLimited, "too many searches");
    assert_eq!(failure.retries(), Retry::Once);
    assert_eq!(
        failure.to_string(),
        "Too many searches. Wait a while, then call once more. \
         If it fails again, stop calling and tell the user."
    );
}

#[test]
fn a_wait_is_at_most_a_year_in_the_text_and_in_the_twin() {
    let failure = ToolFailure::rate_limited("too many searches", Duration::MAX);
    let year = Duration::from_secs(365 * 24 * 60 * 60);
    assert_eq!(failure.retries(), Retry::After(year));
    assert!(failure.to_string().contains("Wait 365 days, then call"));
    assert!(twin(&failure).contains("\"retryAfterSeconds\":31536000,"));
}

#[test]
fn advice_is_cut_at_its_own_length() {
    let long = |letters| "é".repeat(letters);
    for (letters, cut) in [(600, false), (601, true)] {
        let next = ToolFailure::rejected("no").try_next(long(letters));
        let otherwise = ToolFailure::unavailable("no").otherwise(long(letters));
        for text in [next.to_string(), otherwise.to_string()] {
            assert_eq!(text.contains("(cut; 601 characters in all)"), cut, "{text}");
            let shown = text.to_lowercase().matches('é').count();
            assert_eq!(shown, 600);
        }
    }
}
