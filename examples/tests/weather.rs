//! The weather server as a model meets it: it calls, reads what went wrong, and calls again.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use examples::weather::content::{climate, plan_day};
use examples::weather::stations::Stations;
use examples::weather::tools::{find_city, get_weather};
use mcp_runtime::testing::{Client, Completes, Outcome};
use mcp_runtime::{Server, prompts, resources, tools};
use serde_json::{Value, json};

fn client() -> Client {
    let server = Server::builder("weather", "1.0.0")
        .state(Stations::normals())
        .tools(tools![get_weather, find_city])
        .prompts(prompts![plan_day])
        .resources(resources![climate]);
    Client::new(&server.build().unwrap())
}

async fn success(tool: &str, arguments: Value) -> Value {
    match client().call(tool, arguments).await {
        Outcome::Success { structured, .. } => structured.unwrap(),
        other => panic!("{other:?}"),
    }
}

/// The text and the kind of the failure.
async fn failure(tool: &str, arguments: Value) -> (String, String) {
    match client().call(tool, arguments).await {
        Outcome::ToolFailure { text, details, .. } => {
            (text, details["class"].as_str().unwrap().to_owned())
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_model_corrects_a_misspelled_city_from_the_text_alone() {
    let (text, kind) = failure("get_weather", json!({"city": "Atlantpis"})).await;
    assert_eq!(kind, "not_found");
    assert!(text.contains("'Atlantpis'"), "names what was sent: {text}");
    assert!(
        text.contains("find_city"),
        "names the tool that helps: {text}"
    );
    assert!(
        text.contains("Atlanta, United States"),
        "offers what is near: {text}"
    );

    let answer = success("get_weather", json!({"city": "Atlanta, United States"})).await;
    assert_eq!(answer["city"], "Atlanta");
}

#[tokio::test]
async fn a_name_like_no_other_is_answered_with_where_to_look() {
    let (text, kind) = failure("get_weather", json!({"city": "Qqqqqqqq"})).await;
    assert_eq!(kind, "not_found");
    assert!(
        text.contains("'Qqqqqqqq'") && text.contains("find_city"),
        "{text}"
    );
}

#[tokio::test]
async fn a_name_of_several_cities_is_answered_with_names_that_work() {
    let (text, kind) = failure("get_weather", json!({"city": "London"})).await;
    assert_eq!(kind, "invalid_input");
    for name in ["London, United Kingdom", "London, Canada"] {
        assert!(text.contains(name), "{name}: {text}");
        let answer = success("get_weather", json!({"city": name})).await;
        assert_eq!(
            format!(
                "{}, {}",
                answer["city"].as_str().unwrap(),
                answer["country"].as_str().unwrap()
            ),
            name
        );
    }
}

#[tokio::test]
async fn accents_case_and_short_country_names_do_not_matter() {
    for (sent, city) in [
        ("sao paulo", "São Paulo"),
        ("ZURICH", "Zürich"),
        ("london, UK", "London"),
    ] {
        assert_eq!(
            success("get_weather", json!({"city": sent})).await["city"],
            city
        );
    }
}

#[tokio::test]
async fn one_day_is_answered_and_up_to_sixteen_on_request() {
    let days = |answer: Value| answer["days"].as_array().unwrap().len();
    assert_eq!(
        days(success("get_weather", json!({"city": "Oslo"})).await),
        1
    );
    assert_eq!(
        days(success("get_weather", json!({"city": "Oslo", "days": 16})).await),
        16
    );
    let outcome = client()
        .call("get_weather", json!({"city": "Oslo", "days": 17}))
        .await;
    assert!(
        matches!(outcome, Outcome::ProtocolError { .. }),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn averages_never_pass_for_a_forecast() {
    let answer = success("get_weather", json!({"city": "Oslo"})).await;
    assert_eq!(answer["basis"], "climate_normals");
    assert!(answer["about"].as_str().unwrap().contains("not a forecast"));
}

#[tokio::test]
async fn cities_are_found_by_a_part_of_their_name_or_country() {
    let found = success("find_city", json!({"name": "osl"})).await;
    assert_eq!(found["cities"][0]["city"], "Oslo, Norway");
    assert_eq!(found["similar_only"], false);

    let found = success("find_city", json!({"name": "norway", "limit": 2})).await;
    assert_eq!(found["cities"].as_array().unwrap().len(), 2);
    assert_eq!(found["left_out"], 3);
}

#[tokio::test]
async fn a_misspelled_name_finds_what_is_spelled_alike() {
    let found = success("find_city", json!({"name": "Reykjavick"})).await;
    assert_eq!(found["cities"][0]["city"], "Reykjavik, Iceland");
    assert_eq!(found["similar_only"], true);
    let none = success("find_city", json!({"name": "Qqqqqqqq"})).await;
    assert_eq!(none["cities"], json!([]));
}

#[tokio::test]
async fn a_person_completes_a_city_and_gets_the_prompt() {
    let client = client();
    let what = Completes::Prompt("plan_day");
    let suggested = client.complete(what, "city", "osl", &[]).await;
    let city = suggested.success().unwrap().values[0].clone();
    assert_eq!(city, "Oslo, Norway");
    let got = client.prompt("plan_day", json!({ "city": city })).await;
    let text = got.success().unwrap().text();
    assert!(
        text.starts_with("Plan a day in Oslo, Norway for a walk."),
        "{text}"
    );
}

#[tokio::test]
async fn a_host_reads_the_climate_of_a_city_and_not_of_another() {
    let client = client();
    let read = client
        .read("weather://climate/Oslo")
        .await
        .success()
        .unwrap();
    let climate: Value = serde_json::from_str(read[0].text.as_ref().unwrap()).unwrap();
    assert_eq!(climate["months"].as_array().unwrap().len(), 12);
    let answered = client.read("weather://climate/Atlantis").await;
    let error = answered.error().unwrap();
    assert_eq!(error.code, -32602);
    assert_eq!(
        error.data.as_ref().unwrap()["uri"],
        "weather://climate/Atlantis"
    );
}
