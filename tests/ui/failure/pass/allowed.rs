//! What is weak can be allowed, and everything else is read.
use mcp_runtime::{Server, ToolFailure, tool, tools};

#[derive(Debug, thiserror::Error, ToolFailure)]
#[non_exhaustive]
enum Failure {
    #[error("{0}")]
    #[failure(rejected, allow(weak_message))]
    Sentence(String),
    #[error("no such city")]
    #[failure(not_found, allow(weak_message))]
    UnknownCity,
    #[error("{0:?}")]
    #[failure(internal)]
    Debug(Vec<u8>),
    #[error("{}", said(*.0))]
    #[failure(rejected)]
    Said(u8),
}

fn said(number: u8) -> String {
    format!("the map has only {number} pages")
}

/// Finds a city.
#[tool]
fn find_city(city: String) -> Result<String, Failure> {
    match city.as_str() {
        "" => Err(Failure::UnknownCity),
        "Oslo" => Ok(city),
        "Ur" => Err(Failure::Said(3)),
        "Ys" => Err(Failure::Debug(Vec::new())),
        _ => Err(Failure::Sentence(city)),
    }
}

fn main() {
    let _ = Server::builder("atlas", "1.0.0").tools(tools![find_city]);
}
