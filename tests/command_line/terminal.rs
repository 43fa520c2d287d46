//! What a person sees who uses a server in a terminal.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use super::SERVER;

const CONTROL_D: &str = "\u{4}";

/// Runs a command in a terminal of its own and gives all that it showed.
fn shown(arguments: &[&str], columns: u16, typed: &str, variables: &[(&str, &str)]) -> String {
    shown_by(SERVER, arguments, columns, typed, variables)
}

fn shown_by(
    server: &str,
    arguments: &[&str],
    columns: u16,
    typed: &str,
    variables: &[(&str, &str)],
) -> String {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap();
    let theirs = rustix::fs::open(&*name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
    let size = Winsize {
        ws_row: 24,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(&theirs, size).unwrap();

    let stream = || Stdio::from(theirs.try_clone().unwrap());
    let mut command = Command::new(server);
    command
        .args(arguments)
        .stdin(stream())
        .stdout(stream())
        .stderr(stream());
    command
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .env_remove("RUST_LOG");
    command.envs(variables.iter().copied());
    let mut child = command.spawn().unwrap();
    drop((command, theirs));

    let mut terminal = File::from(ours);
    terminal.write_all(typed.as_bytes()).unwrap();
    let mut shown = Vec::new();
    // Linux reports an error when the last process has left a terminal.
    drop(terminal.read_to_end(&mut shown));
    child.wait().unwrap();
    String::from_utf8_lossy(&shown).replace("\r\n", "\n")
}

/// A text without its colours.
fn plain(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| {
        plain + part.split_once('m').map_or("", |(_, rest)| rest)
    })
}

#[test]
fn a_server_started_by_hand_says_what_it_is_and_ends_at_control_d() {
    let shown = shown(&[], 100, CONTROL_D, &[]);
    for words in [
        "probe-server 0.",
        "MCP",
        "Ctrl-D",
        "mcpServers",
        "probe-server tools",
        "call get_weather city=",
        "--help",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
}

#[test]
fn the_table_fits_the_terminal() {
    for columns in [24, 40, 60, 80, 120] {
        let shown = plain(&shown(&["tools"], columns, "", &[]));
        assert!(
            shown.contains("get_weather") && shown.contains("count_slowly"),
            "{shown}"
        );
        for line in shown.lines() {
            assert!(
                line.chars().count() <= usize::from(columns),
                "{columns}: {line}"
            );
        }
    }
}

#[test]
fn colour_is_for_terminals_whose_users_want_it() {
    assert!(shown(&["tools"], 80, "", &[]).contains('\u{1b}'));
    assert!(!shown(&["tools"], 80, "", &[("NO_COLOR", "1")]).contains('\u{1b}'));
    assert!(!shown(&["tools"], 80, "", &[("TERM", "dumb")]).contains('\u{1b}'));
    let failed = ["call", "get_weather", "city=Atlantpis"];
    assert!(shown(&failed, 80, "", &[]).contains("\u{1b}[1;31mtool failure:\u{1b}[0m "));
    assert!(shown(&failed, 80, "", &[("NO_COLOR", "1")]).contains("tool failure: "));
}

#[test]
fn progress_is_a_bar_that_is_gone_when_the_answer_is_there() {
    let shown = shown(
        &["call", "count_slowly", "steps=3", "delay_ms=60"],
        60,
        "",
        &[],
    );
    let frames: Vec<&str> = shown.split("\r\u{1b}[2K").collect();
    assert!(
        frames.iter().any(|frame| frame.contains("#] 3/3")),
        "{shown:?}"
    );
    let last = frames.last().unwrap();
    assert!(
        last.starts_with('{') && last.contains("\"counted\": 3"),
        "{shown:?}"
    );
}

#[test]
fn what_a_tool_returns_cannot_act_on_the_terminal() {
    let shown = shown(&["call", "echo", "text=a\u{1b}[2Jb"], 80, "", &[]);
    assert_eq!(shown, "a\\u{1b}[2Jb\n");
}

/// What is shown of a command of the server that asks, and what is typed at it.
fn asked(arguments: &[&str], typed: &str) -> String {
    shown_by(
        env!("CARGO_BIN_EXE_conformance-server"),
        arguments,
        100,
        typed,
        &[],
    )
}

#[test]
fn the_person_at_the_terminal_is_asked_what_a_call_asks() {
    let shown = asked(
        &["call", "test_input_required_result_multi_round"],
        "Ada\nred\n",
    );
    assert!(shown.contains("What is your name?"), "{shown}");
    assert!(
        shown.contains("What is your favourite colour, Ada?"),
        "{shown}"
    );
    assert!(shown.ends_with("Ada likes red.\n"), "{shown}");

    let shown = asked(&["call", "test_sampling", "prompt=Hi"], "Hello.\n");
    assert!(
        shown.contains("user: Hi\nWhat does the model say?> "),
        "{shown}"
    );
    assert!(shown.contains("Hello."), "{shown}");
}

#[test]
fn the_end_of_input_cancels_a_question() {
    let shown = asked(
        &["call", "test_input_required_result_elicitation"],
        CONTROL_D,
    );
    assert!(
        shown.contains("the user closed the question") || shown.contains("The user closed"),
        "{shown}"
    );
}

#[test]
fn bytes_are_counted_and_not_shown() {
    let shown = asked(&["read", "test://static-binary"], "");
    assert!(shown.contains(" bytes, which are no text"), "{shown}");
    assert!(!shown.contains("PNG"), "{shown}");
}
