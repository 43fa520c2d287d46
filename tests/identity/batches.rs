//! Several messages in one array, of 2025-03-26.

use serde_json::json;

use crate::world::{begin, legacy, send, service};

/// One status cannot speak for all: that of the others would make a client send them again.
#[tokio::test]
async fn in_a_batch_the_answer_says_what_its_call_needs() {
    let mut service = service();
    let session = begin(&mut service, "ada", "2025-03-26").await;
    let call = |id: u32, tool: &str, arguments| {
        let params = json!({"name": tool, "arguments": arguments});
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
    };
    let batch = json!([
        call(1, "read_order", json!({"id": 1})),
        call(2, "who", json!({}))
    ]);
    let came = send(&mut service, legacy("ada", &session, batch)).await;
    assert_eq!(came.status, 200);
    let answers = came.json();
    assert_eq!(answers[0]["error"]["code"], -32600);
    assert_eq!(
        answers[0]["error"]["data"],
        json!({"scopes": ["orders:read"]})
    );
    assert_eq!(answers[1]["result"]["content"][0]["text"], "ada");
}
