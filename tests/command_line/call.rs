//! `call` where a tool does more than answer.

use std::process::{Command, Stdio};

use super::SERVER;

struct Ran {
    stdout: String,
    stderr: String,
    status: i32,
}

fn call(arguments: &[&str]) -> Ran {
    call_with_log(arguments, "")
}

fn call_with_log(arguments: &[&str], rust_log: &str) -> Ran {
    let output = Command::new(SERVER)
        .arg("call")
        .args(arguments)
        .env("RUST_LOG", rust_log)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    Ran {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        status: output.status.code().unwrap(),
    }
}

#[test]
fn text_of_a_tool_is_printed_untouched_when_it_is_not_for_a_terminal() {
    let ran = call(&["echo", "text=a\u{1b}[2Jb"]);
    assert_eq!((ran.stdout.as_str(), ran.status), ("a\u{1b}[2Jb\n", 0));
}

#[cfg(unix)]
#[test]
fn what_a_tool_prints_does_not_mix_with_its_result() {
    let ran = call(&["get_weather", "city=Printville"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let answer: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(answer["city"], "Printville");
    assert!(
        ran.stderr.contains("printed with println"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("printed by a child"), "{}", ran.stderr);
}

#[test]
fn a_panic_is_a_tool_failure_and_its_reference_leads_to_the_log() {
    let ran = call(&["get_weather", "city=Panicville"]);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 1));
    let failure = ran
        .stderr
        .lines()
        .find(|line| line.starts_with("tool failure: "))
        .unwrap();
    assert!(!failure.contains("hunter2"), "{failure}");
    let (_, rest) = failure.split_once("reference ").unwrap();
    let reference: String = rest
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect();
    assert!(reference.len() >= 6, "{failure}");
    let logged = ran
        .stderr
        .lines()
        .filter(|line| line.contains(&reference))
        .count();
    assert!(logged >= 2, "{}", ran.stderr);
}

#[test]
fn progress_stays_silent_when_it_is_not_for_a_terminal() {
    let ran = call(&["count_slowly", "steps=3", "delay_ms=1"]);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    assert!(ran.stdout.contains("\"counted\": 3"), "{}", ran.stdout);
}

#[test]
fn a_list_is_filled_by_repeating_its_name() {
    let filter = r#"filters={"field":"tags","value":"a"}"#;
    let ran = call(&["search", "query=rust", "limit=1", filter, filter]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let answer: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(answer["records"][0]["filters"], 2);
}

#[test]
fn every_finding_about_the_arguments_is_in_one_message() {
    let ran = call(&["get_weather", "days=300", "units=kelvin", "unit=metric"]);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 2));
    for part in [
        "'city' is required",
        "'days'",
        "300",
        "'units'",
        "did you mean 'units'?",
    ] {
        assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
}

#[test]
fn what_is_behind_a_failure_is_shown_to_the_person_at_the_terminal_and_not_in_the_result() {
    let ran = call(&["get_weather", "city=Timeoutville"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
    let lines: Vec<_> = ran.stderr.lines().collect();
    let [logged, failure] = lines.as_slice() else {
        panic!("{}", ran.stderr);
    };
    assert!(logged.contains("no answer from 10.1.2.3"), "{logged}");
    assert!(
        failure.starts_with("tool failure: The weather service did not answer in time."),
        "{failure}"
    );
    assert!(!failure.contains("7f3a"), "{failure}");
}

#[test]
fn the_log_shows_what_it_is_asked_for() {
    let quiet = call(&["add", "a=1", "b=2"]);
    assert_eq!((quiet.stdout.as_str(), quiet.stderr.as_str()), ("3\n", ""));
    let failed = ["get_weather", "city=Atlantpis"];
    assert_eq!(
        call(&failed).stderr.lines().count(),
        1,
        "the failure is shown once"
    );
    let logged = call_with_log(&failed, "mcp_runtime=warn").stderr;
    assert!(
        logged.contains(" WARN ") && logged.contains("get_weather"),
        "{logged}"
    );
    let confused = call_with_log(&["add", "a=1", "b=2"], "loud=very=much");
    assert!(
        confused.stderr.contains("RUST_LOG is neither"),
        "{}",
        confused.stderr
    );
    assert_eq!((confused.stdout.as_str(), confused.status), ("3\n", 0));
}
