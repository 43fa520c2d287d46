//! What of an answer is read, what is kept of it, and what is refused.

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{Notification, ProtocolVersion};
use serde_json::{Value, json};

use crate::sessions::{begin, next, reply};
use crate::{accept, asked, client, keys, name, roots, said};

const ROUNDS: ProtocolVersion = ProtocolVersion::V2026_07_28;

/// The answer to a request of 2026-07-28 whose parameters are written by hand.
async fn sent(client: &Client, method: &str, params: &str) -> Value {
    let request = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{params},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{"elicitation":{{}},"sampling":{{}},"roots":{{}}}}}}}}}}"#
    );
    let answer = client.send(&request).await.unwrap();
    serde_json::from_str(&answer).unwrap()
}

#[tokio::test]
async fn a_key_given_twice_in_answers_is_refused_at_every_depth() {
    let client = client(ROUNDS);
    for (responses, place) in [
        (
            r#"{"user_name":{"action":"decline"},"user_name":{"action":"cancel"}}"#,
            "user_name",
        ),
        (
            r#"{"user_name":{"action":"decline","action":"accept","content":{"name":"Ada"}}}"#,
            "user_name.action",
        ),
        (
            r#"{"user_name":{"action":"accept","content":{"name":"Ada","n\u0061me":"Eve"}}}"#,
            "user_name.content.name",
        ),
        (
            r#"{"unasked":{"content":[{"type":"text","_meta":{"a":1,"a":2}}]}}"#,
            "unasked.content[0]._meta.a",
        ),
    ] {
        let params = format!(r#""name":"greet","inputResponses":{responses}"#);
        let answer = sent(&client, "tools/call", &params).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        assert_eq!(
            answer["error"]["message"],
            format!(
                "Malformed request: 'inputResponses': '{place}' is given more than once, send it once"
            )
        );
    }
}

#[tokio::test]
async fn a_key_given_twice_in_a_reply_is_asked_for_again() {
    let client = client(ProtocolVersion::V2025_11_25);
    let (call, request) = begin(&client, 1, "greet").await;
    let id = &request["id"];
    let twice = format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"action":"accept","content":{{"name":"Eve","name":"Ada"}}}}}}"#
    );
    assert_eq!(client.send(&twice).await, None);
    let again = next(&client).await;
    let message = again["params"]["message"].as_str().unwrap();
    assert!(
        message.ends_with("'content.name' is given more than once, send it once."),
        "{message}"
    );
    reply(&client, &again["id"], ("result", name("Ada"))).await;
    assert!(call.await.unwrap().unwrap().contains("Hello, Ada!"));
}

#[tokio::test]
async fn members_that_nothing_asked_for_are_not_kept() {
    let client = client(ROUNDS);
    let heap = "x".repeat(300 << 10);

    let first = asked(&client.call("steps", json!({})).await);
    let mut answer = accept(json!({ "name": "Ada", "more": heap }));
    answer["_meta"] = json!(heap);
    let second = asked(&client.answer(&first, json!({ "first": answer })).await);
    assert_eq!(keys(&second), ["second"]);
    assert!(second.state().unwrap().len() < 1000);
    let outcome = client
        .answer(&second, json!({ "second": name("Bob") }))
        .await;
    assert!(outcome.text().starts_with("Ada and Bob"), "{outcome:?}");

    let first = asked(&client.call("everything", json!({})).await);
    let mut joke = said("Hi");
    joke["_meta"] = json!(heap);
    let mut folders = roots();
    folders["roots"][0]["_meta"] = json!(heap);
    let two = json!({ "greeting": joke, "client_roots": folders });
    let rest = asked(&client.answer(&first, two).await);
    assert!(rest.state().unwrap().len() < 1000);
    let outcome = client
        .answer(&rest, json!({ "user_name": name("Ada") }))
        .await;
    assert_eq!(outcome.text(), "Ada: Hi (1 folders)");

    let first = asked(&client.call("steps", json!({})).await);
    let declined = json!({ "action": "decline", "content": { "name": heap } });
    let outcome = client.answer(&first, json!({ "first": declined })).await;
    assert!(outcome.text().contains("declined"), "{outcome:?}");
}

#[tokio::test]
async fn answers_too_long_to_be_kept_are_answered_with_what_to_do() {
    let client = client(ROUNDS);
    let first = asked(&client.call("publish", json!({})).await);
    let story = |length: usize| json!({ "story": accept(json!({ "text": "x".repeat(length) })) });
    let outcome = client.answer(&first, story(300 << 10)).await;
    let Outcome::ToolFailure { text, details, .. } = &outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(details["class"], "invalid_input");
    assert_eq!(
        text,
        "The answers to the questions of 'publish' are too long: with them the client would have to keep 307256 bytes until the next round, and 262144 are allowed. The same call will fail again. Begin the call anew, and give shorter answers."
    );
    let second = asked(&client.answer(&first, story(200 << 10)).await);
    let outcome = client
        .answer(&second, json!({ "title": name("Long") }))
        .await;
    assert_eq!(outcome.text(), "Long: 204800 letters");
}

#[tokio::test]
async fn a_client_is_told_when_an_address_has_been_dealt_with() {
    let client = client(ProtocolVersion::V2025_11_25);
    let (call, request) = begin(&client, 1, "connect").await;
    let accepted = json!({ "action": "accept" });
    reply(&client, &request["id"], ("result", accepted)).await;
    assert!(call.await.unwrap().unwrap().contains("connected"));
    let told = client.notifications();
    let [Notification::ElicitationCompleted { elicitation, .. }] = &told[..] else {
        panic!("{told:?}");
    };
    assert_eq!(request["params"]["elicitationId"], **elicitation);
    let message: Value = serde_json::from_str(&told[0].to_string()).unwrap();
    let faults = crate::schemas::Schemas::find().faults(
        ProtocolVersion::V2025_11_25,
        "ElicitationCompleteNotification",
        &message,
    );
    assert!(faults.is_empty(), "{faults:?}");
}

#[tokio::test]
async fn no_other_revision_has_a_message_for_an_address_that_has_been_dealt_with() {
    let client = client(ROUNDS);
    let first = asked(&client.call("connect", json!({})).await);
    let accepted = json!({ "page": { "action": "accept" } });
    let outcome = client.answer(&first, accepted).await;
    assert_eq!(outcome.text(), "connected");
    assert_eq!(client.notifications(), []);
}
