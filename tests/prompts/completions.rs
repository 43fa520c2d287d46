//! Suggestions for arguments of prompts and for variables of templates.

use mcp_runtime::testing::{Client, Completes, GotSuggestions};
use mcp_runtime::{Context, Server, ToolFailure, prompt, prompts, resource, resources};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

struct Stations(Vec<&'static str>);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Units {
    Metric,
    Imperial,
}

fn beginning(typed: &str) -> Vec<&'static str> {
    let all = ["Oslo", "Olso", "Bergen"];
    all.into_iter()
        .filter(|city| city.starts_with(typed))
        .collect()
}

async fn at(typed: &str, stations: &Stations, city: &str, cx: &Context) -> Vec<String> {
    assert!(!cx.is_cancelled());
    let names = stations.0.iter().filter(|name| name.starts_with(typed));
    names.map(|name| format!("{city} {name}")).collect()
}

fn failing(_: &str) -> Result<Vec<String>, ToolFailure> {
    Err(ToolFailure::unavailable("the index is down"))
}

fn many(_: &str) -> Vec<String> {
    (0..250).map(|number| number.to_string()).collect()
}

/// Asks for the weather.
#[prompt]
fn weather(
    stations: &Stations,
    cx: &Context,
    #[arg(complete = beginning)] city: String,
    #[arg(complete = at(stations, city, cx))] station: Option<&str>,
    units: Option<Units>,
    detailed: Option<bool>,
    #[arg(complete = failing)] down: Option<u8>,
    #[arg(complete = many)] number: Option<u32>,
    note: Option<String>,
) -> String {
    let _ = (stations, cx);
    format!("{city} {station:?} {units:?} {detailed:?} {down:?} {number:?} {note:?}")
}

/// A station.
#[resource(uri = "weather://{city}/{units}")]
fn station(#[arg(complete = beginning)] city: &str, units: Units) -> String {
    format!("{city} {units:?}")
}

/// All.
#[resource(uri = "weather://all")]
fn all() -> &'static str {
    ""
}

fn client() -> Client {
    let server = Server::builder("weather", "1.0.0")
        .state(Stations(vec!["North", "South"]))
        .prompts(prompts![weather])
        .resources(resources![station, all]);
    Client::new(&server.build().unwrap())
}

async fn of_prompt(argument: &str, value: &str, filled: &[(&str, &str)]) -> GotSuggestions {
    let what = Completes::Prompt("weather");
    let answered = client().complete(what, argument, value, filled).await;
    answered
        .clone()
        .success()
        .unwrap_or_else(|| panic!("{answered:?}"))
}

#[tokio::test]
async fn a_function_suggests() {
    let suggested = of_prompt("city", "O", &[]).await;
    assert_eq!(suggested.values, ["Oslo", "Olso"]);
    assert_eq!((suggested.total, suggested.has_more), (Some(2), false));
}

#[tokio::test]
async fn a_function_is_given_state_and_what_is_filled_in() {
    let suggested = of_prompt("station", "N", &[("city", "Oslo"), ("note", "x")]).await;
    assert_eq!(suggested.values, ["Oslo North"]);
    let suggested = of_prompt("station", "", &[]).await;
    assert_eq!(suggested.values, [" North", " South"]);
}

#[tokio::test]
async fn enums_and_booleans_suggest_themselves() {
    assert_eq!(
        of_prompt("units", "", &[]).await.values,
        ["metric", "imperial"]
    );
    assert_eq!(of_prompt("units", "IM", &[]).await.values, ["imperial"]);
    assert_eq!(of_prompt("detailed", "t", &[]).await.values, ["true"]);
    assert_eq!(of_prompt("note", "t", &[]).await.values, [""; 0]);
}

#[tokio::test]
async fn a_hundred_are_sent_and_all_are_counted() {
    let suggested = of_prompt("number", "", &[]).await;
    assert_eq!(suggested.values.len(), 100);
    assert_eq!((suggested.total, suggested.has_more), (Some(250), true));
}

#[tokio::test]
async fn variables_are_completed_by_the_template_or_an_address() {
    for uri in ["weather://{city}/{units}", "weather://Oslo/metric"] {
        let what = Completes::Resource(uri);
        let answered = client().complete(what, "city", "B", &[]).await;
        assert_eq!(answered.success().unwrap().values, ["Bergen"]);
        let answered = client().complete(what, "units", "m", &[]).await;
        assert_eq!(answered.success().unwrap().values, ["metric"]);
    }
}

#[tokio::test]
async fn what_is_unknown_is_a_protocol_error() {
    let client = client();
    for (what, argument, said) in [
        (
            Completes::Prompt("wether"),
            "city",
            "did you mean 'weather'?",
        ),
        (
            Completes::Resource("weather://x"),
            "city",
            "Unknown resource",
        ),
        (Completes::Prompt("weather"), "cty", "did you mean 'city'?"),
        (
            Completes::Resource("weather://all"),
            "city",
            "there are none",
        ),
    ] {
        let answered = client.complete(what, argument, "", &[]).await;
        let error = answered.error().unwrap();
        assert_eq!(error.code, -32602);
        assert!(error.message.contains(said), "{}", error.message);
    }
    let answered = client
        .complete(Completes::Prompt("weather"), "down", "", &[])
        .await;
    let error = answered.error().unwrap();
    assert_eq!(error.code, -32603);
    assert!(
        error.message.starts_with("The index is down."),
        "{}",
        error.message
    );
}

#[tokio::test]
async fn malformed_requests_say_what_they_should_be() {
    let prompt = json!({"type": "ref/prompt", "name": "weather"});
    for params in [
        json!({}),
        json!({"ref": "weather", "argument": {"name": "city", "value": ""}}),
        json!({"ref": {"type": "ref/tool"}, "argument": {"name": "city", "value": ""}}),
        json!({"ref": {"type": "ref/prompt"}, "argument": {"name": "city", "value": ""}}),
        json!({"ref": {"type": "ref/resource"}, "argument": {"name": "city", "value": ""}}),
        json!({"ref": prompt, "argument": {"name": "city"}}),
        json!({"ref": prompt, "argument": {"name": "city", "value": 1}}),
        json!({"ref": prompt, "argument": {"name": "station", "value": ""}, "context": {"arguments": {"city": 1}}}),
    ] {
        let error = client()
            .request("completion/complete", params.clone())
            .await
            .unwrap_err();
        assert_eq!(error.code, -32602, "{params}");
        assert!(
            error.message.starts_with("Malformed request: "),
            "{}",
            error.message
        );
    }
    let params =
        json!({"ref": prompt, "argument": {"name": "city", "value": "O"}, "context": null});
    assert!(
        client()
            .request("completion/complete", params)
            .await
            .is_ok()
    );
}

#[tokio::test]
async fn a_key_given_twice_is_refused_at_every_depth() {
    let client = client();
    for (part, place) in [
        (
            r#""ref":{"type":"ref/prompt","name":"weather","name":"x"},"argument":{"name":"city","value":""}"#,
            "'ref': 'name'",
        ),
        (
            r#""ref":{"type":"ref/prompt","name":"weather"},"argument":{"name":"city","value":"O","value":"B"}"#,
            "'argument': 'value'",
        ),
        (
            r#""ref":{"type":"ref/prompt","name":"weather"},"argument":{"name":"station","value":""},"context":{"arguments":{"city":"Oslo","city":"Bergen"}}"#,
            "'context': 'arguments.city'",
        ),
    ] {
        let request = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{{{part}}}}}"#
        );
        let answer = client.send(&request).await.unwrap();
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        let said = format!("Malformed request: {place} is given more than once, send it once");
        assert_eq!(message, said);
    }
}
