//! A panic is one answer: safe text and a reference, never the payload; and the next call works.

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{ToolFailure, tool, tools};

use crate::{call, client};

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            panic!("the bomb holds hunter2");
        }
    }
}

/// Panic with a text.
#[tool]
async fn with_text() -> String {
    panic!("db password is {}", "hunter2")
}

/// Read beyond an end.
#[tool]
async fn out_of_bounds() -> i32 {
    let numbers: Vec<i32> = Vec::new();
    numbers[std::hint::black_box(3)]
}

/// Unwrap nothing.
#[tool]
async fn unwrap_of_none() -> i32 {
    std::hint::black_box(None).unwrap()
}

/// Panic later.
#[tool]
async fn after_an_await() -> String {
    tokio::task::yield_now().await;
    panic!("hunter2")
}

/// Panic on the way out.
#[tool]
async fn in_a_drop() -> String {
    let _bomb = Bomb;
    tokio::task::yield_now().await;
    "never seen".to_owned()
}

/// Panic with something that panics.
#[tool]
async fn with_a_bomb() -> String {
    std::panic::panic_any(Bomb)
}

/// Panic on a thread of the blocking pool.
#[tool(blocking)]
fn while_blocking() -> String {
    panic!("hunter2")
}

/// Panic in a plain function.
#[tool]
fn plain() -> String {
    panic!("hunter2")
}

/// Fail with an error that cannot be shown.
#[tool]
async fn in_an_errors_display() -> Result<String, ToolFailure> {
    #[derive(Debug)]
    struct Unspeakable;
    impl std::fmt::Display for Unspeakable {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            panic!("hunter2")
        }
    }
    impl std::error::Error for Unspeakable {}
    Err(ToolFailure::internal(Unspeakable))
}

/// Work.
#[tool]
async fn work() -> &'static str {
    "worked"
}

fn panicking() -> Client {
    client(tools![
        with_text,
        out_of_bounds,
        unwrap_of_none,
        after_an_await,
        in_a_drop,
        with_a_bomb,
        while_blocking,
        plain,
        in_an_errors_display,
        work,
    ])
}

#[tokio::test]
async fn every_panic_is_one_safe_answer_and_the_next_call_works() {
    let client = panicking();
    for tool in [
        "with_text",
        "out_of_bounds",
        "unwrap_of_none",
        "after_an_await",
        "in_a_drop",
        "with_a_bomb",
        "while_blocking",
        "plain",
        "in_an_errors_display",
    ] {
        match call(&client, tool).await {
            Outcome::ToolFailure { text, details, .. } => {
                assert!(
                    !text.contains("hunter2") && !text.contains(".rs"),
                    "{tool}: {text}"
                );
                let reference = details["referenceId"].as_str().unwrap();
                assert!(text.contains(reference), "{tool}: {text}");
                assert!(
                    !details.to_string().contains("hunter2"),
                    "{tool}: {details}"
                );
                assert_eq!(details["class"], "internal");
            }
            other => panic!("{tool} gives {other:?}"),
        }
        assert_eq!(call(&client, "work").await.text(), "worked");
    }
}

#[tokio::test]
async fn a_cancelled_future_that_panics_when_dropped_harms_nobody() {
    /// Hold a bomb for ever.
    #[tool]
    async fn hold() -> String {
        let _bomb = Bomb;
        std::future::pending().await
    }
    let client = client(tools![hold, work]);
    let running = tokio::spawn({
        let client = client.clone();
        async move {
            client
                .send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hold"}}"#)
                .await
        }
    });
    tokio::task::yield_now().await;
    client
        .send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
        .await;
    assert_eq!(running.await.unwrap(), None);
    assert_eq!(call(&client, "work").await.text(), "worked");
}
