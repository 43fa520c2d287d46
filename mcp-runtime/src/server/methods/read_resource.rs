//! `resources/read`: from an address to the call that reads it.

use std::sync::Arc;

use crate::protocol::error::ProtocolError;
use crate::protocol::text::{self, Slice};
use crate::server::dispatch::Dispatcher;
use crate::server::starting::{self, Asked, Called, malformed};

/// Starts a call.
pub(crate) fn start(dispatcher: &Dispatcher, asked: Asked<'_>) -> Result<Called, ProtocolError> {
    let params = asked.request.params;
    let uri = params
        .uri
        .and_then(|uri| text::string(uri.get()))
        .ok_or_else(|| malformed("'uri' must be the address of a resource, as a string"))?;
    let (resource, variables) = dispatcher.resources.find(&uri, asked.arrival.caller())?;
    let callee = Arc::clone(&resource.callee);
    let variables = variables.map(Slice::from);
    starting::start(dispatcher, asked, callee, variables, Some(&uri))
}
