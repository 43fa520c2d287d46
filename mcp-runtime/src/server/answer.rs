//! An answer, and the frame of a successful one: the id, and what the era wants in every result.

use crate::protocol::buffer;
use crate::protocol::error::ProtocolError;
use crate::protocol::json::{self, Members};
use crate::protocol::meta;
use crate::protocol::routing::Happened;
use crate::protocol::version::ProtocolVersion;
use crate::tool::output::ToolOutput;
use crate::tool::questions::question::Question;

use super::identity::Identity;

/// The answer to a message.
#[derive(Debug)]
#[cfg_attr(
    not(feature = "http"),
    allow(dead_code, reason = "only HTTP has a status to choose")
)]
pub(crate) struct Answer {
    pub(crate) json: Vec<u8>,
    /// Why it is a protocol error, if it is one.
    pub(crate) happened: Option<Happened>,
    /// The scopes that the caller has to have, where that is why.
    pub(crate) scopes: Option<String>,
    /// What the request was served under; `None` where that did not come out.
    version: Option<ProtocolVersion>,
}

impl Answer {
    /// An answer with a result, or with the answers to a batch.
    pub(crate) fn of(json: Vec<u8>) -> Self {
        Self {
            json,
            happened: None,
            scopes: None,
            version: None,
        }
    }

    /// A protocol error; `id` is JSON text, and left out when none could be read.
    pub(crate) fn refusing(error: &ProtocolError, id: Option<&str>) -> Self {
        Self {
            json: error.answer(id),
            happened: Some(error.happened()),
            scopes: error.scopes().map(str::to_owned),
            version: None,
        }
    }

    /// Notes what the request was served under.
    #[must_use]
    pub(crate) fn under(self, version: Option<ProtocolVersion>) -> Self {
        Self { version, ..self }
    }

    /// The status of an HTTP answer: that of the routing table, but for a readable request of a
    /// revision with sessions, whose clients drop the body of anything but a success. Those, too,
    /// look at the status for what a token lacks.
    #[cfg(feature = "http")]
    pub(crate) fn http_status(&self) -> u16 {
        let has_session = self.version.is_some_and(|version| !version.is_stateless());
        match self.happened {
            Some(happened @ (Happened::Unauthenticated | Happened::InsufficientScope)) => {
                happened.route().http_status
            }
            Some(happened) if !has_session => happened.route().http_status,
            _ => 200,
        }
    }
}

/// The whole answer around a result that is written already.
pub(crate) fn around(id: &str, result: &[u8]) -> Vec<u8> {
    const OPEN: &[u8] = b"{\"jsonrpc\":\"2.0\",\"id\":";
    const RESULT: &[u8] = b",\"result\":";
    let mut out = Vec::with_capacity(OPEN.len() + id.len() + RESULT.len() + result.len() + 1);
    out.extend_from_slice(OPEN);
    json::id(&mut out, id);
    out.extend_from_slice(RESULT);
    out.extend_from_slice(result);
    out.push(b'}');
    out
}

/// How much a result says of the server, in the revisions whose results do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum About {
    /// Name and version.
    Brief,
    /// Everything: what a client asks for when it asks who this is.
    Whole,
    /// As [`Self::Brief`], in a result that is not yet the whole one.
    Question,
}

type NoMeta = fn(&mut Members<'_>);

/// A result, with what the era wants in every result around the members that `write` adds. `meta`
/// adds members of `_meta`.
fn write_result(
    out: &mut Vec<u8>,
    (version, identity, about): (ProtocolVersion, &Identity, About),
    write: impl FnOnce(&mut Members<'_>),
    meta: Option<impl FnOnce(&mut Members<'_>)>,
) {
    let is_whole = about != About::Question;
    json::object(out, |result| {
        if version.has_result_type() && is_whole {
            result.written(r#""resultType":"complete""#);
        }
        write(result);
        let names_server = version.has_server_info_in_results();
        if names_server || meta.is_some() {
            result.object("_meta", |members| {
                if names_server {
                    match about {
                        About::Brief | About::Question => members.written(identity.brief()),
                        About::Whole => members.object(meta::SERVER_INFO, |server| {
                            identity.write(server, version);
                        }),
                    }
                }
                if let Some(meta) = meta {
                    meta(members);
                }
            });
        }
    });
}

fn write_answer(
    id: &str,
    frame: (ProtocolVersion, &Identity, About),
    write: impl FnOnce(&mut Members<'_>),
    meta: Option<impl FnOnce(&mut Members<'_>)>,
) -> Vec<u8> {
    let mut out = buffer::take();
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    json::id(&mut out, id);
    out.extend_from_slice(b",\"result\":");
    write_result(&mut out, frame, write, meta);
    out.push(b'}');
    out
}

/// A result alone, to be put [`around`] later.
pub(crate) fn result(
    version: ProtocolVersion,
    identity: &Identity,
    write: impl FnOnce(&mut Members<'_>),
) -> Vec<u8> {
    let mut out = Vec::new();
    let frame = (version, identity, About::Brief);
    write_result(&mut out, frame, write, None::<NoMeta>);
    out
}

/// A whole answer without `_meta` of its own.
pub(crate) fn plain(
    id: &str,
    version: ProtocolVersion,
    identity: &Identity,
    write: impl FnOnce(&mut Members<'_>),
) -> Vec<u8> {
    write_answer(id, (version, identity, About::Brief), write, None::<NoMeta>)
}

/// As [`plain`], with everything that the server says of itself.
pub(crate) fn introducing(
    id: &str,
    version: ProtocolVersion,
    identity: &Identity,
    write: impl FnOnce(&mut Members<'_>),
) -> Vec<u8> {
    write_answer(id, (version, identity, About::Whole), write, None::<NoMeta>)
}

/// A whole answer of `_meta` alone.
pub(crate) fn with_meta(
    id: &str,
    version: ProtocolVersion,
    identity: &Identity,
    meta: impl FnOnce(&mut Members<'_>),
) -> Vec<u8> {
    write_answer(id, (version, identity, About::Brief), |_| {}, Some(meta))
}

/// The answer to a call that succeeded.
pub(crate) fn success(
    id: &str,
    version: ProtocolVersion,
    identity: &Identity,
    output: &ToolOutput,
    wraps: Option<bool>,
) -> Vec<u8> {
    let own = output.own_meta();
    let meta = (!own.is_empty()).then_some(|members: &mut Members<'_>| {
        for (key, value) in own {
            members.foreign(key, &value.to_string());
        }
    });
    let write = |result: &mut Members<'_>| output.write(result, version, wraps);
    write_answer(id, (version, identity, About::Brief), write, meta)
}

/// The answer to a request that needs answers first.
pub(crate) fn input_required(
    id: &str,
    version: ProtocolVersion,
    identity: &Identity,
    questions: &[Question],
    state: &str,
) -> Vec<u8> {
    let write = |result: &mut Members<'_>| {
        result.written(r#""resultType":"input_required""#);
        result.object("inputRequests", |requests| {
            for question in questions {
                let mut request = Vec::new();
                json::object(&mut request, |request| {
                    request.string("method", question.kind.method());
                    if let Some(params) = &question.params {
                        request.raw("params", params);
                    }
                });
                requests.foreign(&question.key, &json::into_string(request));
            }
        });
        result.string("requestState", state);
    };
    let frame = (version, identity, About::Question);
    write_answer(id, frame, write, None::<NoMeta>)
}

/// The answer to a call that failed: one text, no structured content, and the machine-readable
/// twin of the text.
pub(crate) fn failure(
    id: &str,
    version: ProtocolVersion,
    identity: &Identity,
    text: &str,
    twin: impl FnOnce(&mut Members<'_>),
) -> Vec<u8> {
    let write = |result: &mut Members<'_>| {
        result.array("content", [text], |out, text| {
            json::object(out, |item| {
                item.string("type", "text");
                item.string("text", text);
            });
        });
        result.bool("isError", true);
    };
    let meta = |members: &mut Members<'_>| members.object(meta::FAILURE, twin);
    write_answer(id, (version, identity, About::Brief), write, Some(meta))
}
