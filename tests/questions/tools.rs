//! A model that is asked may call the tools that it is offered.

use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{
    Context, ProtocolVersion, Sampling, SamplingTool, Server, ToolChoice, ToolFailure, ToolUse,
    tool, tools,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::schemas::Schemas;
use crate::{asked, said};

#[derive(Debug, Deserialize, JsonSchema)]
struct Place {
    /// A city's name.
    city: String,
}

fn question() -> Sampling {
    let weather = SamplingTool::of::<Place>("weather", "The weather of a city.");
    Sampling::new(500).user("Oslo or Bergen?").tool(weather)
}

fn answered(question: Sampling, call: &ToolUse) -> Sampling {
    match call.input::<Place>() {
        Ok(Place { city }) => question.result(call, format!("sun in {city}")),
        Err(words) => question.failed(call, words),
    }
}

/// Asks a model that may look up the weather.
#[tool]
async fn advise(cx: &Context) -> Result<String, ToolFailure> {
    let mut question = question();
    for step in 0..2 {
        let said = cx.sample(format!("step {step}"), question.clone()).await?;
        question = question.said(&said);
        for call in said.tool_uses() {
            question = answered(question, &call);
        }
        if said.tool_uses().is_empty() {
            return Ok(said.text());
        }
    }
    let last = question.tool_choice(ToolChoice::None);
    Ok(cx.sample("last", last).await?.text())
}

/// Asks in ways that no model can be asked.
#[tool]
async fn misuse(what: u8, cx: &Context) -> Result<String, ToolFailure> {
    let call = cx.sample("call", question()).await?;
    let uses = call.tool_uses();
    let question = question().said(&call);
    let asked = match what {
        0 => question,
        1 => question.user("Well?"),
        2 => question.result(&uses[0], "a").result(&uses[0], "b"),
        _ => question.tool(SamplingTool::of::<Vec<u8>>("list", "No struct.")),
    };
    Ok(cx.sample("again", asked).await?.text())
}

fn client(version: ProtocolVersion, sampling: Value) -> Client {
    let server = Server::builder("models", "1.0.0").tools(tools![advise, misuse]);
    Client::new(&server.build().unwrap())
        .with_capabilities(json!({ "sampling": sampling }))
        .with_version(version)
}

/// A message in which a model calls the tool, once for each input.
fn calls(inputs: &[Value]) -> Value {
    let items = inputs.iter().enumerate().map(|(place, input)| {
        json!({ "type": "tool_use", "id": format!("call {place}"), "name": "weather", "input": input })
    });
    let items: Vec<_> = items.collect();
    json!({ "role": "assistant", "content": items, "model": "m", "stopReason": "toolUse" })
}

#[tokio::test]
async fn a_model_is_offered_tools_and_gets_their_results() {
    for version in [ProtocolVersion::LATEST, ProtocolVersion::V2025_11_25] {
        let client = client(version, json!({ "tools": {} }));
        let first = asked(&client.call("advise", json!({})).await);
        let request = first.request("step 0").unwrap();
        let schema = json!({
            "type": "object",
            "properties": { "city": { "type": "string", "description": "A city's name." } },
            "required": ["city"],
            "additionalProperties": false,
        });
        let tool = json!({ "name": "weather", "description": "The weather of a city.", "inputSchema": schema });
        assert_eq!(request["params"]["tools"], json!([tool]), "{version}");
        assert_eq!(request["params"].get("toolChoice"), None);

        let inputs = [json!({ "city": "Oslo" }), json!({ "town": "Bergen" })];
        let outcome = client
            .answer(&first, json!({ "step 0": calls(&inputs) }))
            .await;
        let second = asked(&outcome);
        let request = second.request("step 1").unwrap();
        let messages = &request["params"]["messages"];
        assert_eq!(messages[1]["content"], calls(&inputs)["content"]);
        assert_eq!(messages[2]["role"], "user");
        assert_eq!(
            messages[2]["content"][0],
            json!({
                "type": "tool_result", "toolUseId": "call 0",
                "content": [{ "type": "text", "text": "sun in Oslo" }],
            })
        );
        let failed = &messages[2]["content"][1];
        assert_eq!(
            (&failed["toolUseId"], &failed["isError"]),
            (&json!("call 1"), &json!(true))
        );
        let words = failed["content"][0]["text"].as_str().unwrap();
        assert!(words.contains("missing field `city`"), "{words}");

        let again = json!({ "step 1": calls(&inputs[..1]) });
        let last = asked(&client.answer(&second, again).await);
        let request = last.request("last").unwrap();
        assert_eq!(request["params"]["toolChoice"], json!({ "mode": "none" }));
        let whole = json!({
            "jsonrpc": "2.0", "id": 1, "method": request["method"], "params": request["params"],
        });
        let faults = Schemas::find().faults(version, "CreateMessageRequest", &whole);
        assert!(faults.is_empty(), "{faults:?}");
        let outcome = client.answer(&last, json!({ "last": said("Oslo.") })).await;
        assert_eq!(outcome.text(), "Oslo.");
    }
}

#[tokio::test]
async fn a_client_that_lets_no_tools_be_called_is_offered_none() {
    let newest = client(ProtocolVersion::LATEST, json!({}));
    let outcome = newest.call("advise", json!({})).await;
    let Outcome::ProtocolError { code, data, .. } = &outcome else {
        panic!("{outcome:?}");
    };
    let required = json!({ "requiredCapabilities": { "sampling": { "tools": {} } } });
    assert_eq!((*code, data), (-32021, &Some(required)));
    for (version, sampling) in [
        (ProtocolVersion::V2025_11_25, json!({})),
        (ProtocolVersion::V2025_06_18, json!({ "tools": {} })),
    ] {
        let outcome = client(version, sampling).call("advise", json!({})).await;
        let said = "The client does not let its model call tools of servers";
        assert!(outcome.text().starts_with(said), "{outcome:?}");
    }
}

#[tokio::test]
async fn what_no_model_can_be_asked_is_a_fault_of_the_tool() {
    let client = client(ProtocolVersion::LATEST, json!({ "tools": {} }));
    for what in 0..4 {
        let first = asked(&client.call("misuse", json!({ "what": what })).await);
        let answer = json!({ "call": calls(&[json!({ "city": "Oslo" })]) });
        let outcome = client.answer(&first, answer).await;
        let Outcome::ToolFailure { details, .. } = &outcome else {
            panic!("{what}: {outcome:?}");
        };
        assert_eq!(details["class"], "internal", "{what}");
    }
}
