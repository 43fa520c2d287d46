//! What a whole enum advises suits each of its variants.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
#[failure(unavailable, try_next = "Ask for {city} by its other name.", otherwise = "try again")]
enum Failure {
    #[error("no city named '{city}'")]
    UnknownCity { city: String },
    #[error("the atlas is closed today")]
    Closed,
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[failure(unavailable, otherwise = "")]
enum Quiet {
    #[error("the atlas is closed today")]
    Closed,
    #[error("the atlas is torn at page {0}")]
    Torn(u32),
}

fn main() {}
