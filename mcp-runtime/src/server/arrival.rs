//! One message as a transport hands it over: its text, and what the transport knows beside it.

use std::sync::Arc;

use crate::tool::Principal;
use crate::tool::sink::Sink;

use super::caller::Caller;
use super::headers::Headers;

/// A message that has arrived.
#[derive(Debug)]
pub(crate) struct Arrival<'a> {
    pub(crate) message: Arc<str>,
    /// Where goes what the request tells its client before the answer: over HTTP the stream of
    /// that response, elsewhere the connection's own.
    pub(crate) sink: &'a Arc<dyn Sink>,
    /// Who sent it, where somebody has made sure of that.
    pub(crate) principal: Option<&'a Principal>,
    /// What has to agree with the body, over HTTP.
    pub(crate) headers: Option<&'a dyn Headers>,
}

impl<'a> Arrival<'a> {
    /// On whose behalf it was sent.
    pub(crate) fn caller(&self) -> Caller<'a> {
        match (self.principal, self.headers) {
            (Some(principal), _) => Caller::Known(principal),
            (None, Some(_)) => Caller::Anonymous,
            (None, None) => Caller::Owner,
        }
    }

    /// A message on a connection of its own, which says all in its text.
    pub(crate) fn new(message: impl Into<Arc<str>>, sink: &'a Arc<dyn Sink>) -> Self {
        Self {
            message: message.into(),
            sink,
            principal: None,
            headers: None,
        }
    }
}
