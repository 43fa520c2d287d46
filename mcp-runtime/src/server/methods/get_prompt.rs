//! `prompts/get`: from the name of a prompt to its call.

use std::sync::Arc;

use crate::protocol::error::ProtocolError;
use crate::protocol::text;
use crate::server::dispatch::Dispatcher;
use crate::server::starting::{self, Asked, Called, malformed};

/// Starts a call.
pub(crate) fn start(dispatcher: &Dispatcher, asked: Asked<'_>) -> Result<Called, ProtocolError> {
    let params = asked.request.params;
    let name = params
        .name
        .and_then(|name| text::string(name.get()))
        .ok_or_else(|| malformed("'name' must be the name of a prompt, as a string"))?;
    let arguments = starting::arguments(params.arguments)?;
    let prompt = dispatcher.prompts.find(&name, asked.arrival.caller())?;
    let arguments = arguments.map(|arguments| asked.slice(arguments));
    starting::start(
        dispatcher,
        asked,
        Arc::clone(&prompt.callee),
        arguments,
        None,
    )
}
