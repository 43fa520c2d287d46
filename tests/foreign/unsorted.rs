//! `anyhow`.

use anyhow::Context;
use mcp_runtime::{FailureKind, ToolFailure};

use crate::{FAULT, SECRET, assert_discreet};

fn broken() -> anyhow::Result<()> {
    Err(std::io::Error::other(SECRET)).context("while opening http://localhost")
}

#[tokio::test]
async fn an_unsorted_error_is_internal_and_logged_with_its_context() {
    let failure = ToolFailure::from(broken().unwrap_err());
    let cause = failure.cause().unwrap();
    assert_eq!(cause.to_string(), "while opening http://localhost");
    assert_eq!(cause.source().unwrap().to_string(), SECRET);
    assert_discreet(failure, FailureKind::Internal, FAULT).await;
    // `?` in a tool does that.
    let tool = || -> Result<(), ToolFailure> { Ok(broken()?) };
    assert_discreet(tool().unwrap_err(), FailureKind::Internal, FAULT).await;
}

#[tokio::test]
async fn a_failure_inside_stays_what_it_is() {
    let inside = ToolFailure::not_found("no city named 'Ur'").source(SECRET);
    let error = anyhow::Error::from(inside).context("while users wait");
    let text = "No city named 'Ur'. The same call will fail again";
    assert_discreet(error.into(), FailureKind::NotFound, text).await;
}
