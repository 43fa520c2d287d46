//! The server that the cases talk to.

use mcp_runtime::{
    Audience, Content, Context, Icon, Json, LogLevel, Server, ToolFailure, ToolOutput, tool, tools,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A forecast.
#[derive(Debug, Serialize, JsonSchema)]
struct Forecast {
    city: String,
    /// In degrees of the unit system.
    temperature: f64,
    units: Units,
}

/// A unit system.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Units {
    #[default]
    Metric,
    Imperial,
}

/// Weather in a city.
#[tool(
    title = "Weather",
    read_only,
    open_world,
    icon = "https://example.com/weather.png"
)]
async fn get_weather(
    /// City name, for example "Oslo".
    city: String,
    /// Unit system; metric when left out.
    units: Option<Units>,
) -> Result<Json<Forecast>, ToolFailure> {
    if city == "Atlantpis" {
        return Err(ToolFailure::not_found(format!("no city named '{city}'"))
            .try_next("Check the spelling or try a nearby city."));
    }
    Ok(Json(Forecast {
        city,
        temperature: 21.5,
        units: units.unwrap_or_default(),
    }))
}

/// The first numbers.
#[tool(destructive = false, idempotent)]
async fn numbers() -> Json<Vec<u32>> {
    Json(vec![1, 2, 3])
}

/// Every kind of content.
#[tool]
async fn gallery() -> ToolOutput {
    ToolOutput::text("Hello")
        .content(
            Content::image(b"png", "image/png")
                .audience([Audience::User])
                .priority(1.0),
        )
        .content(Content::audio(b"wav", "audio/wav"))
        .content(
            Content::resource_link("file:///letter.txt", "letter.txt")
                .title("The letter")
                .description("Written by hand.")
                .mime_type("text/plain")
                .size(12),
        )
        .content(
            Content::resource_text("file:///note.txt", "Note")
                .last_modified("2026-01-01T00:00:00Z"),
        )
        .content(
            Content::resource_bytes("file:///raw", b"raw").mime_type("application/octet-stream"),
        )
}

/// Report progress and say something.
#[tool]
async fn report(cx: &Context) {
    cx.progress(1, 2.0, "half");
    cx.log(LogLevel::Info, "halfway");
    cx.log(LogLevel::Debug, 7);
    cx.progress(2, 2.0, None);
}

/// Panic.
#[tool]
async fn broken() -> String {
    panic!("the password is hunter2")
}

pub(crate) fn build() -> Server {
    Server::builder("wire", "1.2.3")
        .title("Wire")
        .description("A server for tests.")
        .instructions("Ask for the weather.")
        .website("https://example.com")
        .icon(
            Icon::new("https://example.com/icon.png")
                .mime_type("image/png")
                .size("48x48"),
        )
        .tools(tools![get_weather, numbers, gallery, report, broken])
        .build()
        .unwrap()
}
