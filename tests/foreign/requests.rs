//! `reqwest`, against a service on this machine that answers as it is told.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use mcp_runtime::{FailureKind, ResponseExt, Retry, ToolFailure};

use crate::{FAULT, SECRET, assert_discreet, is_unsure};

/// Serves one request with that answer, and says at which address. The path has the secret, and
/// the query a key that not even the log may have.
fn service(answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut request = [0; 4096];
        let _ = stream.read(&mut request);
        stream.write_all(answer.as_bytes()).unwrap();
        if answer.is_empty() {
            // Until the client gives up.
            let _ = stream.read(&mut request);
        }
    });
    format!("http://user:pass-7f3a@{address}/{SECRET}?key=7f3a#7f3a")
}

fn client() -> reqwest::Client {
    reqwest::Client::builder().no_proxy().build().unwrap()
}

async fn answered(answer: &'static str) -> reqwest::Response {
    client().get(service(answer)).send().await.unwrap()
}

fn logged(failure: &ToolFailure) -> String {
    format!("{:?} {}", failure, failure.cause().unwrap())
}

async fn check(failure: ToolFailure, kind: FailureKind, text: &str) {
    assert!(!logged(&failure).contains("7f3a"), "{}", logged(&failure));
    assert_discreet(failure, kind, text).await;
}

#[tokio::test]
async fn each_status_is_of_the_kind_that_the_table_says() {
    for (answer, kind, text) in [
        (
            "HTTP/1.1 503 x\r\ncontent-length: 0\r\n\r\n",
            FailureKind::Unavailable,
            "Another service is down (status 503). This is usually temporary; retry once.",
        ),
        (
            "HTTP/1.1 500 x\r\ncontent-length: 0\r\n\r\n",
            FailureKind::Unavailable,
            "Another service is down (status 500). This is",
        ),
        (
            "HTTP/1.1 504 x\r\ncontent-length: 0\r\n\r\n",
            FailureKind::Timeout,
            "Another service took too long (status 504). This is",
        ),
        (
            "HTTP/1.1 408 x\r\ncontent-length: 0\r\n\r\n",
            FailureKind::Timeout,
            "Another service took too long (status 408). This is",
        ),
        (
            "HTTP/1.1 429 x\r\ncontent-length: 0\r\n\r\n",
            FailureKind::RateLimited,
            "Another service was asked too often. Wait 30 seconds, then call once more. \
             If it fails again, stop calling and tell the user.",
        ),
        (
            "HTTP/1.1 401 x\r\ncontent-length: 0\r\n\r\n",
            FailureKind::Internal,
            FAULT,
        ),
        (
            "HTTP/1.1 403 x\r\ncontent-length: 0\r\n\r\n",
            FailureKind::Internal,
            FAULT,
        ),
        (
            "HTTP/1.1 404 x\r\ncontent-length: 0\r\n\r\n",
            FailureKind::Internal,
            FAULT,
        ),
    ] {
        let error = answered(answer).await.error_for_status().unwrap_err();
        check(error.into(), kind, text).await;
        let failure = answered(answer).await.or_failure().unwrap_err();
        check(failure, kind, text).await;
    }
    let fine = answered("HTTP/1.1 200 x\r\ncontent-length: 2\r\n\r\nok").await;
    assert_eq!(fine.or_failure().unwrap().text().await.unwrap(), "ok");
}

#[tokio::test]
async fn the_wait_is_the_one_that_the_service_asks_for() {
    for (answer, wait) in [
        (
            "HTTP/1.1 429 x\r\nretry-after: 7\r\ncontent-length: 0\r\n\r\n",
            7,
        ),
        (
            "HTTP/1.1 503 x\r\nretry-after: 90\r\ncontent-length: 0\r\n\r\n",
            90,
        ),
        (
            "HTTP/1.1 429 x\r\nretry-after: Wed, 28 Jul 2100 09:00:00 GMT\r\ncontent-length: 0\r\n\r\n",
            30,
        ),
        (
            "HTTP/1.1 429 x\r\nretry-after: soon\r\ncontent-length: 0\r\n\r\n",
            30,
        ),
    ] {
        let failure = answered(answer).await.or_failure().unwrap_err();
        assert_eq!(failure.retries(), Retry::After(Duration::from_secs(wait)));
    }
}

#[tokio::test]
async fn a_service_that_failed_may_have_done_what_it_was_asked() {
    for (answer, unsure) in [
        ("HTTP/1.1 500 x\r\ncontent-length: 0\r\n\r\n", true),
        ("HTTP/1.1 502 x\r\ncontent-length: 0\r\n\r\n", true),
        ("HTTP/1.1 503 x\r\ncontent-length: 0\r\n\r\n", false),
        ("HTTP/1.1 504 x\r\ncontent-length: 0\r\n\r\n", true),
        ("HTTP/1.1 408 x\r\ncontent-length: 0\r\n\r\n", false),
        ("HTTP/1.1 429 x\r\ncontent-length: 0\r\n\r\n", false),
    ] {
        let failure = answered(answer).await.or_failure().unwrap_err();
        assert_eq!(is_unsure(failure).await, unsure, "{answer}");
    }
}

#[tokio::test]
async fn a_service_that_is_silent_or_not_there_is_told_from_a_fault() {
    let slow = client()
        .get(service(""))
        .timeout(Duration::from_millis(50))
        .send()
        .await
        .unwrap_err();
    let text = "Another service did not answer in time. This is";
    let slow = ToolFailure::from(slow);
    assert!(is_unsure(slow.clone()).await);
    check(slow, FailureKind::Timeout, text).await;

    // Nobody listens where somebody listened a moment ago.
    let address = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let url = format!("http://{address}/{SECRET}?key=7f3a");
    let away = client().get(url).send().await.unwrap_err();
    let text = "Another service cannot be reached. This is";
    let away = ToolFailure::from(away);
    assert!(!is_unsure(away.clone()).await);
    check(away, FailureKind::Unavailable, text).await;

    let body = answered("HTTP/1.1 200 x\r\ncontent-length: 99\r\n\r\nok").await;
    check(
        body.text().await.unwrap_err().into(),
        FailureKind::Internal,
        FAULT,
    )
    .await;
    let wrong = client()
        .get(format!("no-such-scheme://{SECRET}/"))
        .send()
        .await;
    check(wrong.unwrap_err().into(), FailureKind::Internal, FAULT).await;
}
