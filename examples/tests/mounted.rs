//! The application with two servers, over a real socket.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::time::Duration;

use examples::mounted::{app, stopped};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

struct Application {
    address: String,
    stop: watch::Sender<bool>,
    serving: JoinHandle<std::io::Result<()>>,
}

impl Application {
    async fn start(limit: Duration) -> Self {
        let (stop, told) = watch::channel(false);
        let app = app(limit, &told).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let serving = axum::serve(listener, app).with_graceful_shutdown(stopped(told));
        Self {
            address,
            stop,
            serving: tokio::spawn(async move { serving.await }),
        }
    }

    /// Calls a tool of one of the servers: the status, and the answer if it is one.
    async fn call(&self, server: &str, tool: &str, arguments: Value) -> (u16, Value) {
        let url = format!("{}/{server}/mcp", self.address);
        let body = json!({
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {
                "name": tool,
                "arguments": arguments,
                "_meta": {
                    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                    "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
                    "io.modelcontextprotocol/clientCapabilities": {},
                },
            },
        });
        let headers = [
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
            ("MCP-Protocol-Version", "2026-07-28"),
            ("Mcp-Method", "tools/call"),
            ("Mcp-Name", tool),
        ];
        let mut request = ureq::post(url);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let request = request.config().http_status_as_error(false).build();
        let ask = move || {
            let mut response = request.send(body.to_string()).unwrap();
            let text = response.body_mut().read_to_string().unwrap();
            (response.status().as_u16(), text)
        };
        let (status, text) = tokio::task::spawn_blocking(ask).await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or_default())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn both_servers_and_the_health_route_are_served() {
    let application = Application::start(Duration::from_secs(60)).await;
    let health = format!("{}/health", application.address);
    let ask = move || {
        ureq::get(health)
            .call()
            .unwrap()
            .body_mut()
            .read_to_string()
    };
    let health = tokio::task::spawn_blocking(ask).await.unwrap().unwrap();
    assert_eq!(health, "ok");

    let wrong = json!({ "user": 1, "sku": "PUMPS", "quantity": 2 });
    let (status, answer) = application.call("orders", "place_order", wrong).await;
    assert_eq!((status, &answer["result"]["isError"]), (200, &json!(true)));
    assert_eq!(
        answer["result"]["content"][0]["text"],
        "There is no product 'PUMPS'. The same call will fail again. \
         Call again with one of BELL, LIGHT, PUMP, TYRE-28, if the user means that. \
         If that does not help, ask the user which product is meant."
    );
    let right = json!({ "user": 1, "sku": "PUMP", "quantity": 2 });
    let (_, answer) = application.call("orders", "place_order", right).await;
    assert_eq!(answer["result"]["structuredContent"]["total"], "65.00 EUR");

    let sql = json!({ "sql": "SELECT count(*) AS customers FROM customers" });
    let (_, answer) = application.call("sql", "query", sql).await;
    assert_eq!(
        answer["result"]["structuredContent"],
        json!({ "columns": ["customers"], "rows": [[4]] })
    );
    let (_, answer) = application.call("sql", "place_order", json!({})).await;
    assert_eq!(answer["error"]["code"], -32602, "each has its own tools");

    application.stop.send_replace(true);
    application.serving.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_past_the_applications_limit_is_cut_off() {
    let application = Application::start(Duration::from_millis(50)).await;
    let endless =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";
    let (status, _) = application
        .call("sql", "query", json!({ "sql": endless }))
        .await;
    assert_eq!(status, 504);
}
