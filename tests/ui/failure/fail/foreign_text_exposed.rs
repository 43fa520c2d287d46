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
    #[error("the atlas is wet: {}", .0.to_string().trim())]
    #[failure(rejected)]
    Wet(#[source] std::fmt::Error),
    #[error("the atlas is lent out: {}", format!("{}", .0))]
    #[failure(rejected)]
    Lent(#[source] std::fmt::Error),
    #[error(fmt = whole)]
    #[failure(rejected)]
    Whole(#[source] std::fmt::Error),
    #[error("the atlas is gone: {0}")]
    #[failure(internal)]
    Logged(#[source] std::fmt::Error),
}

fn whole(error: &std::fmt::Error, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
    write!(f, "the atlas is torn: {error}")
}

fn main() {}
