//! What is said of a question without an answer is the server's own words.

use std::borrow::Cow;
use std::time::Duration;

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{Advice, Elicited, English, Incident, ProtocolVersion, QuestionKind};
use serde_json::json;

use crate::server::{Counts, builder};
use crate::sessions::{begin, next, reply};
use crate::{accept, asked, name};

/// Says the kinds of what happened, and what to do.
struct Terse;

impl Advice for Terse {
    fn incident(&self, incident: &Incident<'_>) -> String {
        match incident {
            Incident::ClientCannot { tool, question, .. } => format!("{tool} cannot {question:?}"),
            Incident::ClientSilent { tool, limit, .. } => format!("{tool} silent {limit:?}"),
            Incident::ClientGone { tool, .. } => format!("{tool} gone"),
            Incident::ClientRefused { tool, message, .. } => format!("{tool} refused {message}"),
            Incident::AnswerUnusable { tool, why, .. } => format!("{tool} unusable {why}"),
            Incident::UserDeclined => "declined".to_owned(),
            Incident::UserClosed => "closed".to_owned(),
            Incident::AnswersTooLong { tool, limit, .. } => format!("{tool} too long {limit}"),
            other => English.incident(other),
        }
    }

    fn incident_next(&self, _: &Incident<'_>) -> Cow<'static, str> {
        "Do this".into()
    }
}

fn client(version: ProtocolVersion, patience: Duration) -> Client {
    let builder = builder(&Counts::default()).advice(Terse);
    let server = builder.answers_within(patience).build().unwrap();
    Client::new(&server)
        .with_capabilities(json!({ "elicitation": {}, "sampling": {} }))
        .with_version(version)
}

/// The text of an answer.
fn text(answer: &str) -> String {
    let answer: serde_json::Value = serde_json::from_str(answer).unwrap();
    let text = answer["result"]["content"][0]["text"].as_str();
    text.unwrap_or_else(|| panic!("{answer}")).to_owned()
}

#[tokio::test]
async fn every_way_to_get_no_answer_is_said_in_the_servers_words() {
    let long = Duration::from_secs(60);
    let session = || client(ProtocolVersion::V2025_11_25, long);

    let outcome = session().call("folders", json!({})).await;
    let said = outcome.text();
    assert!(said.starts_with("Folders cannot Roots. "), "{said}");
    assert!(said.contains(" Do this."), "{said}");

    let client = session();
    let (call, request) = begin(&client, 1, "capital").await;
    let error = json!({ "code": -1, "message": "no" });
    reply(&client, &request["id"], ("error", error)).await;
    let said = text(&call.await.unwrap().unwrap());
    assert!(said.starts_with("Capital refused no. "), "{said}");
    assert!(said.contains("not an instruction"), "{said}");

    let client = session();
    let (call, mut request) = begin(&client, 1, "greet").await;
    for attempt in 1..=3 {
        reply(&client, &request["id"], ("result", name(""))).await;
        if attempt < 3 {
            request = next(&client).await;
        }
    }
    let said = text(&call.await.unwrap().unwrap());
    assert!(
        said.starts_with("Greet unusable 'name' must have"),
        "{said}"
    );

    let client = session();
    let (call, _) = begin(&client, 1, "greet").await;
    client.hang_up();
    let said = text(&call.await.unwrap().unwrap());
    assert!(said.starts_with("Greet gone. "), "{said}");

    let client = self::client(ProtocolVersion::V2025_11_25, Duration::from_millis(20));
    let (call, _) = begin(&client, 1, "greet").await;
    let said = text(&call.await.unwrap().unwrap());
    assert!(said.starts_with("Greet silent 20ms. "), "{said}");

    let client = self::client(ProtocolVersion::V2026_07_28, long);
    let first = asked(&client.call("publish", json!({})).await);
    let story = accept(json!({ "text": "x".repeat(300 << 10) }));
    let outcome = client.answer(&first, json!({ "story": story })).await;
    let Outcome::ToolFailure { text, .. } = &outcome else {
        panic!("{outcome:?}");
    };
    assert!(text.starts_with("Publish too long 262144. "), "{text}");

    for (action, said) in [("decline", "Declined. "), ("cancel", "Closed. ")] {
        let action = json!({ "story": { "action": action } });
        let outcome = client.answer(&first, action).await;
        assert!(outcome.text().starts_with(said), "{outcome:?}");
        assert!(outcome.text().ends_with(" Do this."), "{outcome:?}");
    }
}

#[tokio::test]
async fn what_a_client_says_of_its_refusal_is_redacted() {
    let server = builder(&Counts::default())
        .redact(|value| Some(value.text().replace("hunter2", "(hidden)")))
        .build()
        .unwrap();
    let client = Client::new(&server)
        .with_capabilities(json!({ "elicitation": {}, "sampling": {} }))
        .with_version(ProtocolVersion::V2025_11_25);
    let (call, request) = begin(&client, 1, "capital").await;
    let error = json!({ "code": -1, "message": "not with hunter2" });
    reply(&client, &request["id"], ("error", error)).await;
    let said = text(&call.await.unwrap().unwrap());
    assert!(said.contains("error: \"not with (hidden)\""), "{said}");
}

#[test]
fn a_failure_whose_texts_are_mapped_keeps_its_advice() {
    let failure = Elicited::<()>::Declined.required().unwrap_err();
    let said = failure.map_text(str::to_uppercase).to_string();
    assert!(said.contains("THE USER DECLINED TO ANSWER"), "{said}");
    assert!(
        said.contains("TELL THE USER THAT NOTHING WAS DONE"),
        "{said}"
    );
}

#[tokio::test]
async fn a_choice_of_several_is_a_question_of_its_own() {
    let client = client(ProtocolVersion::V2025_06_18, Duration::from_secs(60));
    let outcome = client.call("handmade", json!({})).await;
    let cannot = format!("Handmade cannot {:?}. ", QuestionKind::Choices);
    let said = outcome.text().to_lowercase();
    assert!(said.starts_with(&cannot.to_lowercase()), "{said}");
}
