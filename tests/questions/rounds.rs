//! Rounds: what the conformance suite asks of multi-round-trip requests, and what authors are
//! promised about them.

use mcp_runtime::ProtocolVersion;
use mcp_runtime::testing::Outcome;
use serde_json::{Value, json};

use crate::schemas::Schemas;
use crate::server::{self, Counts};
use crate::{accept, asked, client, client_of, keys, name, roots, said};

const ROUNDS: ProtocolVersion = ProtocolVersion::V2026_07_28;

/// The result of a call as it is on the wire, judged by the official schema.
async fn result(tool: &str, more: Value) -> Value {
    let client = client(ROUNDS);
    let mut params = json!({ "name": tool, "arguments": {} });
    for (key, value) in more.as_object().unwrap() {
        params[key] = value.clone();
    }
    let result = client.request("tools/call", params).await;
    let result = result.unwrap_or_else(|error| panic!("{error}"));
    let kind = match result["resultType"].as_str() {
        Some("input_required") => "InputRequiredResult",
        _ => "CallToolResult",
    };
    let faults = Schemas::find().faults(ROUNDS, kind, &result);
    assert!(faults.is_empty(), "{faults:?}");
    result
}

#[tokio::test]
async fn a_question_is_the_result_and_the_answer_completes_the_call() {
    let first = result("greet", json!({})).await;
    assert_eq!(first["resultType"], "input_required");
    let request = &first["inputRequests"]["user_name"];
    assert_eq!(request["method"], "elicitation/create");
    assert_eq!(
        request["params"],
        json!({
            "mode": "form",
            "message": "What is your name?",
            "requestedSchema": {
                "type": "object",
                "properties": {
                    "name": {
                        "type": "string", "description": "A first name.",
                        "minLength": 1, "maxLength": 20,
                    },
                },
                "required": ["name"],
            },
        })
    );
    assert!(!first["requestState"].as_str().unwrap().is_empty());
    assert!(first.get("content").is_none());

    let client = client(ROUNDS);
    let outcome = client.call("greet", json!({})).await;
    let outcome = client
        .answer(&asked(&outcome), json!({ "user_name": name("Alice") }))
        .await;
    assert_eq!(outcome.text(), "Hello, Alice!");
}

#[tokio::test]
async fn a_model_and_the_roots_are_asked_the_same_way() {
    let first = result("capital", json!({})).await;
    assert_eq!(
        first["inputRequests"]["capital_question"],
        json!({
            "method": "sampling/createMessage",
            "params": {
                "messages": [{
                    "role": "user",
                    "content": { "type": "text", "text": "What is the capital of France?" },
                }],
                "modelPreferences": { "hints": [{ "name": "sonnet" }], "speedPriority": 0.5 },
                "systemPrompt": "You know geography.",
                "temperature": 0.5,
                "maxTokens": 100,
                "stopSequences": ["\n\n"],
            },
        })
    );
    let first = result("folders", json!({})).await;
    assert_eq!(
        first["inputRequests"],
        json!({ "client_roots": { "method": "roots/list" } })
    );

    let client = client(ROUNDS);
    let outcome = client.call("capital", json!({})).await;
    let answers = json!({ "capital_question": said("Paris") });
    let outcome = client.answer(&asked(&outcome), answers).await;
    assert_eq!(outcome.text(), "test-model says: Paris");
    let outcome = client.call("folders", json!({})).await;
    let answers = json!({ "client_roots": roots() });
    let outcome = client.answer(&asked(&outcome), answers).await;
    assert_eq!(outcome.text(), "Project");
}

#[tokio::test]
async fn questions_that_are_joined_go_out_in_one_round_and_may_be_answered_in_several() {
    let client = client(ROUNDS);
    let first = asked(&client.call("everything", json!({})).await);
    assert_eq!(keys(&first), ["client_roots", "greeting", "user_name"]);

    let all = json!({ "user_name": name("Ada"), "greeting": said("Hi"), "client_roots": roots() });
    let outcome = client.answer(&first, all).await;
    assert_eq!(outcome.text(), "Ada: Hi (1 folders)");

    let two = json!({ "user_name": name("Ada"), "greeting": said("Hi") });
    let second = asked(&client.answer(&first, two).await);
    assert_eq!(keys(&second), ["client_roots"]);
    assert_ne!(first.state(), second.state());
    let outcome = client
        .answer(&second, json!({ "client_roots": roots() }))
        .await;
    assert_eq!(outcome.text(), "Ada: Hi (1 folders)");
}

#[tokio::test]
async fn the_function_runs_again_and_what_is_made_once_stays() {
    let counts = Counts::default();
    let client = client_of(&counts, ROUNDS);
    let first = asked(&client.call("steps", json!({})).await);
    assert_eq!(keys(&first), ["first"]);
    let outcome = client.answer(&first, json!({ "first": name("Ada") })).await;
    let second = asked(&outcome);
    assert_eq!(keys(&second), ["second"]);
    assert_eq!(
        second.request("second").unwrap()["params"]["message"],
        "And who is with Ada?"
    );
    assert_ne!(first.state(), second.state());
    let outcome = client
        .answer(&second, json!({ "second": name("Bob") }))
        .await;
    assert_eq!(outcome.text(), "Ada and Bob, tickets 100 and 2000, run 3");
    assert_eq!(counts.get(), 3);
}

#[tokio::test]
async fn an_accepted_answer_stays_as_it_was() {
    let client = client(ROUNDS);
    let first = asked(&client.call("steps", json!({})).await);
    let outcome = client.answer(&first, json!({ "first": name("Ada") })).await;
    let answers = json!({ "first": name("Eve"), "second": name("Bob") });
    let outcome = client.answer(&asked(&outcome), answers).await;
    assert!(outcome.text().starts_with("Ada and Bob"), "{outcome:?}");
}

#[tokio::test]
async fn each_rounds_state_differs_even_for_the_same_question() {
    let client = client(ROUNDS);
    let first = asked(&client.call("greet", json!({})).await);
    let again = asked(&client.call("greet", json!({})).await);
    let unanswered = asked(&client.answer(&first, json!({})).await);
    assert_ne!(first.state(), again.state());
    assert_ne!(first.state(), unanswered.state());
}

#[tokio::test]
async fn missing_answers_are_asked_for_again() {
    for responses in [
        json!({ "wrong_key": name("Alice") }),
        json!({}),
        json!(null),
    ] {
        let result = result("greet", json!({ "inputResponses": responses })).await;
        assert_eq!(result["resultType"], "input_required", "{responses}");
        assert!(result["inputRequests"]["user_name"].is_object());
    }
}

#[tokio::test]
async fn an_answer_counts_without_an_earlier_round_and_others_are_ignored() {
    let responses = json!({ "user_name": name("Alice"), "other": 7, "another": { "x": [] } });
    let result = result("greet", json!({ "inputResponses": responses })).await;
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["content"][0]["text"], "Hello, Alice!");
}

#[tokio::test]
async fn answers_of_the_wrong_shape_are_asked_for_again_and_the_user_is_told_why() {
    for (answer, why) in [
        (json!(12345), "'action' must be accept, decline or cancel"),
        (json!(null), "'action' must be accept, decline or cancel"),
        (
            json!({ "action": "ok" }),
            "'action' must be accept, decline or cancel",
        ),
        (
            json!({ "action": "accept" }),
            "the answer must be an object",
        ),
        (accept(json!({})), "'name' is required and must be a string"),
        (accept(json!({ "name": 7 })), "'name' must be a string"),
        (name(""), "'name' must have 1 to 20 characters"),
        (name(&"x".repeat(21)), "'name' must have 1 to 20 characters"),
    ] {
        let result = result(
            "greet",
            json!({ "inputResponses": { "user_name": answer } }),
        )
        .await;
        assert_eq!(result["resultType"], "input_required", "{answer}");
        let message = &result["inputRequests"]["user_name"]["params"]["message"];
        let message = message.as_str().unwrap();
        assert!(message.starts_with("What is your name?\n\n"), "{message}");
        assert!(message.contains(why), "{answer}: {message}");
    }
    for (tool, key, answer) in [
        ("capital", "capital_question", json!({ "content": "Paris" })),
        (
            "folders",
            "client_roots",
            json!({ "roots": [{ "name": "no address" }] }),
        ),
    ] {
        let result = result(tool, json!({ "inputResponses": { key: answer } })).await;
        assert_eq!(result["resultType"], "input_required", "{tool}");
    }
}

#[tokio::test]
async fn responses_and_state_of_the_wrong_type_are_malformed() {
    let client = client(ROUNDS);
    for more in [
        json!({ "inputResponses": [] }),
        json!({ "inputResponses": "yes" }),
        json!({ "requestState": 7 }),
    ] {
        let mut params = json!({ "name": "greet" });
        for (key, value) in more.as_object().unwrap() {
            params[key] = value.clone();
        }
        let error = client.request("tools/call", params).await.unwrap_err();
        assert_eq!(error.code, -32602, "{more}: {error}");
        assert!(error.message.starts_with("Malformed request: '"), "{error}");
    }
}

#[tokio::test]
async fn no_other_method_asks() {
    let client = client(ROUNDS);
    let listed = client
        .request("tools/list", json!({ "inputResponses": {} }))
        .await;
    assert_eq!(listed.unwrap()["resultType"], "complete");
}

#[tokio::test]
async fn declining_and_cancelling_are_answers() {
    let client = client(ROUNDS);
    for (action, greeting) in [("decline", "Hello, whoever you are!"), ("cancel", "Hello?")] {
        let first = asked(&client.call("greet", json!({})).await);
        let answers = json!({ "user_name": { "action": action } });
        assert_eq!(
            client.answer(&first, answers.clone()).await.text(),
            greeting
        );

        let first = asked(
            &client
                .call("greet_by_name", json!({ "greeting": "Hi" }))
                .await,
        );
        let outcome = client.answer(&first, answers).await;
        assert!(
            matches!(outcome, Outcome::ToolFailure { .. }),
            "{outcome:?}"
        );
        assert!(
            outcome.text().starts_with("The user "),
            "{}",
            outcome.text()
        );
    }
}

#[tokio::test]
async fn a_thread_and_a_task_of_their_own_may_ask_and_come_free() {
    let counts = Counts::default();
    let client = client_of(&counts, ROUNDS);
    for tool in ["block", "delegate"] {
        let first = asked(&client.call(tool, json!({})).await);
        assert_eq!(keys(&first), ["user_name"]);
        let outcome = client
            .answer(&first, json!({ "user_name": name("Ada") }))
            .await;
        assert!(outcome.text().contains("Ada"), "{outcome:?}");
    }
    // The thread of the first round has gone on, and so has that of the second.
    while counts.get() < 2 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn two_questions_of_one_key_are_a_fault_of_the_tool() {
    let client = client(ROUNDS);
    let first = asked(&client.call("confused", json!({})).await);
    let outcome = client.answer(&first, json!({ "name": name("Ada") })).await;
    let Outcome::ToolFailure { details, .. } = &outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(details["class"], "internal");
}

#[tokio::test]
async fn a_call_that_waits_for_its_client_takes_no_place() {
    let client = client(ROUNDS);
    let first = asked(&client.call("alone", json!({})).await);
    let other = asked(&client.call("alone", json!({})).await);
    for round in [other, first] {
        let outcome = client
            .answer(&round, json!({ "user_name": name("Ada") }))
            .await;
        assert_eq!(outcome.text(), "Ada");
    }
}

#[tokio::test]
async fn what_a_call_keeps_is_bounded() {
    let outcome = client(ROUNDS).call("hoard", json!({})).await;
    let Outcome::ToolFailure { details, .. } = &outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(details["class"], "internal");
}

/// State is not used up: what may happen one time only is the server's to guard.
#[tokio::test]
async fn a_round_that_is_sent_twice_is_answered_twice() {
    let client = client(ROUNDS);
    let first = asked(&client.call("greet", json!({})).await);
    for name in ["Ada", "Bob"] {
        let answer = json!({ "user_name": crate::name(name) });
        let outcome = client.answer(&first, answer).await;
        assert_eq!(outcome.text(), format!("Hello, {name}!"));
    }
}

#[tokio::test]
async fn progress_belongs_to_each_round() {
    let client = client(ROUNDS);
    let first = asked(&client.call("busy", json!({})).await);
    assert_eq!(client.notifications().len(), 1);
    let outcome = client
        .answer(&first, json!({ "user_name": name("Ada") }))
        .await;
    assert_eq!(outcome.text(), "Ada");
    assert_eq!(client.notifications().len(), 2);
}

#[tokio::test]
async fn a_client_may_answer_by_itself() {
    let client = client(ROUNDS).with_answers(|key, request| {
        assert_eq!(request["method"], "elicitation/create");
        Some(name(key))
    });
    let outcome = client.call("steps", json!({})).await;
    assert!(
        outcome.text().starts_with("first and second"),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn an_address_is_asked_for_with_its_own_mode() {
    let result = result("sign_in", json!({})).await;
    assert_eq!(
        result["inputRequests"]["sign_in"]["params"],
        json!({
            "mode": "url",
            "message": "Sign in, please.",
            "url": "https://example.com/connect?id=7",
        })
    );
    let client = client(ROUNDS);
    let first = asked(&client.call("sign_in", json!({})).await);
    let answers = json!({ "sign_in": { "action": "accept" } });
    assert_eq!(client.answer(&first, answers).await.text(), "signed in");
}

#[test]
fn every_tool_that_asks_is_listed() {
    assert!(server::builder(&Counts::default()).build().is_ok());
}
