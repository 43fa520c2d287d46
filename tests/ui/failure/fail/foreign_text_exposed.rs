//! A foreign error's text is shown on purpose or not at all.
use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("the atlas cannot be read: {0}")]
    #[failure(unavailable)]
    Read(#[from] std::io::Error),
    #[error("the atlas has a page that is no number: {}", .cause.to_string())]
    #[failure(rejected)]
    Page {
        #[source]
        cause: std::num::ParseIntError,
    },
    #[error("the atlas is not text: {0}")]
    #[failure(rejected)]
    Shown(#[failure(untrusted)] #[source] std::str::Utf8Error),
    #[error("the atlas is gone: {0}")]
    #[failure(internal)]
    Logged(#[source] std::fmt::Error),
}

fn main() {}
