//! What the operator reads: everything about a fault, and no secret argument.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{Json, Server, ToolFailure, tool, tools};
use serde_json::{Value, json};
use tracing::Level;

#[derive(Debug, Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is logged at a level while a tool is called.
async fn logged(level: Level, tool: &str, arguments: Value) -> (Outcome, String) {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_ansi(false)
        .with_writer({
            let log = log.clone();
            move || log.clone()
        })
        .finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let server = Server::builder("logs", "1")
        .tools(tools![
            panic,
            fail_inside,
            fail,
            sign_in,
            misfit,
            not_a_number
        ])
        .build()
        .unwrap();
    let client = Client::new(&server).unchecked();
    let outcome = client.call(tool, arguments).await;
    (outcome, log.text())
}

/// A length that serializes to text.
#[derive(Debug, schemars::JsonSchema)]
struct Length {
    #[allow(dead_code, reason = "only its schema matters")]
    metres: u32,
}

impl serde::Serialize for Length {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([("metres", "long")])
    }
}

/// Break the schema of the result.
#[tool]
async fn misfit() -> Json<Length> {
    Json(Length { metres: 1 })
}

/// Divide by nothing.
#[tool]
async fn not_a_number() -> Json<[f64; 2]> {
    Json([1.0, f64::NAN])
}

/// Panic.
#[tool]
async fn panic() -> String {
    panic!("db password is hunter2")
}

/// Fail with an error and its cause.
#[tool]
async fn fail_inside() -> Result<String, ToolFailure> {
    #[derive(Debug)]
    struct Outer(io::Error);
    impl std::fmt::Display for Outer {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("reading the index")
        }
    }
    impl std::error::Error for Outer {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            Some(&self.0)
        }
    }
    Err(ToolFailure::internal(Outer(io::Error::other("disk full"))))
}

/// Fail as foreseen.
#[tool]
async fn fail() -> Result<String, ToolFailure> {
    Err(ToolFailure::not_found("no order 17"))
}

/// Sign in.
#[tool]
async fn sign_in(
    /// The user.
    user: String,
    /// The password.
    #[arg(secret)]
    password: String,
) -> String {
    format!("{user} has a password of {} characters", password.len())
}

#[track_caller]
fn reference(outcome: Outcome) -> String {
    match outcome {
        Outcome::ToolFailure { details, .. } => details["referenceId"].as_str().unwrap().to_owned(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_panic_is_logged_with_its_payload_and_place_under_its_reference() {
    let (outcome, log) = logged(Level::INFO, "panic", Value::Null).await;
    for expected in [
        "ERROR",
        "db password is hunter2",
        "logs.rs:",
        "gen_ai.tool.name=\"panic\"",
        "mcp.method.name=\"tools/call\"",
        // Also without the span.
        "tool=\"panic\" request_id=",
        &reference(outcome),
    ] {
        assert!(log.contains(expected), "no {expected} in {log}");
    }
}

#[tokio::test]
async fn an_internal_failure_is_logged_with_everything_that_caused_it() {
    let (outcome, log) = logged(Level::INFO, "fail_inside", Value::Null).await;
    for expected in ["ERROR", "reading the index: disk full", &reference(outcome)] {
        assert!(log.contains(expected), "no {expected} in {log}");
    }
}

#[tokio::test]
async fn a_foreseen_failure_is_a_warning() {
    let (_, log) = logged(Level::INFO, "fail", Value::Null).await;
    assert!(log.contains("WARN") && log.contains("not_found"), "{log}");
    assert!(!log.contains("ERROR"), "{log}");
}

#[tokio::test]
async fn arguments_are_logged_at_debug_alone_and_secret_ones_never() {
    let arguments = json!({ "user": "ada", "password": "hunter2" });
    let (outcome, log) = logged(Level::INFO, "sign_in", arguments.clone()).await;
    assert_eq!(outcome.text(), "ada has a password of 7 characters");
    assert!(!log.contains("ada"), "{log}");
    let (_, log) = logged(Level::TRACE, "sign_in", arguments).await;
    assert!(log.contains("ada") && !log.contains("hunter2"), "{log}");
    let misspelt = json!({ "user": "ada", "pasword": "hunter2", "password": ["hunter2"] });
    let (outcome, log) = logged(Level::TRACE, "sign_in", misspelt).await;
    assert!(
        matches!(outcome, Outcome::ProtocolError { .. }),
        "{outcome:?}"
    );
    assert!(!log.contains("hunter2"), "{log}");
    assert!(
        !format!("{outcome:?}").contains("[\"hunter2\"]"),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn a_result_that_cannot_be_sent_is_logged_with_its_tool_and_place() {
    let (outcome, log) = logged(Level::ERROR, "not_a_number", Value::Null).await;
    assert!(matches!(outcome, Outcome::ToolFailure { .. }));
    assert!(log.contains("not_a_number"), "{log}");
    assert!(log.contains("'[1]' in the result is NaN"), "{log}");
    if cfg!(debug_assertions) {
        let (outcome, log) = logged(Level::ERROR, "misfit", Value::Null).await;
        assert!(matches!(outcome, Outcome::ToolFailure { .. }));
        assert!(
            log.contains("the result of 'misfit' breaks the tool's own output schema: 'metres' must be an integer"),
            "{log}"
        );
    }
}
