//! Somebody else's error is one by its type, whatever its field is called and whoever shows it.
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use mcp_runtime::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure {
    #[error("the upload of the map broke off: {0}")]
    #[failure(unavailable)]
    Upload(std::io::Error),
    #[error("the index of the atlas is torn: {why:?}")]
    #[failure(unavailable)]
    Index { why: Arc<std::fmt::Error> },
    #[error("the printer does not answer: {}", .0.to_string().trim())]
    #[failure(unavailable)]
    Printer(Box<dyn Error + Send + Sync>),
    #[error("the map {0} is lent out")]
    #[failure(rejected, try_next = "Read this: {1}")]
    Lent(String, std::str::Utf8Error),
    #[error("the page has no number: {why}")]
    #[failure(rejected)]
    Page {
        #[failure(untrusted)]
        why: std::num::ParseIntError,
    },
    #[error("the order of the map was refused: {0}")]
    #[failure(rejected)]
    Own(Own),
}

#[derive(Debug, ToolFailure)]
#[failure(rejected, message = "the shop is closed today")]
struct Own;

#[derive(Debug, ToolFailure)]
#[failure(display)]
enum Displayed {
    #[failure(unavailable)]
    Upload(std::io::Error),
}

impl fmt::Display for Displayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Upload(error) = self;
        write!(f, "the upload broke off: {error}")
    }
}

impl Error for Displayed {}

fn main() {}
