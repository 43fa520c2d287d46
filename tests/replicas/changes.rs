//! Changes that one replica makes and a listener at the other one hears of, through Redis.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mcp_runtime::testing::HttpClient;
use serde_json::{Value, json};

use super::process::Replica;

/// A replica on the Redis of this test run; without one, the test says so.
fn pair(name: &str) -> Option<[Replica; 2]> {
    let Ok(redis) = std::env::var("MCP_TEST_REDIS") else {
        eprintln!("skipped: MCP_TEST_REDIS names no Redis");
        return None;
    };
    let channel = format!("{name}-{}", process::id());
    let start = || {
        let environment = [("REDIS", redis.as_str()), ("CHANNEL", channel.as_str())];
        Replica::start(env!("CARGO_BIN_EXE_changing-server"), &environment)
    };
    Some([start(), start()])
}

/// A request for news, and what comes of it, message by message.
struct Listener(BufReader<TcpStream>);

impl Listener {
    fn at(replica: &Replica, filter: &Value) -> Self {
        let body = json!({
            "jsonrpc": "2.0",
            "id": 1,
            "method": "subscriptions/listen",
            "params": {
                "notifications": filter,
                "_meta": {
                    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                    "io.modelcontextprotocol/clientCapabilities": {},
                },
            },
        })
        .to_string();
        let mut stream = TcpStream::connect(replica.address).unwrap();
        write!(
            stream,
            "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n\
             Mcp-Method: subscriptions/listen\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut listener = Self(BufReader::new(stream));
        assert_eq!(
            listener.next()["method"],
            "notifications/subscriptions/acknowledged"
        );
        listener
    }

    fn next(&mut self) -> Value {
        loop {
            let mut line = String::new();
            assert_ne!(self.0.read_line(&mut line).unwrap(), 0, "the stream ended");
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).unwrap();
            }
        }
    }
}

async fn change(replica: &Replica, tool: &str, arguments: Value) {
    let client = HttpClient::connect(&format!("http://{}/mcp", replica.address)).unwrap();
    let outcome = client.call(tool, arguments).await.unwrap();
    assert_eq!(outcome.text(), "Done.");
}

/// Until the other one has heard of this replica: both have begun to listen by then.
async fn wait_for(listener: &mut Listener, replica: &Replica) {
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let address = replica.address;
    let knocking = tokio::spawn(async move {
        let client = HttpClient::connect(&format!("http://{address}/mcp")).unwrap();
        while !stopped.load(Ordering::SeqCst) {
            client
                .call("touch", json!({ "uri": "house://door" }))
                .await
                .unwrap();
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    });
    let told = tokio::task::block_in_place(|| listener.next());
    assert_eq!(told["params"]["uri"], "house://door");
    stop.store(true, Ordering::SeqCst);
    knocking.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_at_one_replica_is_told_by_the_other() {
    let Some([here, there]) = pair("changes") else {
        return;
    };
    let door = json!({ "resourceSubscriptions": ["house://door"] });
    wait_for(&mut Listener::at(&there, &door), &here).await;
    let both = json!({ "toolsListChanged": true, "resourceSubscriptions": ["house://stove"] });
    let mut listener = Listener::at(&there, &both);
    change(&here, "touch", json!({ "uri": "house://stove" })).await;
    let told = listener.next();
    assert_eq!(told["method"], "notifications/resources/updated");
    assert_eq!(told["params"]["uri"], "house://stove");
    change(&here, "turn", json!({ "on": false })).await;
    let told = listener.next();
    assert_eq!(told["method"], "notifications/tools/list_changed");
}
