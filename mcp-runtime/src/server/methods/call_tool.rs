//! `tools/call`: from a request to a running call, or to the reason why there is none.

use std::sync::Arc;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::protocol::envelope::{self, Meta, Request};
use crate::protocol::error::ProtocolError;
use crate::protocol::json;
use crate::protocol::request_id::RequestId;
use crate::protocol::routing::Happened;
use crate::protocol::text::{self, Slice};
use crate::server::arrival::Arrival;
use crate::server::batch::Batch;
use crate::server::call::RunningCall;
use crate::server::catalog::{Catalog, CompiledTool};
use crate::server::connection::{Connection, Start, stopping};
use crate::server::dispatch::Dispatcher;
use crate::server::era::Era;
use crate::tool::ToolFailure;
use crate::tool::call::Parts;
use crate::tool::context::{Context, Inner, TraceContext};
use crate::tool::nearest::nearest;
use crate::tool::ticket::{End, Ticket};

/// What becomes of a call at first.
pub(crate) enum Called {
    Running(RunningCall),
    Answered(Vec<u8>),
}

/// Starts a call.
pub(crate) fn start(
    dispatcher: &Dispatcher,
    connection: &Arc<Connection>,
    arrival: &Arrival<'_>,
    request: &Request<'_>,
    (meta, era): (&Meta<'_>, Era),
    batch: Option<&Arc<Batch>>,
) -> Result<Called, ProtocolError> {
    let params = &request.params;
    let name = params
        .name
        .and_then(|name| text::string(name.get()))
        .ok_or_else(|| malformed("'name' must be the name of a tool, as a string"))?;
    let arguments = arguments(params.arguments)?;
    let tool = dispatcher
        .catalog
        .find(&name)
        .ok_or_else(|| unknown_tool(&name, &dispatcher.catalog))?;
    log_arguments(tool, arguments);

    let message = &arrival.message;
    let slice = |part: Option<&RawValue>| part.map(|part| Slice::of(message, part));
    let context = Context::new(Inner {
        ticket: Ticket::default(),
        sink: Arc::clone(arrival.sink),
        id: RequestId::of(message, request.id),
        tool: Arc::clone(&tool.name),
        version: era.version,
        client: era.client,
        principal: arrival.principal.cloned(),
        progress_token: meta
            .progress_token
            .and_then(envelope::readable_id)
            .map(Into::into),
        log: era.log,
        trace: TraceContext {
            parent: slice(meta.trace_parent),
            state: slice(meta.trace_state),
            baggage: slice(meta.baggage),
        },
    });
    let failed = |failure: &ToolFailure| {
        // Nothing that the hook keeps of the call tells the client anything after the answer.
        context.ticket().claim(End::Stopped);
        Ok(Called::Answered(tool.failing.answer(&context, failure)))
    };
    let Some(server_permit) = dispatcher.limit.take() else {
        return failed(&overloaded("the server", dispatcher.limit.most, tool));
    };
    let tool_permit = match &tool.limit {
        None => None,
        Some(limit) => match limit.take() {
            Some(permit) => Some(permit),
            None => return failed(&overloaded("this tool", limit.most, tool)),
        },
    };
    match connection.start(&context, &tool.failing, batch) {
        Start::Started => {}
        Start::Duplicate => return Err(duplicate_id()),
        Start::Stopping => return failed(&stopping()),
    }
    let future = (tool.run)(Parts {
        rules: Arc::clone(&tool.rules),
        context: context.clone(),
        arguments: slice(arguments),
        _permits: [Some(server_permit), tool_permit],
    });
    Ok(Called::Running(RunningCall::new(
        context,
        Arc::clone(tool),
        Arc::clone(connection),
        Arc::clone(&dispatcher.identity),
        future,
    )))
}

/// Absent and `null` are the same; anything but an object is not a call at all, whatever the
/// server's choice about invalid arguments.
fn arguments(arguments: Option<&RawValue>) -> Result<Option<&RawValue>, ProtocolError> {
    let Some(arguments) = arguments else {
        return Ok(None);
    };
    let came = match arguments.get().as_bytes().first() {
        Some(b'{') => return Ok(Some(arguments)),
        Some(b'n') => return Ok(None),
        Some(b'[') => "an array",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        _ => "a number",
    };
    Err(malformed(&format!(
        "'arguments' must be an object with one member for each argument, got {came}"
    )))
}

fn malformed(what: &str) -> ProtocolError {
    ProtocolError::new(
        Happened::MalformedParams,
        format!("Malformed request: {what}"),
    )
}

pub(crate) fn duplicate_id() -> ProtocolError {
    envelope::not_a_request(
        "a request with this 'id' is still running; every request needs its own",
    )
}

fn unknown_tool(name: &str, catalog: &Catalog) -> ProtocolError {
    let shown = crate::tool::clean::clean(name, 128);
    let names = catalog.tools().map(|tool| &*tool.name);
    let message = match nearest(name, names) {
        Some(nearest) => format!("Unknown tool '{shown}', did you mean '{nearest}'?"),
        None => format!("Unknown tool '{shown}': 'tools/list' has the names"),
    };
    let mut data = Vec::new();
    json::object(&mut data, |data| data.string("name", &shown));
    ProtocolError::new(Happened::UnknownTool, message).with_data(json::into_string(data))
}

fn overloaded(what: &str, most: usize, tool: &CompiledTool) -> ToolFailure {
    let calls = if most == 1 { "call" } else { "calls" };
    let failure = ToolFailure::unavailable(format!(
        "'{}' was not run because {what} is at its limit of {most} running {calls}",
        tool.name
    ))
    .try_next("Wait a moment before you do");
    tracing::warn!(
        tool = &*tool.name,
        most,
        "a call was refused: {what} is at its limit"
    );
    failure
}

/// Only at debug, and never what a parameter marked `secret` came with.
fn log_arguments(tool: &CompiledTool, arguments: Option<&RawValue>) {
    if !tracing::enabled!(tracing::Level::DEBUG) {
        return;
    }
    let text = arguments.map_or("{}", RawValue::get);
    let rules = &tool.rules.input.arguments;
    let shown = match serde_json::from_str::<Map<String, Value>>(text) {
        Ok(mut members) => {
            for (name, value) in &mut members {
                let is_known = rules.iter().any(|rule| rule.name == name && !rule.secret);
                // An unknown name may be a secret one that is spelled wrong.
                if !is_known {
                    *value = Value::from("(not shown)");
                }
            }
            Value::Object(members).to_string()
        }
        Err(_) => "(unreadable)".to_owned(),
    };
    let shown = crate::tool::clean::clean(&shown, 4096);
    tracing::debug!(tool = &*tool.name, arguments = &*shown, "called");
}
