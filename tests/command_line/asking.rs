//! Calls that ask their client, and prompts and resources, from the command line.

use std::process::{Command, Stdio};

const SERVER: &str = env!("CARGO_BIN_EXE_conformance-server");

/// The exit status, standard output and standard error of a command that nobody sits at.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(SERVER);
    let output = command
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

const ELICITS: &str = "test_input_required_result_elicitation";

#[test]
fn a_question_is_answered_by_an_option() {
    let answer = r#"user_name={"name":"Ada"}"#;
    let (status, stdout, stderr) = run(&["call", ELICITS, "--answer", answer]);
    assert_eq!((status, &*stderr), (0, ""));
    assert!(stdout.contains("Ada"), "{stdout}");
    // The form has one field, so its value alone will do.
    let (status, stdout, _) = run(&["call", ELICITS, "--answer", "user_name=Eve"]);
    assert_eq!(status, 0);
    assert!(stdout.contains("Eve"), "{stdout}");
}

#[test]
fn what_is_not_answered_is_said_with_how_to_answer_it() {
    let (status, stdout, stderr) = run(&["call", ELICITS]);
    assert_eq!((status, &*stdout), (2, ""));
    assert_eq!(
        stderr,
        "error: the call asks its user, and nobody is at this terminal; run it again with\n  \
         What is your name?\n    --answer 'user_name={\"name\":\"..\"}'\n"
    );
    let (_, _, stderr) = run(&["call", "test_sampling", "prompt=Hi"]);
    assert!(
        stderr.ends_with("\n  user: Hi\n    --answer 'answer=what the model says'\n"),
        "{stderr}"
    );
    let (status, _, stderr) = run(&["call", ELICITS, "--answer", r#"user_name={"nam":"Ada"}"#]);
    assert_eq!(status, 2);
    assert!(
        stderr.contains("The last answer could not be used"),
        "{stderr}"
    );
    let (_, _, stderr) = run(&["call", "test_simple_text", "--answer", "user_name=Ada"]);
    assert_eq!(stderr, "error: nothing asked for the answer 'user_name'\n");
}

#[test]
fn several_rounds_a_model_and_folders_are_answered() {
    let answers = ["--answer", "step1=Ada", "--answer", "step2=red"];
    let call = ["call", "test_input_required_result_multi_round"];
    let (status, stdout, stderr) = run(&[&call[..], &answers[..]].concat());
    assert_eq!((status, &*stderr), (0, ""));
    assert!(stdout.contains("Ada") && stdout.contains("red"), "{stdout}");

    let (status, stdout, _) = run(&[
        "call",
        "test_sampling",
        "prompt=Hi",
        "--answer",
        "answer=Hello.",
    ]);
    assert_eq!(status, 0);
    assert!(stdout.contains("Hello."), "{stdout}");

    let (status, stdout, _) = run(&["call", "test_input_required_result_list_roots"]);
    assert_eq!((status, &*stdout), (0, "1 folders\n"));

    let declined = ["call", ELICITS, "--answer", "user_name=decline"];
    assert_eq!(run(&declined).0, 1);
}

#[test]
fn prompts_are_listed_and_printed() {
    let (status, stdout, _) = run(&["prompts"]);
    assert_eq!(status, 0);
    let mut lines = stdout.lines();
    assert!(lines.next().unwrap().starts_with("NAME "), "{stdout}");
    let line = lines
        .find(|it| it.starts_with("test_prompt_with_arguments "))
        .unwrap();
    assert!(line.contains(" arg1 [arg2] "), "{line}");

    let (status, stdout, stderr) = run(&["prompt", "test_prompt_with_arguments", "arg1=a=b"]);
    assert_eq!((status, &*stderr), (0, ""));
    assert_eq!(stdout, "user:\nThe words are a=b and none.\n");
    let (_, stdout, _) = run(&[
        "prompt",
        "test_prompt_with_embedded_resource",
        "resourceUri=a:b",
    ]);
    assert!(
        stdout.contains("\"uri\": \"a:b\"") && stdout.contains("\n\nuser:\nSay what"),
        "{stdout}"
    );

    let asks = [
        "prompt",
        "test_input_required_result_prompt",
        "--answer",
        "user_context=tea",
    ];
    assert_eq!(run(&asks).1, "user:\nSpeak about tea.\n");

    let (status, stdout, stderr) = run(&["prompt", "test_prompt_with_arguments"]);
    assert_eq!((status, &*stdout), (2, ""));
    assert!(
        stderr.contains("protocol error -32602") && stderr.contains("'arg1'"),
        "{stderr}"
    );
}

#[test]
fn resources_are_listed_and_printed() {
    let (status, stdout, _) = run(&["resources"]);
    assert_eq!(status, 0);
    assert!(stdout.starts_with("ADDRESS "), "{stdout}");
    for address in ["test://static-text ", "test://template/{id}/data "] {
        assert!(
            stdout.lines().any(|line| line.starts_with(address)),
            "{stdout}"
        );
    }
    let (status, stdout, stderr) = run(&["read", "test://static-text"]);
    assert_eq!((status, &*stdout, &*stderr), (0, "A static text.\n", ""));

    let bytes = Command::new(SERVER)
        .args(["read", "test://static-binary"])
        .output()
        .unwrap();
    assert!(bytes.stdout.starts_with(b"\x89PNG") && bytes.stdout.ends_with(b"\x60\x82"));

    let (status, stdout, stderr) = run(&["read", "test://nowhere"]);
    assert_eq!((status, &*stdout), (2, ""));
    assert!(
        stderr.contains("Unknown resource 'test://nowhere'"),
        "{stderr}"
    );
}
