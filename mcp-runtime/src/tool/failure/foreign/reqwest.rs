//! `reqwest`: errors of requests to other services.

use std::time::Duration;

use ::reqwest::header::{HeaderMap, RETRY_AFTER};
use ::reqwest::{Error, Response, StatusCode};

use crate::ToolFailure;

/// How long to wait when a service asks for patience and does not say how long.
const PATIENCE: Duration = Duration::from_secs(30);

/// With the feature `reqwest`. The URL is never sent; the log has it without user, password, query
/// and fragment, where keys are.
///
/// | error | kind |
/// |---|---|
/// | a timeout, status 408 or 504 | `timeout` |
/// | no connection, any other status of 500 and above | `unavailable` |
/// | status 429 | `rate_limited`, 30 seconds: the error does not hold the headers, so see [`ResponseExt`] |
/// | any other, statuses 401, 403 and 404 among them | `internal` |
///
/// Where the tool is neither `read_only` nor `idempotent`, a timeout once connected and a status of
/// 500 and above but 503 tell the model that the call may have taken effect, instead of to retry.
///
/// A 404 may be the model's wrong value or a wrong address in the program, and a 401 the user's
/// expired session or the server's own key: only the author knows. Match those, and say what failed.
impl From<Error> for ToolFailure {
    fn from(error: Error) -> Self {
        let failure = match error.status() {
            Some(status) => of_status(status, None),
            None if error.is_timeout() => {
                let failure = Self::timeout("another service did not answer in time");
                // Without a connection, nothing was asked for.
                Some(if error.is_connect() {
                    failure
                } else {
                    failure.undecided()
                })
            }
            None if error.is_connect() => {
                Some(Self::unavailable("another service cannot be reached"))
            }
            None => None,
        };
        failure.unwrap_or_else(Self::broken).source(discreet(error))
    }
}

/// Takes a response's status for what it means: what
/// [`error_for_status`](Response::error_for_status) does, with the wait that the service asks for.
///
/// With the feature `reqwest`.
///
/// ```
/// use mcp_runtime::{ResponseExt, ToolFailure};
///
/// async fn forecast(client: &reqwest::Client) -> Result<String, ToolFailure> {
///     let response = client.get("https://weather.example/oslo").send().await?;
///     Ok(response.or_failure()?.text().await?)
/// }
/// ```
pub trait ResponseExt: Sized {
    /// The response, unless its status is one of failure.
    ///
    /// # Errors
    ///
    /// As the conversion of [`reqwest::Error`](Error); a status of 429 or 503 says how long to wait
    /// where the service gives seconds in `Retry-After`. A date there is not read, because it would
    /// depend on clocks that agree: a 429 is then 30 seconds, and a 503 is worth one retry.
    fn or_failure(self) -> Result<Self, ToolFailure>;
}

impl ResponseExt for Response {
    fn or_failure(self) -> Result<Self, ToolFailure> {
        let wait = wait(self.headers());
        self.error_for_status().map_err(|error| {
            let failure = error.status().and_then(|status| of_status(status, wait));
            failure
                .unwrap_or_else(ToolFailure::broken)
                .source(discreet(error))
        })
    }
}

/// What a status means, where that is certain.
fn of_status(status: StatusCode, wait: Option<Duration>) -> Option<ToolFailure> {
    let number = status.as_u16();
    let failure = match number {
        408 | 504 => {
            let failure =
                ToolFailure::timeout(format!("another service took too long (status {number})"));
            // A 408 is about a request that did not come whole.
            if number == 504 {
                failure.undecided()
            } else {
                failure
            }
        }
        429 => ToolFailure::rate_limited(
            "another service was asked too often",
            wait.unwrap_or(PATIENCE),
        ),
        500.. => {
            let failure =
                ToolFailure::unavailable(format!("another service is down (status {number})"));
            match wait.filter(|_| number == 503) {
                Some(wait) => failure.retry(crate::Retry::After(wait)),
                None if number == 503 => failure,
                None => failure.undecided(),
            }
        }
        _ => return None,
    };
    Some(failure)
}

/// The seconds of `Retry-After`. Its other form, a date, depends on clocks that agree.
fn wait(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?;
    seconds.trim().parse().ok().map(Duration::from_secs)
}

/// The error without the parts of its URL where keys are.
fn discreet(mut error: Error) -> Error {
    if let Some(url) = error.url_mut() {
        url.set_query(None);
        url.set_fragment(None);
        // Both fail for a URL that cannot have them.
        let _ = url.set_password(None);
        let _ = url.set_username("");
    }
    error
}
