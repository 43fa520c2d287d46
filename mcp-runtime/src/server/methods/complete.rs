//! `completion/complete`: suggestions for an argument of a prompt or a variable of a template.

use std::sync::Arc;

use crate::protocol::scan::Raw;
use serde_json::{Map, Value};

use crate::protocol::error::ProtocolError;
use crate::protocol::routing::Happened;
use crate::protocol::text::Slice;
use crate::server::answer::Answer;
use crate::server::caller::Caller;
use crate::server::completions::{self, Completion, Completions};
use crate::server::dispatch::Dispatcher;
use crate::server::starting::{self, Asked, Called, malformed};
use crate::tool::clean::clean;
use crate::tool::nearest::nearest;
use crate::tool::node;

/// Answers at once where the values are known, or starts the author's function.
pub(crate) fn start(dispatcher: &Dispatcher, asked: Asked<'_>) -> Result<Called, ProtocolError> {
    let params = asked.request.params;
    let who = asked.arrival.caller();
    let completions = completions(dispatcher, &read("ref", params.reference)?, who)?;
    let argument = read("argument", params.argument)?;
    let (Some(name), Some(value)) = (text(&argument, "name"), text(&argument, "value")) else {
        return Err(malformed(
            "'argument' must be an object with the strings 'name' and 'value'",
        ));
    };
    let found = completions.find(name);
    let suggestions = match found.ok_or_else(|| unknown_argument(name, completions))? {
        Completion::None => Vec::new(),
        Completion::Values(values) => completions::beginning_with(values, value),
        Completion::Function(callee) => {
            let mut texts = filled_in(&read("context", params.context)?)?;
            texts.insert(name.to_owned(), value.into());
            let texts = Slice::from(Value::Object(texts).to_string());
            return starting::start(dispatcher, asked, Arc::clone(callee), Some(texts), None);
        }
    };
    let (id, version) = (asked.request.id, asked.era.version);
    let answer = completions::answer(id, version, &dispatcher.identity, &suggestions);
    Ok(Called::Answered(Answer::of(answer)))
}

/// A member of `params`; left out, it is `null`.
fn read(name: &str, part: Option<Raw<'_>>) -> Result<Value, ProtocolError> {
    let read = part.map(|part| node::value(part.get()));
    let read = read.transpose();
    read.map(Option::unwrap_or_default)
        .map_err(|why| malformed(&format!("'{name}': {why}")))
}

fn text<'v>(value: &'v Value, member: &str) -> Option<&'v str> {
    value.get(member)?.as_str()
}

/// What a reference leads to.
fn completions<'d>(
    dispatcher: &'d Dispatcher,
    reference: &Value,
    who: Caller<'_>,
) -> Result<&'d Completions, ProtocolError> {
    let (callee, completions) = match text(reference, "type") {
        Some("ref/prompt") => {
            let name = text(reference, "name")
                .ok_or_else(|| malformed("a 'ref/prompt' must have the string 'name'"))?;
            let prompt = dispatcher.prompts.find(name, who)?;
            (&prompt.callee, &prompt.completions)
        }
        Some("ref/resource") => {
            let uri = text(reference, "uri")
                .ok_or_else(|| malformed("a 'ref/resource' must have the string 'uri'"))?;
            let resource = dispatcher.resources.find_template(uri, who)?;
            (&resource.callee, &resource.completions)
        }
        _ => {
            return Err(malformed(
                "'ref' must be an object whose 'type' is 'ref/prompt' or 'ref/resource'",
            ));
        }
    };
    starting::authorise(who, callee)?;
    Ok(completions)
}

/// What has been filled in already.
fn filled_in(context: &Value) -> Result<Map<String, Value>, ProtocolError> {
    match context.get("arguments") {
        None | Some(Value::Null) => Ok(Map::new()),
        Some(Value::Object(texts)) if texts.values().all(Value::is_string) => Ok(texts.clone()),
        Some(_) => Err(malformed(
            "'arguments' in 'context' must be an object whose members are strings",
        )),
    }
}

fn unknown_argument(name: &str, completions: &Completions) -> ProtocolError {
    let shown = clean(name, 128);
    let names: Vec<_> = completions
        .names()
        .map(|name| format!("'{name}'"))
        .collect();
    let message = match nearest(name, completions.names()) {
        Some(nearest) => format!("Unknown argument '{shown}', did you mean '{nearest}'?"),
        None if names.is_empty() => format!("Unknown argument '{shown}': there are none"),
        None => format!("Unknown argument '{shown}': there are {}", names.join(", ")),
    };
    ProtocolError::new(Happened::ArgumentsRefused, message)
}
