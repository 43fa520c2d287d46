//! Exact requests and answers, one file a case: `<method>/<case>.json`.
//!
//! A file names the revision, and what goes back and forth: `client` is a message, or a text that
//! is sent as it is; `server` is the answer, left out where there is none; `server_before` is what
//! comes ahead of it. `<reference>` stands for a reference id. Where the client makes the
//! handshake itself there is no revision, and `judge` names the one whose schema judges. `serves`
//! names the server, where it is not the one of tools.
//!
//! Every answer is also judged by the official schema of its revision, when a folder
//! `shared/schemas` with them lies beside the workspace or above.
//!
//! With `UPDATE_WIRE=1` the files are rewritten with what the server answers, to be read as a diff.
#![allow(
    clippy::unused_async,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "tools are declared `async` as authors do, and a test fails by panicking, and says what it skips"
)]

mod content;
mod schemas;
mod server;

use std::fs;
use std::path::{Path, PathBuf};

use mcp_runtime::ProtocolVersion;
use mcp_runtime::testing::Client;
use serde_json::{Map, Value, json};

use schemas::Schemas;

#[tokio::test]
async fn every_case_is_answered_as_its_file_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("wire");
    let update = std::env::var_os("UPDATE_WIRE").is_some();
    let mut schemas = Schemas::find();
    let mut failures = Vec::new();
    let files = cases(&folder);
    assert!(
        files.len() > 20,
        "only {} cases in {}",
        files.len(),
        folder.display()
    );
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let case: Value = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let played = play(&case, &mut schemas, &mut failures, &file).await;
        if played == case {
            continue;
        }
        if update {
            fs::write(&file, serde_json::to_string_pretty(&played).unwrap() + "\n").unwrap();
        } else {
            failures.push(format!(
                "{}:\nexpected {}\nplayed   {}",
                file.display(),
                serde_json::to_string_pretty(&case["exchange"]).unwrap(),
                serde_json::to_string_pretty(&played["exchange"]).unwrap(),
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// The files, in a stable order.
fn cases(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(cases(&path));
        } else if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Plays a case against a fresh server, and gives it with what really came back.
async fn play(
    case: &Value,
    schemas: &mut Schemas,
    failures: &mut Vec<String>,
    file: &Path,
) -> Value {
    let version = case["version"].as_str().and_then(ProtocolVersion::read);
    let server = match case["serves"].as_str() {
        Some("content") => content::build(),
        _ => server::build(),
    };
    let client = Client::new(&server);
    // A case about the handshake makes its own.
    let client = match version {
        Some(version) => client.with_version(version),
        None => client,
    };
    let mut played = case.clone();
    for step in played["exchange"].as_array_mut().unwrap() {
        let step = step.as_object_mut().unwrap();
        let send = &step["client"];
        let text = send
            .as_str()
            .map_or_else(|| send.to_string(), ToOwned::to_owned);
        let answer = client.send(&text).await;
        let notifications: Vec<Value> = client
            .notifications()
            .iter()
            .map(|notification| serde_json::from_str(&notification.to_string()).unwrap())
            .collect();
        let answer = answer.map(|answer| {
            assert!(!answer.contains('\n'), "{}: {answer}", file.display());
            serde_json::from_str::<Value>(&answer).unwrap()
        });
        let era = case["judge"]
            .as_str()
            .and_then(ProtocolVersion::read)
            .or(version);
        if let Some(era) = era {
            let found = schemas.judge(era, send, answer.as_ref(), &notifications);
            failures.extend(
                found
                    .into_iter()
                    .map(|fault| format!("{}: {fault}", file.display())),
            );
        }
        put(step, "server", answer);
        let notifications = (!notifications.is_empty()).then(|| json!(notifications));
        put(step, "server_before", notifications);
    }
    played
}

/// Puts what came where something was expected, and keeps the expectation where that fits.
fn put(step: &mut Map<String, Value>, key: &str, came: Option<Value>) {
    match came {
        None => {
            step.remove(key);
        }
        Some(mut came) => {
            blank_references(&mut came);
            step.insert(key.to_owned(), came);
        }
    }
}

/// Reference ids differ from run to run.
fn blank_references(value: &mut Value) {
    let places = ["/result/_meta", "/error/data"];
    let twin =
        |place: &&str| value.pointer(&format!("{place}/rs.mcp-runtime~1failure/referenceId"));
    let reference = places
        .iter()
        .find_map(twin)
        .and_then(Value::as_str)
        .map(str::to_owned);
    if let Some(reference) = reference {
        let text = value.to_string().replace(&reference, "<reference>");
        *value = serde_json::from_str(&text).unwrap();
    }
}
