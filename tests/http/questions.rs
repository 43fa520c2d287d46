//! Questions over HTTP: results at 2026-07-28, requests on the stream of the call in a session.

use mcp_runtime::{Context, Server, ToolFailure, tool, tools};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::peer::{Served, Session, begin_with, call, serve};

/// Who somebody is.
#[derive(Debug, Deserialize, JsonSchema)]
struct Person {
    name: String,
}

/// Greet the user, who is asked for a name.
#[tool]
async fn introduce(cx: &Context) -> Result<String, ToolFailure> {
    let answer = cx.elicit::<Person>("person", "Who are you?").await?;
    Ok(format!("Hello, {}!", answer.required()?.name))
}

fn served() -> Served {
    let server = Server::builder("asking", "1.0.0").tools(tools![introduce]);
    serve(server.build().unwrap())
}

#[test]
fn a_session_is_asked_on_the_stream_of_its_call_and_replies_with_a_post() {
    let served = served();
    for version in ["2025-06-18", "2025-11-25"] {
        let session = begin_with(&served, version, json!({ "elicitation": {} }));
        let mut caller = served.connect();
        let call = Session::call(7, "introduce", json!({}));
        caller.write_post(&session.headers(), &call);
        assert_eq!(
            caller.head().header("content-type"),
            Some("text/event-stream")
        );
        let mut next = || loop {
            let event = caller.said().unwrap();
            if event.data.as_deref() != Some("") {
                break event.json();
            }
        };
        let request = next();
        assert_eq!(request["method"], "elicitation/create", "{request}");
        let reply = |name: &str| {
            json!({
                "jsonrpc": "2.0", "id": request["id"],
                "result": { "action": "accept", "content": { "name": name } },
            })
            .to_string()
        };
        assert_eq!(session.send(&served, &reply("Ada")).status, 202);
        let answer = next();
        assert_eq!(answer["id"], 7);
        assert_eq!(answer["result"]["content"][0]["text"], "Hello, Ada!");
        // Too late, and taken all the same.
        assert_eq!(session.send(&served, &reply("Eve")).status, 202);
    }
}

#[test]
fn a_question_is_a_result_and_a_missing_capability_a_bad_request() {
    let served = served();
    let mut request = call("introduce", json!({}));
    let refused = request.send(&served);
    assert_eq!(
        (refused.status, refused.code()),
        (400, -32021),
        "{refused:?}"
    );
    request.body["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
        json!({ "elicitation": {} });
    let asked = request.send(&served);
    assert_eq!(asked.status, 200, "{asked:?}");
    let result = &asked.answer()["result"];
    assert_eq!(result["resultType"], "input_required", "{result}");
    request.body["params"]["inputResponses"] =
        json!({ "person": { "action": "accept", "content": { "name": "Ada" } } });
    request.body["params"]["requestState"] = result["requestState"].clone();
    let answer = request.send(&served).answer();
    assert_eq!(answer["result"]["content"][0]["text"], "Hello, Ada!");
    request.body["params"]["requestState"] = json!("changed");
    assert_eq!(request.send(&served).code(), -32602);
}
