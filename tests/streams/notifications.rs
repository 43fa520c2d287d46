//! Progress and log messages: to whom, when, and when not.

use mcp_runtime::testing::Client;
use mcp_runtime::{LogLevel, Notification, ProtocolVersion};
use serde_json::json;

use crate::{session, settle};

fn progress(notifications: &[Notification]) -> Vec<(String, f64, Option<f64>, Option<String>)> {
    notifications
        .iter()
        .filter_map(|notification| match notification {
            Notification::Progress {
                token,
                progress,
                total,
                message,
                ..
            } => Some((token.clone(), *progress, *total, message.clone())),
            _ => None,
        })
        .collect()
}

fn levels(notifications: &[Notification]) -> Vec<LogLevel> {
    notifications
        .iter()
        .filter_map(|notification| match notification {
            Notification::Log { level, logger, .. } => {
                assert_eq!(logger, "tell");
                Some(*level)
            }
            _ => None,
        })
        .collect()
}

async fn tell(client: &Client, meta: &str) -> Vec<Notification> {
    let text = format!(
        r#"{{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{{"name":"tell","_meta":{meta}}}}}"#
    );
    let answer = client.send(&text).await.unwrap();
    assert!(answer.contains("told"), "{answer}");
    settle().await;
    client.notifications()
}

#[tokio::test]
async fn progress_has_the_clients_token_rises_and_ends_with_the_answer() {
    let client = session(ProtocolVersion::V2025_06_18);
    for token in ["7", "\"7\"", "\"a\\nb\"", "0"] {
        let meta = format!(r#"{{"progressToken":{token}}}"#);
        assert_eq!(
            progress(&tell(&client, &meta).await),
            [
                (token.to_owned(), 1.0, Some(3.0), Some("one".to_owned())),
                (token.to_owned(), 3.0, None, None),
            ]
        );
    }
}

#[tokio::test]
async fn without_a_token_there_is_no_progress() {
    let client = session(ProtocolVersion::V2025_06_18);
    for meta in [
        "{}",
        "null",
        r#"{"progressToken":null}"#,
        r#"{"progressToken":1.5}"#,
        r#"{"progressToken":{}}"#,
    ] {
        assert_eq!(progress(&tell(&client, meta).await), []);
    }
}

#[tokio::test]
async fn the_first_revision_has_no_progress_messages() {
    let client = session(ProtocolVersion::V2024_11_05);
    let told = progress(&tell(&client, r#"{"progressToken":1}"#).await);
    assert_eq!(told.len(), 2);
    assert!(told.iter().all(|(_, _, _, message)| message.is_none()));
}

#[tokio::test]
async fn a_session_gets_log_messages_from_its_level_up() {
    let client = session(ProtocolVersion::V2025_11_25);
    assert_eq!(levels(&tell(&client, "{}").await), LogLevel::ALL[1..]);
    for (level, first) in [("debug", 0), ("error", 4), ("emergency", 7)] {
        let result = client
            .request("logging/setLevel", json!({ "level": level }))
            .await;
        assert_eq!(result, Ok(json!({})));
        assert_eq!(levels(&tell(&client, "{}").await), LogLevel::ALL[first..]);
    }
    for level in [json!("loud"), json!(3), json!(null)] {
        let error = client
            .request("logging/setLevel", json!({ "level": level }))
            .await
            .err()
            .unwrap();
        assert_eq!(error.code, -32602);
    }
}

#[tokio::test]
async fn a_stateless_request_gets_log_messages_only_when_it_asks() {
    let client = session(ProtocolVersion::V2026_07_28);
    let meta = |level: &str| {
        format!(
            r#"{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}{level}}}"#
        )
    };
    assert_eq!(levels(&tell(&client, &meta("")).await), []);
    let notice = r#","io.modelcontextprotocol/logLevel":"notice""#;
    assert_eq!(
        levels(&tell(&client, &meta(notice)).await),
        LogLevel::ALL[2..]
    );
}
