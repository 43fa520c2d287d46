//! From a request to a running call, or to the reason why there is none.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::protocol::envelope::{self, Request};
use crate::protocol::error::ProtocolError;
use crate::protocol::json;
use crate::protocol::params::Meta;
use crate::protocol::request_id::RequestId;
use crate::protocol::routing::Happened;
use crate::protocol::scan::Raw;
use crate::protocol::text::Slice;
use crate::tool::Incident;
use crate::tool::Principal;
use crate::tool::call::Parts;
use crate::tool::clean::clean;
use crate::tool::context::{Context, Inner, TraceContext};
use crate::tool::feature::Feature;
use crate::tool::questions::Questions;
use crate::tool::questions::rounds::{self, NotARound, Rounds};
use crate::tool::questions::seal::NotOpened;
use crate::tool::ticket::{End, Ticket};

use super::answer::Answer;
use super::arrival::Arrival;
use super::batch::Batch;
use super::call::RunningCall;
use super::callee::Callee;
use super::caller::Caller;
use super::connection::{Connection, Start};
use super::dispatch::Dispatcher;
use super::era::Era;
use super::headers;
use super::rates::TooSoon;
use super::span;

/// What becomes of a call at first.
pub(crate) enum Called {
    Running(RunningCall),
    Answered(Answer),
}

/// A request that asks for a call, and what is known around it.
pub(crate) struct Asked<'a> {
    pub(crate) connection: &'a Arc<Connection>,
    pub(crate) arrival: &'a Arrival<'a>,
    pub(crate) request: &'a Request<'a>,
    pub(crate) meta: &'a Meta<'a>,
    pub(crate) era: Era,
    pub(crate) batch: Option<&'a Arc<Batch>>,
}

impl Asked<'_> {
    /// A part of the message that outlives the reading of it.
    pub(crate) fn slice(&self, part: Raw<'_>) -> Slice {
        Slice::of(&self.arrival.message, part)
    }
}

/// Starts a call with the text of an object, or without arguments; `uri` is what is read.
pub(crate) fn start(
    dispatcher: &Dispatcher,
    asked: Asked<'_>,
    callee: Arc<Callee>,
    arguments: Option<Slice>,
    uri: Option<&str>,
) -> Result<Called, ProtocolError> {
    let who = asked.arrival.caller();
    authorise(who, &callee)?;
    log_arguments(&callee, arguments.as_ref());
    let trace = trace(&asked);
    let questions = questions(dispatcher, &asked, &callee, arguments.as_ref())?;
    let context = Context::new(Inner {
        ticket: Ticket::default(),
        sink: Arc::clone(asked.arrival.sink),
        id: RequestId::of(&asked.arrival.message, asked.request.id),
        tool: Arc::clone(&callee.name),
        feature: callee.feature(),
        uri: uri.map(Into::into),
        version: asked.era.version,
        client: asked.era.client,
        principal: asked.arrival.principal.cloned(),
        progress_token: asked
            .meta
            .progress_token
            .and_then(envelope::readable_id)
            .map(Into::into),
        log: asked.era.log,
        trace,
        questions,
    });
    let failed = |incident: &Incident<'_>| {
        // Nothing that the hook keeps of the call tells the client anything after the answer.
        context.ticket().claim(End::Stopped);
        let failure = callee.failing.incident(&context, incident);
        Ok(Called::Answered(callee.failing.answer(&context, &failure)))
    };
    let tool = &*callee.name;
    // Completions are asked for at every key that somebody presses.
    let counts = callee.feature() != Feature::Completion;
    let of_server = dispatcher.rates.iter().map(|rates| (rates, true));
    let of_callee = callee.rates.iter().map(|rates| (rates, false));
    for (rates, of_server) in of_callee.chain(of_server.filter(|_| counts)) {
        if let Err(soon) = rates.count(who) {
            log_too_soon(&soon, &callee, who);
            return failed(&Incident::RateLimited {
                tool,
                rate: &soon.rate.to_string(),
                of_server,
                after: soon.wait,
            });
        }
    }
    let Some(server_permit) = dispatcher.limit.take() else {
        let limit = dispatcher.limit.most;
        log_overload("the server", limit, &callee);
        return failed(&Incident::ServerBusy { tool, limit });
    };
    let own_permit = match &callee.limit {
        None => None,
        Some(limit) => {
            let Some(permit) = limit.take() else {
                let limit = limit.most;
                log_overload(&own(&callee), limit, &callee);
                return failed(&Incident::ToolBusy { tool, limit });
            };
            Some(permit)
        }
    };
    match asked.connection.start(&context, &callee, asked.batch) {
        Start::Started => {}
        Start::Duplicate => return Err(duplicate_id()),
        Start::Stopping => return failed(&asked.connection.stopped(tool, None)),
    }
    let over_http = asked.arrival.headers.is_some();
    let span = span::begin(&context, over_http, &dispatcher.settings.span_hook);
    let future = (callee.run)(Parts {
        rules: Arc::clone(&callee.rules),
        context: context.clone(),
        arguments,
        _permits: [Some(server_permit), own_permit],
    });
    Ok(Called::Running(RunningCall::new(
        context,
        callee,
        Arc::clone(asked.connection),
        Arc::clone(&dispatcher.identity),
        span,
        future,
    )))
}

/// Whether a caller may have this called: an answer of the protocol, never of the tool, by which a
/// client learns what its token has to have.
pub(crate) fn authorise(who: Caller<'_>, callee: &Callee) -> Result<(), ProtocolError> {
    if who.has(&callee.scopes) {
        return Ok(());
    }
    let wanted: Vec<_> = callee
        .scopes
        .iter()
        .map(|scope| format!("'{scope}'"))
        .collect();
    let noun = if wanted.len() == 1 { "scope" } else { "scopes" };
    let wanted = wanted.join(", ");
    let name = &callee.name;
    let (happened, message) = match who {
        Caller::Known(_) => (
            Happened::InsufficientScope,
            format!(
                "'{name}' needs a token with the {noun} {wanted}, and this one lacks some of it"
            ),
        ),
        Caller::Anonymous | Caller::Owner => (
            Happened::Unauthenticated,
            format!("'{name}' needs a token with the {noun} {wanted}, and none came"),
        ),
    };
    let mut data = Vec::new();
    json::object(&mut data, |data| {
        data.array("scopes", callee.scopes.iter(), json::string);
    });
    Err(ProtocolError::new(happened, message)
        .with_data(json::into_string(data))
        .asking_for(callee.scopes.joined()))
}

/// What the message says of its trace, else what the request says that carried it: of the two the
/// message's is the nearer.
fn trace(asked: &Asked<'_>) -> Option<Box<TraceContext>> {
    let meta = asked.meta;
    if meta.trace_parent.is_none() {
        if let Some(trace) = asked.arrival.headers.and_then(headers::trace) {
            return Some(Box::new(TraceContext::Carried(trace)));
        }
    }
    let parts = [meta.trace_parent, meta.trace_state, meta.baggage];
    if parts.iter().all(Option::is_none) {
        return None;
    }
    let [parent, state, baggage] = parts.map(|part| part.map(|part| asked.slice(part)));
    Some(Box::new(TraceContext::Said {
        parent,
        state,
        baggage,
    }))
}

/// How the call asks its client, with the answers that the request brings.
fn questions(
    dispatcher: &Dispatcher,
    asked: &Asked<'_>,
    callee: &Callee,
    arguments: Option<&Slice>,
) -> Result<Questions, ProtocolError> {
    if !asked.era.version.asks_in_results() {
        let requests = Arc::clone(asked.connection.requests());
        let patience = dispatcher.settings.answers_within;
        return Ok(Questions::in_session(requests, patience));
    }
    let params = asked.request.params;
    let rounds = Rounds {
        sealer: Arc::clone(&dispatcher.sealer),
        method: rounds::method(&asked.request.method),
        arguments: arguments.cloned(),
    };
    let principal = asked.arrival.principal.map(Principal::subject);
    let who = (&*callee.name, principal);
    Questions::in_rounds(rounds, who, params.input_responses, params.request_state)
        .map_err(|why| no_round(why, &callee.name))
}

fn no_round(why: NotARound, name: &str) -> ProtocolError {
    let (happened, message) = match why {
        NotARound::Responses => (
            Happened::MalformedParams,
            "Malformed request: 'inputResponses' must be an object with one member for each answer"
                .to_owned(),
        ),
        NotARound::Unreadable(why) => (
            Happened::MalformedParams,
            format!("Malformed request: 'inputResponses': {why}"),
        ),
        NotARound::StateShape => (
            Happened::MalformedParams,
            "Malformed request: 'requestState' must be a string".to_owned(),
        ),
        NotARound::State(NotOpened::Broken) => (
            Happened::BadRequestState,
            format!(
                "Invalid 'requestState': it is not what this server gave for this call of '{name}'; send it back as it came, with the same parameters and as the same caller, or begin again without it"
            ),
        ),
        NotARound::State(NotOpened::Expired) => (
            Happened::BadRequestState,
            format!(
                "Invalid 'requestState': it has expired; begin the call of '{name}' again without it"
            ),
        ),
    };
    ProtocolError::new(happened, message)
}

/// Absent and `null` are the same; anything but an object is not a call at all, whatever the
/// server's choice about invalid arguments.
pub(crate) fn arguments(arguments: Option<Raw<'_>>) -> Result<Option<Raw<'_>>, ProtocolError> {
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

pub(crate) fn malformed(what: &str) -> ProtocolError {
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

fn log_overload(what: &str, most: usize, callee: &Callee) {
    tracing::warn!(
        tool = &*callee.name,
        most,
        "a call was refused: {what} is at its limit"
    );
}

fn log_too_soon(soon: &TooSoon, callee: &Callee, who: Caller<'_>) {
    let subject = who
        .principal()
        .map(Principal::subject)
        .map(|subject| clean(subject, 128));
    tracing::warn!(
        tool = &*callee.name,
        subject = subject.as_deref(),
        "a call was refused: no more than {} may come from one caller",
        soon.rate
    );
}

fn own(callee: &Callee) -> String {
    format!("this {}", callee.feature().noun())
}

/// Only at debug, and never what a parameter marked `secret` came with.
fn log_arguments(callee: &Callee, arguments: Option<&Slice>) {
    if !tracing::enabled!(tracing::Level::DEBUG) {
        return;
    }
    let text = arguments.map_or("{}", Slice::as_str);
    let rules = &callee.rules.input.arguments;
    let shown = match serde_json::from_str::<Map<String, Value>>(text) {
        Ok(mut members) => {
            for (name, value) in &mut members {
                let is_known = rules.iter().any(|rule| rule.name == **name && !rule.secret);
                // An unknown name may be a secret one that is spelled wrong.
                if !is_known {
                    *value = Value::from("(not shown)");
                }
            }
            Value::Object(members).to_string()
        }
        Err(_) => "(unreadable)".to_owned(),
    };
    let shown = clean(&shown, 4096);
    tracing::debug!(tool = &*callee.name, arguments = &*shown, "called");
}
