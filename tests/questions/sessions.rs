//! Sessions: questions are requests to the client, and the call waits.

use std::collections::HashSet;
use std::time::Duration;

use mcp_runtime::ProtocolVersion;
use mcp_runtime::testing::{Client, Outcome};
use serde_json::{Value, json};

use crate::schemas::Schemas;
use crate::server::{Counts, builder, server};
use crate::{WITH_FORMS, asked, client, client_of, keys, name, roots, said};

const SESSION: ProtocolVersion = ProtocolVersion::V2025_11_25;

/// Starts a call that waits for its client, and gives what it sent.
pub(crate) async fn begin(
    client: &Client,
    id: u64,
    tool: &str,
) -> (tokio::task::JoinHandle<Option<String>>, Value) {
    let request = json!({
        "jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": { "name": tool, "arguments": {}, "_meta": { "progressToken": id } },
    });
    let sender = client.clone();
    let call = tokio::spawn(async move { sender.send(&request.to_string()).await });
    let message = next(client).await;
    (call, message)
}

/// The next message that the server sends of its own accord.
pub(crate) async fn next(client: &Client) -> Value {
    loop {
        let mut messages = client.messages();
        assert!(messages.len() < 2, "{messages:?}");
        if let Some(message) = messages.pop() {
            return message;
        }
        tokio::task::yield_now().await;
    }
}

pub(crate) async fn reply(client: &Client, id: &Value, part: (&str, Value)) {
    let mut reply = json!({ "jsonrpc": "2.0", "id": id });
    reply[part.0] = part.1;
    assert_eq!(client.send(&reply.to_string()).await, None);
}

#[tokio::test]
async fn a_question_is_a_request_and_its_reply_goes_on_with_the_call() {
    for version in [SESSION, ProtocolVersion::V2025_06_18] {
        let client = client(version);
        let (call, request) = begin(&client, 7, "greet").await;
        assert_eq!(request["method"], "elicitation/create");
        let faults = Schemas::find().faults(version, "ElicitRequest", &request);
        assert!(faults.is_empty(), "{faults:?}");
        reply(&client, &request["id"], ("result", name("Ada"))).await;
        let answer = call.await.unwrap().unwrap();
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["id"], 7);
        assert_eq!(answer["result"]["content"][0]["text"], "Hello, Ada!");
        assert!(client.messages().is_empty());
    }
}

#[tokio::test]
async fn a_model_and_the_roots_are_asked_in_every_session() {
    for version in ProtocolVersion::ALL {
        if version == ProtocolVersion::LATEST {
            continue;
        }
        let client = client(version);
        let (call, request) = begin(&client, 1, "capital").await;
        assert_eq!(request["method"], "sampling/createMessage");
        let faults = Schemas::find().faults(version, "CreateMessageRequest", &request);
        assert!(faults.is_empty(), "{faults:?}");
        reply(&client, &request["id"], ("result", said("Paris"))).await;
        assert!(call.await.unwrap().unwrap().contains("says: Paris"));

        let (call, request) = begin(&client, 2, "folders").await;
        assert_eq!(request["method"], "roots/list");
        let faults = Schemas::find().faults(version, "ListRootsRequest", &request);
        assert!(faults.is_empty(), "{faults:?}");
        reply(&client, &request["id"], ("result", roots())).await;
        assert!(call.await.unwrap().unwrap().contains("Project"));
    }
}

#[tokio::test]
async fn the_same_test_drives_rounds_and_sessions() {
    for version in WITH_FORMS {
        let counts = Counts::default();
        let client = client_of(&counts, version);
        let first = asked(&client.call("steps", json!({})).await);
        assert_eq!(keys(&first), ["first"], "{version}");
        let outcome = client.answer(&first, json!({ "first": name("Ada") })).await;
        let second = asked(&outcome);
        assert_eq!(keys(&second), ["second"], "{version}");
        let outcome = client
            .answer(&second, json!({ "second": name("Bob") }))
            .await;
        assert!(
            outcome.text().starts_with("Ada and Bob, tickets 100"),
            "{outcome:?}"
        );
        let runs = if version == ProtocolVersion::LATEST {
            3
        } else {
            1
        };
        assert_eq!(counts.get(), runs, "{version}");

        let joined = asked(&client.call("everything", json!({})).await);
        assert_eq!(keys(&joined), ["client_roots", "greeting", "user_name"]);
        let two = json!({ "greeting": said("Hi"), "client_roots": roots() });
        let rest = asked(&client.answer(&joined, two).await);
        assert_eq!(keys(&rest), ["user_name"], "{version}");
        let outcome = client
            .answer(&rest, json!({ "user_name": name("Ada") }))
            .await;
        assert_eq!(outcome.text(), "Ada: Hi (1 folders)");

        for tool in ["block", "delegate"] {
            let first = asked(&client.call(tool, json!({})).await);
            let outcome = client
                .answer(&first, json!({ "user_name": name("Ada") }))
                .await;
            assert!(
                outcome.text().contains("Ada"),
                "{version} {tool} {outcome:?}"
            );
        }
    }
}

#[tokio::test]
async fn the_servers_request_ids_are_its_own_and_each_is_used_once() {
    let client = client(SESSION);
    let mut seen = HashSet::new();
    let mut calls = Vec::new();
    for id in 1..=20 {
        let (call, request) = begin(&client, id, "greet").await;
        assert!(seen.insert(request["id"].to_string()), "{request}");
        calls.push((id, call, request));
    }
    // Answered in another order, each reply finds its own call.
    calls.reverse();
    for (id, call, request) in calls {
        reply(
            &client,
            &request["id"],
            ("result", name(&format!("user {id}"))),
        )
        .await;
        let answer: Value = serde_json::from_str(&call.await.unwrap().unwrap()).unwrap();
        assert_eq!(answer["id"], id);
        assert_eq!(
            answer["result"]["content"][0]["text"],
            format!("Hello, user {id}!")
        );
    }
}

#[tokio::test]
async fn a_reply_that_nobody_waits_for_is_never_answered() {
    let client = client(SESSION);
    let (call, request) = begin(&client, 1, "greet").await;
    for id in [json!(4711), json!("1"), json!(-1), json!(null), json!(1.5)] {
        reply(&client, &id, ("result", name("Eve"))).await;
        reply(
            &client,
            &id,
            ("error", json!({ "code": -1, "message": "no" })),
        )
        .await;
    }
    reply(&client, &request["id"], ("result", name("Ada"))).await;
    reply(&client, &request["id"], ("result", name("Eve"))).await;
    assert!(call.await.unwrap().unwrap().contains("Hello, Ada!"));
    reply(&client, &request["id"], ("result", name("Eve"))).await;
    assert!(client.messages().is_empty());
}

#[tokio::test]
async fn an_error_of_the_client_reaches_the_model() {
    for (error, class) in [
        (
            json!({ "code": -1, "message": "User rejected sampling request" }),
            "rejected",
        ),
        (
            json!({ "code": -32601, "message": "Method not found" }),
            "unsupported",
        ),
        (json!({ "code": -32602, "message": "" }), "rejected"),
        (json!("not an error"), "rejected"),
    ] {
        let client = client(SESSION);
        let (call, request) = begin(&client, 1, "capital").await;
        reply(&client, &request["id"], ("error", error)).await;
        let answer: Value = serde_json::from_str(&call.await.unwrap().unwrap()).unwrap();
        let result = &answer["result"];
        assert_eq!(result["isError"], true);
        assert_eq!(
            result["_meta"]["rs.mcp-runtime/failure"]["class"], class,
            "{answer}"
        );
    }
}

#[tokio::test]
async fn an_answer_that_will_not_do_is_asked_for_again_but_not_for_ever() {
    let client = client(SESSION);
    let (call, mut request) = begin(&client, 1, "greet").await;
    for attempt in 1..=3 {
        assert_eq!(request["method"], "elicitation/create");
        let message = request["params"]["message"].as_str().unwrap();
        assert_eq!(
            message.contains("could not be used"),
            attempt > 1,
            "{message}"
        );
        reply(&client, &request["id"], ("result", name(""))).await;
        if attempt < 3 {
            request = next(&client).await;
        }
    }
    let answer: Value = serde_json::from_str(&call.await.unwrap().unwrap()).unwrap();
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(
        text.contains("'name' must have 1 to 20 characters"),
        "{text}"
    );
}

#[tokio::test]
async fn cancelling_the_call_cancels_its_question() {
    let client = client(SESSION);
    let (call, request) = begin(&client, 5, "greet").await;
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}"#;
    assert_eq!(client.send(cancel).await, None);
    assert_eq!(call.await.unwrap(), None);
    let message = next(&client).await;
    assert_eq!(message["method"], "notifications/cancelled");
    assert_eq!(message["params"]["requestId"], request["id"]);
    let faults = Schemas::find().faults(SESSION, "CancelledNotification", &message);
    assert!(faults.is_empty(), "{faults:?}");
    reply(&client, &request["id"], ("result", name("Ada"))).await;
    assert!(client.messages().is_empty());
}

#[tokio::test]
async fn a_client_that_is_gone_ends_the_wait() {
    let client = client(SESSION);
    let (call, _) = begin(&client, 1, "greet").await;
    client.hang_up();
    let answer: Value = serde_json::from_str(&call.await.unwrap().unwrap()).unwrap();
    assert_eq!(answer["result"]["isError"], true);
    assert!(client.messages().is_empty());
    let outcome = client.call("greet", json!({})).await;
    assert!(
        outcome.text().contains("connection to the client ended"),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn a_client_that_does_not_answer_in_time_is_told_that_nobody_waits() {
    let server = builder(&Counts::default())
        .answers_within(Duration::from_millis(20))
        .build()
        .unwrap();
    let client = Client::new(&server)
        .with_capabilities(json!({ "elicitation": {} }))
        .with_version(SESSION);
    let (call, request) = begin(&client, 1, "greet").await;
    let answer = call.await.unwrap().unwrap();
    assert!(
        answer.contains("did not answer within 20 milliseconds"),
        "{answer}"
    );
    let message = next(&client).await;
    assert_eq!(message["params"]["requestId"], request["id"]);
}

#[tokio::test]
async fn waiting_for_the_client_is_not_the_calls_own_time() {
    let client = client(SESSION);
    let (call, request) = begin(&client, 1, "hurried").await;
    // Longer than the tool may take.
    tokio::time::sleep(Duration::from_millis(1300)).await;
    assert!(!call.is_finished());
    reply(&client, &request["id"], ("result", name("Ada"))).await;
    assert!(call.await.unwrap().unwrap().contains("Ada"));
}

#[tokio::test]
async fn an_address_has_an_id_where_the_revision_wants_one() {
    let client = client(SESSION);
    let (call, request) = begin(&client, 1, "sign_in").await;
    let faults = Schemas::find().faults(SESSION, "ElicitRequest", &request);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(request["params"]["mode"], "url");
    assert!(
        !request["params"]["elicitationId"]
            .as_str()
            .unwrap()
            .is_empty()
    );
    reply(
        &client,
        &request["id"],
        ("result", json!({ "action": "decline" })),
    )
    .await;
    assert!(call.await.unwrap().unwrap().contains("declined"));
}

#[tokio::test]
async fn a_server_that_stops_answers_the_call_that_waits() {
    let client = Client::new(&server(&Counts::default()))
        .with_capabilities(json!({ "elicitation": {} }))
        .with_version(SESSION);
    let outcome = client.call("greet", json!({})).await;
    assert!(matches!(outcome, Outcome::InputRequired(_)), "{outcome:?}");
    assert_eq!(client.abandon().len(), 1);
}
