//! What comes from elsewhere and is shown to a model: it hides nothing, steers nothing and leaves no quotation.
//!
//! The input: a text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mcp_runtime::{FailureKind, Quoted, ToolFailure};

/// The most that is shown of one value, with what says that it was cut.
const MOST: usize = 500 + 60;

fuzz_target!(|text: &str| {
    let quoted = Quoted(text).to_string();
    assert!(
        quoted.chars().all(|c| is_seen(c) && c != '\n' && c != '\t'),
        "{quoted:?}"
    );
    let inside: String = serde_json::from_str(&quoted).expect("it is closed where it ends");
    assert!(inside.chars().count() <= MOST, "{quoted:?}");
    // What was made safe once stays as it is, unless it was cut.
    if inside.chars().count() <= 500 {
        assert_eq!(Quoted(&inside).to_string(), quoted);
    }
    let plain = |c: char| matches!(c, ' '..='~');
    if text.len() <= 500 && text.chars().all(plain) {
        assert_eq!(inside, text.trim(), "plain text is not changed");
    }

    for failure in [
        ToolFailure::rejected(text.to_owned()),
        ToolFailure::not_found("it is not there").try_next(text.to_owned()),
        ToolFailure::unavailable(format!("the service says {}", Quoted(text))).quoting(),
    ] {
        let said = failure.to_string();
        assert!(said.chars().all(is_seen), "{said:?}");
        assert!(
            !said.trim().is_empty() && said.chars().count() < 8000,
            "{said:?}"
        );
    }
    // What is internal is not shown: the failure says the same of every text.
    let said = |text: &str| {
        let failure = ToolFailure::internal(text.to_owned());
        assert_eq!(failure.kind(), FailureKind::Internal);
        let said = failure.to_string();
        let (before, reference) = said.split_once(" reference ").expect("there is one");
        let (_, after) = reference.split_once(',').expect("the sentence goes on");
        (before.to_owned(), after.to_owned())
    };
    assert_eq!(said(text), said("other"));
});

fn is_seen(c: char) -> bool {
    let steers = ['\u{ad}', '\u{61c}', '\u{feff}', '\u{2028}', '\u{2029}'];
    let steers = steers.contains(&c)
        || ('\u{200b}'..='\u{200f}').contains(&c)
        || ('\u{202a}'..='\u{202e}').contains(&c)
        || ('\u{2060}'..='\u{206f}').contains(&c)
        || ('\u{e0000}'..='\u{e0fff}').contains(&c);
    c == '\n' || c == '\t' || !(c.is_control() || steers)
}
