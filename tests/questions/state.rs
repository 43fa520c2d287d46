//! The state that a client keeps: nobody changes it, and it belongs to one call of one caller.

use std::time::Duration;

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{Principal, ProtocolVersion, Server};
use serde_json::{Value, json};

use crate::server::{Counts, all, builder};
use crate::{asked, name};

fn client(server: &Server) -> Client {
    Client::new(server).with_capabilities(json!({ "elicitation": {}, "sampling": {} }))
}

fn server() -> Server {
    builder(&Counts::default()).build().unwrap()
}

/// Sends a state back with other things than those that it was given for.
async fn sent(client: &Client, tool: &str, arguments: Value, state: &str) -> Outcome {
    let params = json!({
        "name": tool,
        "arguments": arguments,
        "inputResponses": { "user_name": name("Ada") },
        "requestState": state,
    });
    match client.request("tools/call", params).await {
        Err(error) if error.code == -32602 => {
            assert!(
                error.message.starts_with("Invalid 'requestState'"),
                "{error}"
            );
            Outcome::Cancelled
        }
        other => panic!("accepted: {other:?}"),
    }
}

async fn state(client: &Client, tool: &str, arguments: Value) -> String {
    let asked = asked(&client.call(tool, arguments).await);
    asked.state().unwrap().to_owned()
}

#[tokio::test]
async fn tampering_is_a_protocol_error() {
    let client = client(&server());
    let state = state(&client, "greet", json!({})).await;
    for changed in [
        format!("{state}-TAMPERED"),
        state.to_lowercase(),
        state[..state.len() - 4].to_owned(),
        String::new(),
        "nonsense".to_owned(),
    ] {
        sent(&client, "greet", json!({}), &changed).await;
    }
}

#[tokio::test]
async fn every_flipped_byte_is_refused() {
    let client = client(&server());
    let state = state(&client, "greet", json!({})).await;
    for place in 0..state.len() {
        let mut bytes = state.clone().into_bytes();
        bytes[place] ^= 1 << (place % 7);
        let changed = String::from_utf8(bytes).unwrap();
        sent(&client, "greet", json!({}), &changed).await;
    }
}

#[tokio::test]
async fn state_belongs_to_its_tool_its_arguments_and_its_caller() {
    let server = server();
    let client = client(&server);
    let arguments = json!({ "greeting": "Hi" });
    let state = state(&client, "greet_by_name", arguments.clone()).await;
    sent(&client, "greet", json!({}), &state).await;
    sent(
        &client,
        "greet_by_name",
        json!({ "greeting": "Hello" }),
        &state,
    )
    .await;
    sent(&client, "greet_by_name", json!({}), &state).await;
    let somebody = client.with_principal(Principal::new("somebody"));
    sent(&somebody, "greet_by_name", arguments.clone(), &state).await;
    let own = self::state(&somebody, "greet_by_name", arguments.clone()).await;
    let else_one = somebody
        .clone()
        .with_principal(Principal::new("somebody else"));
    sent(&else_one, "greet_by_name", arguments, &own).await;
}

#[tokio::test]
async fn the_same_arguments_may_be_written_otherwise() {
    let client = client(&server());
    let first = state(&client, "greet_by_name", json!({ "greeting": "Hé" })).await;
    let text = format!(
        r#"{{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{{"arguments":{{ "greeting" : "H\u00e9" }},"name":"greet_by_name","requestState":"{first}","inputResponses":{{"user_name":{}}},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{"elicitation":{{}}}}}}}}}}"#,
        name("Ada")
    );
    let answer = client.send(&text).await.unwrap();
    assert!(answer.contains("Hé, Ada!"), "{answer}");
}

#[tokio::test]
async fn replicas_agree_by_their_key_and_keys_can_be_changed() {
    let built = |keys: &[u8]| {
        let builder = builder(&Counts::default());
        let builder = keys
            .iter()
            .fold(builder, |builder, key| builder.state_key([*key; 32]));
        client(&builder.build().unwrap())
    };
    let (one, replica, rotated, other) = (built(&[1]), built(&[1]), built(&[2, 1]), built(&[2]));
    let first = asked(&one.call("greet", json!({})).await);
    for client in [&replica, &rotated] {
        let outcome = client
            .answer(&first, json!({ "user_name": name("Ada") }))
            .await;
        assert_eq!(outcome.text(), "Hello, Ada!");
    }
    let state = first.state().unwrap();
    sent(&other, "greet", json!({}), state).await;
    // Without a key, every process has its own.
    sent(&client(&server()), "greet", json!({}), state).await;
    // Another server of the same key is another server.
    let namesake = Server::builder("others", "1.0.0")
        .state(Counts::default())
        .tools(all())
        .state_key([1; 32])
        .build()
        .unwrap();
    sent(&client(&namesake), "greet", json!({}), state).await;
}

#[tokio::test]
async fn state_expires() {
    let server = builder(&Counts::default())
        .answers_within(Duration::ZERO)
        .build()
        .unwrap();
    let client = client(&server);
    let first = asked(&client.call("greet", json!({})).await);
    // It counts in seconds.
    loop {
        let outcome = client
            .answer(&first, json!({ "user_name": name("Ada") }))
            .await;
        if let Outcome::ProtocolError { code, message, .. } = outcome {
            assert_eq!(code, -32602);
            assert!(message.contains("expired"), "{message}");
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_session_does_not_know_the_members_of_rounds() {
    let client = client(&server()).with_version(ProtocolVersion::V2025_11_25);
    let client = client.with_answers(|_, _| Some(name("Ada")));
    let params = json!({ "name": "greet", "requestState": "nonsense", "inputResponses": 7 });
    let result = client.request("tools/call", params).await.unwrap();
    assert_eq!(result["content"][0]["text"], "Hello, Ada!");
}
