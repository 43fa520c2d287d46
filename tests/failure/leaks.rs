//! What an error holds goes to the log, and nowhere else.

use std::io;
use std::sync::{Arc, Mutex};

use mcp_runtime::testing::Client;
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

/// What was logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    fn take(&self) -> String {
        String::from_utf8(std::mem::take(&mut *self.0.lock().unwrap())).unwrap()
    }
}

#[tokio::test]
async fn a_secret_in_an_inner_error_is_logged_and_never_sent() {
    let log = Log::default();
    let writer = log.clone();
    let _guard = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish()
        .set_default();
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
            let logged = log.take();
            // A task's panic is not told apart from its text by everybody who prints it.
            assert!(logged.contains("hunter2"), "{way}: {logged}");
        }
    }
}
