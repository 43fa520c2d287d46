//! What the public conformance suite asks of a server, written as an author would write it.
//!
//! `tests/conformance/run` serves it to the suite.

#![allow(
    clippy::unused_async,
    reason = "tools are declared `async` as authors do"
)]

use std::time::Duration;

use mcp_runtime::{Content, Context, LogLevel, ServeError, Server, ToolFailure, tool, tools};

#[tokio::main]
async fn main() -> Result<(), ServeError> {
    Server::builder("conformance-server", env!("CARGO_PKG_VERSION"))
        .tools(tools![
            test_simple_text,
            test_image_content,
            test_audio_content,
            test_embedded_resource,
            test_multiple_content_types,
            test_tool_with_logging,
            test_logging_tool,
            test_error_handling,
            test_tool_with_progress,
            test_custom_header,
        ])
        .run()
        .await
}

/// One red pixel.
const PIXEL: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, b'I', b'H', b'D', b'R', 0, 0, 0,
    1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 0x90, 0x77, 0x53, 0xde, 0, 0, 0, 0x0c, b'I', b'D', b'A', b'T', 8,
    0xd7, 0x63, 0xf8, 0xcf, 0xc0, 0, 0, 3, 1, 1, 0, 0x18, 0xdd, 0x8d, 0xb0, 0, 0, 0, 0, b'I', b'E',
    b'N', b'D', 0xae, 0x42, 0x60, 0x82,
];

/// No sound, in the least that is a WAV file.
const SILENCE: &[u8] = &[
    b'R', b'I', b'F', b'F', 0x24, 0, 0, 0, b'W', b'A', b'V', b'E', b'f', b'm', b't', b' ', 0x10, 0,
    0, 0, 1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0, 2, 0, 0x10, 0, b'd', b'a', b't', b'a', 0,
    0, 0, 0,
];

fn embedded() -> Content {
    Content::resource_text("test://embedded-resource", "An embedded resource.")
        .mime_type("text/plain")
}

/// Returns a text.
#[tool]
async fn test_simple_text() -> &'static str {
    "A simple text."
}

/// Returns an image.
#[tool]
async fn test_image_content() -> Content {
    Content::image(PIXEL, "image/png")
}

/// Returns a sound.
#[tool]
async fn test_audio_content() -> Content {
    Content::audio(SILENCE, "audio/wav")
}

/// Returns a resource inside the result.
#[tool]
async fn test_embedded_resource() -> Content {
    embedded()
}

/// Returns a text, an image and a resource.
#[tool]
async fn test_multiple_content_types() -> Vec<Content> {
    vec![
        Content::text("Content of three kinds."),
        Content::image(PIXEL, "image/png"),
        embedded(),
    ]
}

/// Logs three messages while it runs.
#[tool]
async fn test_tool_with_logging(cx: &Context) -> &'static str {
    for message in ["started", "processing", "done"] {
        cx.log(LogLevel::Info, message);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    "Logged three messages."
}

/// Logs a message when it is asked to.
#[tool]
async fn test_logging_tool(cx: &Context) -> &'static str {
    cx.log(LogLevel::Info, "running");
    "Logged one message."
}

/// Fails.
#[tool]
async fn test_error_handling() -> Result<String, ToolFailure> {
    Err(ToolFailure::unavailable("this tool fails on purpose"))
}

/// Reports progress three times.
#[tool]
async fn test_tool_with_progress(cx: &Context) -> &'static str {
    for done in [0, 50, 100] {
        cx.progress(done, 100.0, format!("{done} of 100").as_str());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    "Reported progress."
}

/// Takes a text that HTTP clients repeat in a header.
#[tool]
async fn test_custom_header(#[arg(header = "Value")] value: &str) -> String {
    format!("The value is {value}.")
}
