//! A server to poke at: every way a tool can behave, on demand.

#![allow(clippy::unused_async, reason = "some tools have nothing to wait for")]

use std::io;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mcp_runtime::{Context, Json, ServeError, Server, State, ToolFailure, tool, tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[tokio::main]
async fn main() -> Result<(), ServeError> {
    Server::builder("probe-server", env!("CARGO_PKG_VERSION"))
        .state(Probe::default())
        .tools(tools![get_weather, count_slowly, echo, add, search, sleep])
        .run()
        .await
}

/// What the calls share.
#[derive(Debug, Default, State)]
struct Probe {
    cancelled: Cancelled,
}

/// How many calls of `count_slowly` were dropped before they were done.
#[derive(Debug, Default)]
struct Cancelled(AtomicU32);

/// Unit system.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Units {
    Metric,
    Imperial,
}

/// The weather that was asked for.
#[derive(Debug, Serialize, JsonSchema)]
struct Weather {
    city: String,
    units: Units,
    days: u8,
    temperature: f64,
}

/// Weather forecast for a city. Some cities misbehave: Atlantpis, Timeoutville, Panicville,
/// Printville, Sleepville.
#[tool(read_only)]
async fn get_weather(
    /// City name, for example "Oslo".
    city: String,
    /// Unit system; metric when left out.
    units: Option<Units>,
    /// Days ahead; 1 when left out.
    #[arg(range(1..=16))]
    days: Option<u8>,
) -> Result<Json<Weather>, ToolFailure> {
    match city.as_str() {
        "Atlantpis" => {
            return Err(ToolFailure::not_found(format!("no city named '{city}'"))
                .try_next("Check the spelling or try a nearby city."));
        }
        "Timeoutville" => {
            return Err(
                ToolFailure::unavailable("the weather service did not answer in time")
                    .source("no answer from 10.1.2.3, token 7f3a"),
            );
        }
        "Panicville" => panic_with_a_secret(),
        "Printville" => print_everywhere().map_err(ToolFailure::internal)?,
        "Sleepville" => tokio::time::sleep(Duration::from_secs(5)).await,
        _ => {}
    }
    let units = units.unwrap_or(Units::Metric);
    Ok(Json(Weather {
        city,
        units,
        days: days.unwrap_or(1),
        temperature: match units {
            Units::Metric => 21.5,
            Units::Imperial => 70.7,
        },
    }))
}

#[expect(clippy::panic, reason = "a tool that panics is what is probed")]
fn panic_with_a_secret() {
    panic!("the password is hunter2");
}

/// Standard output as three different writers know it.
#[expect(clippy::print_stdout, reason = "a tool that prints is what is probed")]
fn print_everywhere() -> io::Result<()> {
    println!("printed with println");
    rustix::io::write(rustix::stdio::stdout(), b"printed through the descriptor\n")?;
    Command::new("echo").arg("printed by a child").status()?;
    Ok(())
}

/// How far `count_slowly` came.
#[derive(Debug, Serialize, JsonSchema)]
struct Counted {
    counted: u32,
    cancelled_calls: u32,
}

/// Count, waiting before each step, and report progress after it.
#[tool]
async fn count_slowly(
    /// How many steps.
    steps: u32,
    /// Milliseconds to wait before each step.
    delay_ms: u64,
    cancelled: &Cancelled,
    cx: &Context,
) -> Json<Counted> {
    let mut unfinished = Unfinished(Some(cancelled));
    for step in 1..=steps {
        tokio::time::sleep(Duration::from_millis(delay_ms)).await;
        cx.progress(f64::from(step), Some(f64::from(steps)), None);
    }
    unfinished.0 = None;
    Json(Counted {
        counted: steps,
        cancelled_calls: cancelled.0.load(Ordering::SeqCst),
    })
}

/// Counts a call that is dropped.
struct Unfinished<'a>(Option<&'a Cancelled>);

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        if let Some(cancelled) = self.0 {
            cancelled.0.fetch_add(1, Ordering::SeqCst);
        }
    }
}

/// Give back the text.
#[tool(read_only)]
async fn echo(
    /// The text.
    text: String,
) -> String {
    text
}

/// Add two integers.
#[tool(read_only)]
async fn add(
    /// The one.
    a: i64,
    /// The other.
    b: i64,
) -> Result<i64, ToolFailure> {
    a.checked_add(b)
        .ok_or_else(|| ToolFailure::rejected(format!("the sum of {a} and {b} is out of range")))
}

/// A condition on a field of a record.
#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only counted")]
struct Filter {
    /// The field's name.
    field: String,
    /// What it must be.
    value: String,
}

/// Records that were found.
#[derive(Debug, Serialize, JsonSchema)]
struct Found {
    records: Vec<Record>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Record {
    key: String,
    title: String,
    url: String,
    score: f64,
    tags: Vec<String>,
    filters: usize,
}

/// Search the records.
#[tool(read_only)]
async fn search(
    /// What to look for.
    query: &str,
    /// How many records at most; 20 when left out.
    limit: Option<u32>,
    /// Conditions that the records must meet.
    filters: Option<Vec<Filter>>,
) -> Json<Found> {
    let filters = filters.map_or(0, |filters| filters.len());
    let record = |i: u32| Record {
        key: format!("record-{i}"),
        title: format!("{query} result {i}"),
        url: format!("https://example.com/records/{i}"),
        score: 1.0 / f64::from(i + 1),
        tags: vec!["probe".into(), format!("page-{}", i / 10)],
        filters,
    };
    Json(Found {
        records: (0..limit.unwrap_or(20)).map(record).collect(),
    })
}

/// Wait, then say so.
#[tool(read_only)]
async fn sleep(
    /// Milliseconds to wait.
    ms: u64,
) -> &'static str {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    "slept"
}
