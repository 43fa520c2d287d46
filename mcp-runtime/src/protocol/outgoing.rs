//! A request of a server to its client, as the revisions with sessions have them.

use super::json;

/// A request of ours.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OutgoingRequest<'a> {
    pub(crate) id: u64,
    pub(crate) method: &'static str,
    /// An object, as JSON text.
    pub(crate) params: Option<&'a str>,
    /// The call that asks: the id of its request, as JSON text.
    pub(crate) call: &'a str,
    /// What the call knows the question as. Neither this nor the call is sent.
    pub(crate) key: &'a str,
}

impl OutgoingRequest<'_> {
    /// The message on the wire.
    pub(crate) fn message(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(128);
        json::object(&mut out, |request| {
            request.string("jsonrpc", "2.0");
            request.unsigned("id", self.id);
            request.string("method", self.method);
            if let Some(params) = self.params {
                request.raw("params", params);
            }
        });
        out
    }
}
