//! `tools/call`: from the name of a tool to its call.

use std::sync::Arc;

use crate::protocol::scan::Raw;

use crate::protocol::error::ProtocolError;
use crate::protocol::json;
use crate::protocol::routing::Happened;
use crate::protocol::text;
use crate::server::caller::Caller;
use crate::server::catalog::Catalog;
use crate::server::dispatch::Dispatcher;
use crate::server::headers;
use crate::server::starting::{self, Asked, Called, malformed};
use crate::tool::nearest::nearest;

/// Starts a call.
pub(crate) fn start(dispatcher: &Dispatcher, asked: Asked<'_>) -> Result<Called, ProtocolError> {
    let params = asked.request.params;
    let name = params
        .name
        .and_then(|name| text::string(name.get()))
        .ok_or_else(|| malformed("'name' must be the name of a tool, as a string"))?;
    let arguments = starting::arguments(params.arguments)?;
    let (catalog, caller) = (&dispatcher.catalog, asked.arrival.caller());
    let tool = catalog
        .find(&name, caller)
        .ok_or_else(|| unknown_tool(&name, catalog, caller))?;
    starting::authorise(caller, &tool.callee)?;
    let headers = asked.arrival.headers;
    if let Some(headers) = headers.filter(|_| asked.era.version.is_stateless()) {
        let arguments = arguments.map(Raw::get);
        headers::arguments_agree(headers, &tool.callee.rules, arguments)?;
    }
    let arguments = arguments.map(|arguments| asked.slice(arguments));
    starting::start(dispatcher, asked, Arc::clone(&tool.callee), arguments, None)
}

/// Names of tools that the caller does not see are not suggested.
fn unknown_tool(name: &str, catalog: &Catalog, caller: Caller<'_>) -> ProtocolError {
    let shown = crate::tool::clean::clean(name, 128);
    let names = catalog.tools(caller).map(|tool| &*tool.callee.name);
    let message = match nearest(name, names) {
        Some(nearest) => format!("Unknown tool '{shown}', did you mean '{nearest}'?"),
        None => format!("Unknown tool '{shown}': 'tools/list' has the names"),
    };
    let mut data = Vec::new();
    json::object(&mut data, |data| data.string("name", &shown));
    ProtocolError::new(Happened::UnknownTool, message).with_data(json::into_string(data))
}
