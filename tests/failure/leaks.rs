//! What an error holds goes to the log, and nowhere else.

use std::cell::RefCell;
use std::io;
use std::sync::Once;

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{ProtocolVersion, ResultExt, Server, ToolFailure, tool, tools};
use serde_json::json;
use tracing_subscriber::util::SubscriberInitExt;

/// Planted in every inner error.
const SECRET: &str = "password=hunter2 in /etc/orders.toml";

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Orders {
    #[error(transparent)]
    #[failure(internal)]
    Database(#[from] Database),
    #[error("the order service does not answer (status {status})")]
    #[failure(unavailable, otherwise = "tell the user that orders are not known")]
    Service { status: u16, source: Database },
    #[error(transparent)]
    #[failure(transparent)]
    Stock(#[from] Stock),
}

/// An error whose cause has the secret in its text.
#[derive(Debug, thiserror::Error)]
#[error("connection refused")]
struct Database(#[source] io::Error);

#[derive(Debug, ToolFailure)]
enum Stock {
    #[failure(rejected, message = "the item {item} is sold out")]
    SoldOut { item: u32, source: Database },
    #[failure(internal, message = "the stock could not be counted")]
    Uncounted(#[from] Database),
}

fn database() -> Database {
    Database(io::Error::other(SECRET))
}

/// Fail in one of the ways there are.
#[tool]
async fn fail(way: u8) -> Result<(), ToolFailure> {
    let failure: Orders = match way {
        0 => database().into(),
        1 => Orders::Service {
            status: 503,
            source: database(),
        },
        2 => Orders::Stock(Stock::SoldOut {
            item: 7,
            source: database(),
        }),
        3 => Stock::from(database()).into(),
        4 => return Err(database()).or_internal(),
        5 => return Err(database()).or_rejected("the order was refused"),
        6 => {
            let task = tokio::spawn(async { std::panic::panic_any(SECRET) });
            return Ok(task.await?);
        }
        _ => return Err(io::Error::other(SECRET)).or_not_found("there is no such way to fail"),
    };
    Err(failure.into())
}

/// What this thread logs, and so what a test logs. One subscriber for all threads: of those that are
/// set for one thread alone, another thread may switch off what they want to see.
pub(crate) struct Log;

thread_local! {
    static LOG: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LOG.with_borrow_mut(|log| log.extend_from_slice(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    pub(crate) fn start() {
        static START: Once = Once::new();
        START.call_once(|| {
            tracing_subscriber::fmt()
                .with_ansi(false)
                .with_writer(|| Log)
                .finish()
                .init();
        });
    }

    pub(crate) fn take() -> String {
        String::from_utf8(LOG.take()).unwrap()
    }
}

#[tokio::test]
async fn a_secret_in_an_inner_error_is_logged_and_never_sent() {
    Log::start();
    let server = Server::builder("orders", "1.0.0")
        .tools(tools![fail])
        .build()
        .unwrap();
    let client = Client::new(&server);
    for version in ProtocolVersion::ALL {
        let client = client.clone().with_version(version);
        for way in 0..=7 {
            let params = json!({ "name": "fail", "arguments": { "way": way } });
            let sent = client.request("tools/call", params).await.unwrap();
            assert_eq!(sent.get("isError"), Some(&json!(true)), "{sent}");
            let sent = sent.to_string();
            for planted in [
                "hunter2",
                "/etc",
                "connection refused",
                "Database",
                "leaks.rs",
            ] {
                assert!(!sent.contains(planted), "{way}: {sent}");
            }
            let logged = Log::take();
            // A task's panic is not told apart from its text by everybody who prints it.
            assert!(logged.contains("hunter2"), "{way}: {logged}");
        }
    }
}

#[tokio::test]
async fn the_log_does_not_depend_on_the_hook() {
    Log::start();
    let sold_out = || ToolFailure::rejected("the shop is closed");
    for (another, is_logged) in [
        (sold_out as fn() -> ToolFailure, false),
        (broken_ledger, true),
    ] {
        let server = Server::builder("orders", "1.0.0")
            .on_failure(move |_, _| Some(another()))
            .tools(tools![fail]);
        let client = Client::new(&server.build().unwrap());
        let Outcome::ToolFailure { text, details, .. } =
            client.call("fail", json!({ "way": 4 })).await
        else {
            panic!("not a failure");
        };
        assert!(
            !text.contains("hunter2") && !text.contains("ledger"),
            "{text}"
        );
        let logged = Log::take();
        assert!(logged.contains("hunter2"), "{logged}");
        // Who quotes the id that was sent finds what the hook made of it.
        assert_eq!(logged.contains("the ledger is gone"), is_logged, "{logged}");
        if let Some(reference) = details["referenceId"].as_str() {
            assert!(logged.contains(reference), "{logged}");
        }
    }
}

fn broken_ledger() -> ToolFailure {
    ToolFailure::internal("the ledger is gone")
}

fn log_one_failure(way: u8) -> (String, String) {
    Log::start();
    let server = Server::builder("orders", "1.0.0").tools(tools![fail]);
    let client = Client::new(&server.build().unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let sent = runtime.block_on(client.call("fail", json!({ "way": way })));
    (format!("{sent:?}"), Log::take())
}

/// Part of the test below, in a process with an environment of its own.
#[test]
#[ignore = "run by another test"]
fn show_what_failures_log() {
    for way in [0, 4, 7] {
        let (sent, logged) = log_one_failure(way);
        assert!(!sent.contains("leaks.rs"), "{sent}");
        println!("{way} {}", logged.contains("log_one_failure"));
    }
}

#[test]
fn the_log_has_the_backtrace_of_an_internal_failure_when_the_environment_asks() {
    for (wish, expected) in [
        ("1", ["0 true", "4 true", "7 false"]),
        ("0", ["0 false", "4 false", "7 false"]),
    ] {
        let output = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "leaks::show_what_failures_log"])
            .args(["--include-ignored", "--nocapture"])
            .env("RUST_BACKTRACE", wish)
            .env_remove("RUST_LIB_BACKTRACE")
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{printed}");
        for line in expected {
            assert!(printed.contains(line), "{wish}: {line}: {printed}");
        }
    }
}
