//! One message as it came: the envelope, and with it the parameters, in one pass that borrows.

use std::borrow::Cow;

use super::error::ProtocolError;
use super::object::{self, Came};
use super::params::Params;
use super::routing::Happened;
use super::scan::{Kind, NotJson, Raw, Scanner};
use super::text;

/// A message, sorted by what it asks for.
#[derive(Debug)]
pub(crate) enum Message<'a> {
    /// It is owed one answer.
    Request(Request<'a>),
    /// It is never answered.
    Notification {
        method: Cow<'a, str>,
        params: &'a Params<'a>,
    },
    /// Shaped like an answer: never answered, or two peers would echo errors for ever.
    Answer(Answer<'a>),
    /// Not a message; the answer says so.
    Refused(Refused<'a>),
    /// More than one message.
    Batch,
}

/// A request.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    /// JSON text: a string, or an integer of any size.
    pub(crate) id: &'a str,
    pub(crate) method: Cow<'a, str>,
    /// Read where they lie: they are too large to be handed on.
    pub(crate) params: &'a Params<'a>,
}

/// An answer to a request of ours, if there was one.
#[derive(Debug)]
pub(crate) struct Answer<'a> {
    /// JSON text; none where it is missing or cannot be an id.
    pub(crate) id: Option<&'a str>,
    pub(crate) result: Option<Raw<'a>>,
    pub(crate) error: Option<Raw<'a>>,
}

/// Why a text is not a message, and the id to answer with, if one could be read.
#[derive(Debug)]
pub(crate) struct Refused<'a> {
    pub(crate) id: Option<&'a str>,
    pub(crate) error: ProtocolError,
}

/// The messages of a batch. The text is known to be a JSON array.
pub(crate) fn read_batch(text: &str) -> Vec<Raw<'_>> {
    let mut messages = Vec::new();
    // It was passed once, so it is passed again.
    let _ = Scanner::new(text).items(|scanner| {
        messages.push(scanner.value()?);
        Ok::<_, NotJson>(())
    });
    messages
}

fn refused(id: Option<&str>, error: ProtocolError) -> Message<'_> {
    Message::Refused(Refused { id, error })
}

pub(crate) fn not_json() -> ProtocolError {
    ProtocolError::new(
        Happened::NotJson,
        "Parse error: the message is not valid JSON",
    )
}

pub(crate) fn not_a_request(why: &str) -> ProtocolError {
    ProtocolError::new(Happened::NotARequest, format!("Invalid request: {why}"))
}

/// A value that can be an id: a string, or an integer of any size.
pub(crate) fn readable_id(value: Raw<'_>) -> Option<&str> {
    let text = value.get();
    let digits = text.strip_prefix('-').unwrap_or(text);
    let integer = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (integer || text.starts_with('"')).then_some(text)
}

/// The place for the members of one message.
#[derive(Debug, Default)]
pub(crate) struct Envelope<'a> {
    jsonrpc: Option<Raw<'a>>,
    id: Option<Raw<'a>>,
    method: Option<Raw<'a>>,
    params: Params<'a>,
    /// What came as `params`, if anything did.
    came: Option<Came>,
    result: Option<Raw<'a>>,
    error: Option<Raw<'a>>,
    duplicate: Option<&'static str>,
}

/// The members of an envelope.
#[derive(Debug, Clone, Copy)]
enum Member {
    Jsonrpc,
    Id,
    Method,
    Params,
    Result,
    Error,
}

impl Member {
    /// The member of that name, and the name.
    fn find(name: &[u8]) -> Option<(&'static str, Self)> {
        Some(match name {
            b"jsonrpc" => ("jsonrpc", Self::Jsonrpc),
            b"id" => ("id", Self::Id),
            b"method" => ("method", Self::Method),
            b"params" => ("params", Self::Params),
            b"result" => ("result", Self::Result),
            b"error" => ("error", Self::Error),
            _ => return None,
        })
    }
}

impl<'a> Envelope<'a> {
    /// Sorts one message, which is read into this fresh place. `nesting` is the deepest nesting
    /// that is read.
    pub(crate) fn read(&mut self, text: &'a str, nesting: usize) -> Message<'_> {
        let mut scanner = Scanner::new(text);
        match scanner.kind() {
            Ok(Kind::Object) => match self.fill(&mut scanner).and_then(|()| scanner.end()) {
                Ok(()) => {
                    let too_deep = scanner.deepest() > nesting;
                    self.sort(too_deep.then_some(nesting))
                }
                Err(NotJson) => refused(None, not_json()),
            },
            Ok(kind) => match scanner.value().and_then(|_| scanner.end()) {
                Err(NotJson) => refused(None, not_json()),
                Ok(()) if kind == Kind::Array => Message::Batch,
                Ok(()) => refused(None, not_a_request("a message must be an object")),
            },
            Err(NotJson) => refused(None, not_json()),
        }
    }

    /// Reads the members, and those of `params` in the same pass.
    fn fill(&mut self, scanner: &mut Scanner<'a>) -> Result<(), NotJson> {
        scanner.members(|scanner, name| {
            let name = name.bytes().map_err(|_| NotJson)?;
            let Some((name, member)) = Member::find(&name) else {
                return scanner.value().map(drop);
            };
            let place = match member {
                Member::Params => {
                    let came = object::read(scanner, &mut self.params)?;
                    if self.came.replace(came).is_some() {
                        self.repeats(name);
                    }
                    return Ok(());
                }
                Member::Jsonrpc => &mut self.jsonrpc,
                Member::Id => &mut self.id,
                Member::Method => &mut self.method,
                Member::Result => &mut self.result,
                Member::Error => &mut self.error,
            };
            if place.replace(scanner.value()?).is_some() {
                self.repeats(name);
            }
            Ok(())
        })
    }

    /// Notes a member that is there more than once. Of several the id counts: it decides whom an
    /// answer could be for.
    fn repeats(&mut self, name: &'static str) {
        if self.duplicate != Some("id") {
            self.duplicate = Some(name);
        }
    }

    fn sort(&mut self, too_deep: Option<usize>) -> Message<'_> {
        let id = self.id.and_then(readable_id);
        if self.method.is_none() && (self.result.is_some() || self.error.is_some()) {
            return Message::Answer(Answer {
                // With two ids, neither can be trusted to be the one that was answered.
                id: id.filter(|_| self.duplicate.is_none() && too_deep.is_none()),
                result: self.result,
                error: self.error,
            });
        }
        if let Some(name) = self.duplicate {
            // With two ids, neither can be trusted to be the one waited for.
            let id = id.filter(|_| name != "id");
            return refused(
                id,
                not_a_request(&format!("'{name}' is there more than once")),
            );
        }
        let is_known = |version: Raw<'_>| {
            version.get() == "\"2.0\"" || text::string(version.get()).as_deref() == Some("2.0")
        };
        if !self.jsonrpc.is_some_and(is_known) {
            return refused(id, not_a_request("'jsonrpc' must be \"2.0\""));
        }
        let Some(method) = self.method.and_then(|method| text::string(method.get())) else {
            return refused(id, not_a_request("'method' must be a string"));
        };
        let fault = self.came.and_then(Params::fault);
        if self.id.is_none() {
            // A notification is never answered, whatever is wrong with it.
            if fault.is_some() {
                self.params = Params::default();
            }
            let params = &self.params;
            return Message::Notification { method, params };
        }
        let Some(id) = id else {
            return refused(None, not_a_request("'id' must be a string or an integer"));
        };
        if let Some(limit) = too_deep {
            let error = not_a_request(&format!("nested deeper than {limit} levels"));
            return refused(Some(id), error);
        }
        match fault {
            None => Message::Request(Request {
                id,
                method,
                params: &self.params,
            }),
            Some(error) => refused(Some(id), error),
        }
    }
}
