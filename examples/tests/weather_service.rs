//! The weather server in front of a weather service that answers well, badly, or not at all.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use examples::weather::service::Service;
use examples::weather::stations::Stations;
use examples::weather::tools::{find_city, get_weather};
use mcp_runtime::testing::{Client, Outcome};
use mcp_runtime::{Server, tools};
use serde_json::{Value, json};

/// An answer with two days.
const TWO_DAYS: &str = r#"{"latitude":59.9,"longitude":10.75,"daily":{"time":["2026-07-01","2026-07-02"],"temperature_2m_max":[20.0,21.5],"temperature_2m_min":[11.0,12.0],"precipitation_sum":[0.0,25.4]}}"#;

/// What a service does with a request.
enum Behaviour {
    /// Writes this and closes the connection.
    Writes(String),
    /// Keeps the connection open and says nothing.
    Hesitates,
}

/// A weather service on this machine that does the same to everybody.
struct LocalService {
    address: String,
    requests: Receiver<String>,
}

impl LocalService {
    fn start(behaviour: Behaviour) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (asked, requests) = channel();
        thread::spawn(move || {
            let mut open = Vec::new();
            for connection in listener.incoming() {
                open.extend(serve(connection.unwrap(), &behaviour, &asked));
            }
        });
        Self { address, requests }
    }
}

/// Serves one connection, and gives it back if it stays open.
fn serve(
    mut connection: TcpStream,
    behaviour: &Behaviour,
    asked: &Sender<String>,
) -> Option<TcpStream> {
    let mut lines = BufReader::new(connection.try_clone().unwrap()).lines();
    // A test that has seen enough does not listen any more.
    drop(asked.send(lines.next()?.ok()?));
    while !lines.next()?.ok()?.is_empty() {}
    match behaviour {
        Behaviour::Hesitates => return Some(connection),
        Behaviour::Writes(answer) => drop(connection.write_all(answer.as_bytes())),
    }
    None
}

fn http(status: &str, body: &str) -> Behaviour {
    let length = body.len();
    Behaviour::Writes(format!(
        "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    ))
}

fn client(service: Service) -> Client {
    let server = Server::builder("weather", "1.0.0")
        .state(Stations::with_service(service))
        .tools(tools![get_weather, find_city]);
    Client::new(&server.build().unwrap())
}

/// Asks for the weather in Oslo.
async fn ask(service: Service) -> Outcome {
    client(service)
        .call("get_weather", json!({"city": "Oslo", "days": 2}))
        .await
}

async fn success(behaviour: Behaviour) -> Value {
    let service = LocalService::start(behaviour);
    match ask(Service::new(&service.address)).await {
        Outcome::Success { structured, .. } => structured.unwrap(),
        other => panic!("{other:?}"),
    }
}

/// The text and the kind of the failure.
async fn failure(behaviour: Behaviour) -> (String, String) {
    let service = LocalService::start(behaviour);
    failure_of(Service::new(&service.address)).await
}

async fn failure_of(service: Service) -> (String, String) {
    match ask(service).await {
        Outcome::ToolFailure { text, details, .. } => {
            (text, details["class"].as_str().unwrap().to_owned())
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_forecast_of_the_service_is_passed_on_as_one() {
    let answer = success(http("200 OK", TWO_DAYS)).await;
    assert_eq!(answer["basis"], "forecast");
    assert_eq!(
        answer["days"],
        json!([
            {"date": "2026-07-01", "high": 20.0, "low": 11.0, "precipitation": 0.0},
            {"date": "2026-07-02", "high": 21.5, "low": 12.0, "precipitation": 25.4},
        ])
    );
}

#[tokio::test]
async fn the_service_is_asked_for_the_place_and_the_days() {
    let service = LocalService::start(http("200 OK", TWO_DAYS));
    ask(Service::new(format!("{}/", service.address))).await;
    let request = service
        .requests
        .recv_timeout(Duration::from_secs(5))
        .unwrap();
    assert!(request.starts_with("GET /v1/forecast?"), "{request}");
    for part in [
        "latitude=59.9139",
        "longitude=10.7522",
        "daily=temperature_2m_max,temperature_2m_min,precipitation_sum",
        "forecast_days=2",
        "timezone=auto",
    ] {
        assert!(request.contains(part), "{part}: {request}");
    }
}

#[tokio::test]
async fn forecasts_are_converted_to_the_units_asked_for() {
    let service = LocalService::start(http("200 OK", TWO_DAYS));
    let client = client(Service::new(&service.address));
    let asked = json!({"city": "Oslo", "days": 2, "units": "imperial"});
    let outcome = client.call("get_weather", asked).await;
    let answer = outcome.structured().unwrap();
    assert_eq!(answer["days"][0]["high"], 68.0);
    assert_eq!(answer["days"][1]["precipitation"], 1.0);
    assert_eq!(answer["temperature_unit"], "°F");
}

#[tokio::test]
async fn days_without_all_values_are_left_out() {
    let partial = TWO_DAYS.replace("[0.0,25.4]", "[0.0,null]");
    let answer = success(http("200 OK", &partial)).await;
    assert_eq!(answer["days"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_place_that_the_service_does_not_know_is_not_found() {
    let (text, kind) = failure(http("404 Not Found", "")).await;
    assert_eq!(kind, "not_found");
    assert!(
        text.contains("Oslo, Norway") && text.contains("find_city"),
        "{text}"
    );
}

#[tokio::test]
async fn too_many_requests_say_how_long_to_wait() {
    let limited = "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 30\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let (text, kind) = failure(Behaviour::Writes(limited.to_owned())).await;
    assert_eq!(kind, "rate_limited");
    assert!(text.contains("Wait 30 seconds"), "{text}");

    let (text, kind) = failure(http("429 Too Many Requests", "")).await;
    assert_eq!(kind, "rate_limited");
    assert!(text.contains("Wait 1 minute,"), "{text}");
}

#[tokio::test]
async fn a_service_out_of_order_is_worth_one_retry() {
    for status in [
        "500 Internal Server Error",
        "502 Bad Gateway",
        "503 Service Unavailable",
    ] {
        let (text, kind) = failure(http(status, "stack trace of theirs")).await;
        let code = status.get(..3).unwrap();
        assert_eq!(kind, "unavailable", "{status}");
        assert!(text.contains(&format!("(status {code})")), "{text}");
        assert!(
            text.contains("retry once") && text.contains("do not answer from memory"),
            "{text}"
        );
        assert!(!text.contains("stack trace"), "{text}");
    }
}

#[tokio::test]
async fn a_service_that_is_too_slow_is_a_timeout() {
    let service = LocalService::start(Behaviour::Hesitates);
    let impatient = Service::new(&service.address).patience(Duration::from_millis(200));
    let (text, kind) = failure_of(impatient).await;
    assert_eq!(kind, "timeout");
    assert!(text.contains("did not answer within 0.2 seconds"), "{text}");
}

#[tokio::test]
async fn a_refused_connection_is_unavailable() {
    // Nobody listens on a port that was free a moment ago.
    let address = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let (text, kind) = failure_of(Service::new(format!("http://{address}"))).await;
    assert_eq!(kind, "unavailable");
    assert!(!text.contains("127.0.0.1"), "{text}");
}

#[tokio::test]
async fn an_answer_cut_short_is_unavailable() {
    let cut = "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"daily\":";
    let (_, kind) = failure(Behaviour::Writes(cut.to_owned())).await;
    assert_eq!(kind, "unavailable");
    let (_, kind) = failure(Behaviour::Writes(String::new())).await;
    assert_eq!(kind, "unavailable", "closed without a word");
}

#[tokio::test]
async fn an_answer_that_cannot_be_used_is_internal_and_shows_nothing_of_itself() {
    let uneven = TWO_DAYS.replace("[11.0,12.0]", "[11.0]");
    let empty = TWO_DAYS.replace("20.0,21.5", "null,null");
    let long = "x".repeat(1 << 20);
    let answers = [
        http("200 OK", "<html>secret</html>"),
        http("200 OK", "{}"),
        http("200 OK", &uneven),
        http("200 OK", &empty),
        http("200 OK", &long),
        http("400 Bad Request", "secret"),
        http("204 No Content", ""),
        Behaviour::Writes("secret\r\n\r\n".to_owned()),
    ];
    for (index, answer) in answers.into_iter().enumerate() {
        let (text, kind) = failure(answer).await;
        assert_eq!(kind, "internal", "answer {index}: {text}");
        assert!(
            text.contains("reference") && !text.contains("secret"),
            "answer {index}: {text}"
        );
    }
}
