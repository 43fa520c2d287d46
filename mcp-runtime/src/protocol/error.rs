//! A protocol error: what happened, in words for whoever debugs the host.

use super::json;
use super::routing::Happened;

/// The answer to a request that never reached a tool.
#[derive(Debug, Clone)]
pub(crate) struct ProtocolError {
    happened: Happened,
    message: String,
    /// JSON text.
    data: Option<String>,
    /// The scopes that the caller has to have, with blanks between them.
    scopes: Option<String>,
}

impl ProtocolError {
    pub(crate) fn new(happened: Happened, message: impl Into<String>) -> Self {
        Self {
            happened,
            message: message.into(),
            data: None,
            scopes: None,
        }
    }

    /// Adds `error.data`, as JSON text.
    #[must_use]
    pub(crate) fn with_data(mut self, data: String) -> Self {
        self.data = Some(data);
        self
    }

    /// Adds the scopes that the caller has to have, with blanks between them.
    #[must_use]
    pub(crate) fn asking_for(mut self, scopes: String) -> Self {
        self.scopes = Some(scopes);
        self
    }

    pub(crate) fn scopes(&self) -> Option<&str> {
        self.scopes.as_deref()
    }

    pub(crate) fn happened(&self) -> Happened {
        self.happened
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The whole answer; `id` is JSON text, and left out when none could be read.
    pub(crate) fn answer(&self, id: Option<&str>) -> Vec<u8> {
        let mut out = Vec::with_capacity(96 + self.message.len());
        json::object(&mut out, |answer| {
            answer.raw("jsonrpc", "\"2.0\"");
            if let Some(id) = id {
                answer.raw("id", id);
            }
            answer.object("error", |error| {
                error.integer("code", self.happened.code().value());
                error.string("message", &self.message);
                if let Some(data) = &self.data {
                    error.raw("data", data);
                }
            });
        });
        out
    }
}
