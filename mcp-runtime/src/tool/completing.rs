//! Suggesting values for an argument while it is being filled in.

use std::future::Future;

use serde_json::{Map, Value};

use super::call::Call;
use super::entry::CallFuture;
use super::failure::ToolFailure;
use super::result::{CallResult, Kind};

/// The functions that complete arguments, by the arguments' names.
pub type Completers<State> = &'static [(&'static str, fn(Completing<State>) -> CallFuture)];

/// One request for suggestions, as the expansion of a macro sees it.
#[derive(Debug)]
pub struct Completing<State> {
    call: Call<State>,
    /// What has been filled in so far, the text to complete included.
    texts: Vec<(String, String)>,
}

impl<State> Completing<State> {
    pub(crate) fn new(call: Call<State>) -> Self {
        let texts = call
            .parts
            .arguments
            .as_ref()
            .and_then(|texts| serde_json::from_str::<Map<String, Value>>(texts.as_str()).ok())
            .unwrap_or_default()
            .into_iter()
            .filter_map(|(name, text)| match text {
                Value::String(text) => Some((name, text)),
                _ => None,
            })
            .collect();
        Self { call, texts }
    }

    /// The call, for state and context.
    #[must_use]
    pub fn call(&self) -> &Call<State> {
        &self.call
    }

    /// What has been filled in for an argument so far; empty where nothing has.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        let found = self.texts.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, text)| text)
    }
}

/// What a completion function suggests.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by a function that completes an argument",
    label = "not a list of suggestions",
    note = "return `Vec<String>`, `Vec<&str>`, or a `Result` of one of them whose error converts into `ToolFailure`"
)]
pub trait Suggestions {
    /// The result of the call.
    fn into_suggestions(self) -> CallResult;
}

impl<T: Into<String>> Suggestions for Vec<T> {
    fn into_suggestions(self) -> CallResult {
        CallResult(Kind::Suggestions(
            self.into_iter().map(Into::into).collect(),
        ))
    }
}

impl<T: Into<String>, E: Into<ToolFailure>> Suggestions for Result<Vec<T>, E> {
    fn into_suggestions(self) -> CallResult {
        match self {
            Ok(suggestions) => suggestions.into_suggestions(),
            Err(error) => CallResult(Kind::Failure(error.into())),
        }
    }
}

/// What a completion function gives at once.
#[derive(Debug)]
pub enum AtOnce {}
/// What a completion function gives when it has been awaited.
#[derive(Debug)]
pub enum Awaited {}

/// What calling a completion function gives: suggestions, or a future of them. `When` is filled
/// in by inference.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by a function that completes an argument",
    label = "not a list of suggestions",
    note = "return `Vec<String>`, `Vec<&str>`, or a `Result` of one of them whose error converts into `ToolFailure`"
)]
pub trait Completed<When> {
    /// The result of the call, when it is there.
    fn completed(self) -> impl Future<Output = CallResult> + Send;
}

impl<T: Suggestions> Completed<AtOnce> for T {
    fn completed(self) -> impl Future<Output = CallResult> + Send {
        std::future::ready(self.into_suggestions())
    }
}

impl<F: Future<Output: Suggestions> + Send> Completed<Awaited> for F {
    async fn completed(self) -> CallResult {
        self.await.into_suggestions()
    }
}
