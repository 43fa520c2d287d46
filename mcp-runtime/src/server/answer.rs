//! The frame of a successful answer: the id, and what the era wants in every result.

use crate::protocol::json::{self, Members};
use crate::protocol::meta;
use crate::protocol::version::ProtocolVersion;
use crate::tool::ToolFailure;
use crate::tool::output::ToolOutput;
use crate::tool::result::Refusal;

use super::identity::Identity;

/// The whole answer around a result that is written already.
pub(crate) fn around(id: &str, result: &[u8]) -> Vec<u8> {
    const OPEN: &[u8] = b"{\"jsonrpc\":\"2.0\",\"id\":";
    const RESULT: &[u8] = b",\"result\":";
    let mut out = Vec::with_capacity(OPEN.len() + id.len() + RESULT.len() + result.len() + 1);
    out.extend_from_slice(OPEN);
    json::fragment(&mut out, id);
    out.extend_from_slice(RESULT);
    out.extend_from_slice(result);
    out.push(b'}');
    out
}

/// A result: the members that `write` adds, between what the era wants in every result. `meta`
/// adds members of `_meta`.
pub(crate) fn result(
    out: &mut Vec<u8>,
    version: ProtocolVersion,
    identity: &Identity,
    write: impl FnOnce(&mut Members<'_>),
    meta: Option<impl FnOnce(&mut Members<'_>)>,
) {
    json::object(out, |result| {
        if version.has_result_type() {
            result.string("resultType", "complete");
        }
        write(result);
        let names_server = version.has_server_info_in_results();
        if names_server || meta.is_some() {
            result.object("_meta", |members| {
                if names_server {
                    members.object(meta::SERVER_INFO, |server| identity.write(server, version));
                }
                if let Some(meta) = meta {
                    meta(members);
                }
            });
        }
    });
}

/// As [`result`], as a whole answer without `_meta` of its own.
pub(crate) fn plain(
    id: &str,
    version: ProtocolVersion,
    identity: &Identity,
    write: impl FnOnce(&mut Members<'_>),
) -> Vec<u8> {
    whole(id, version, identity, write, None::<fn(&mut Members<'_>)>)
}

fn whole(
    id: &str,
    version: ProtocolVersion,
    identity: &Identity,
    write: impl FnOnce(&mut Members<'_>),
    meta: Option<impl FnOnce(&mut Members<'_>)>,
) -> Vec<u8> {
    let mut out = Vec::with_capacity(256);
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    json::fragment(&mut out, id);
    out.extend_from_slice(b",\"result\":");
    result(&mut out, version, identity, write, meta);
    out.push(b'}');
    out
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
            members.raw(key, &value.to_string());
        }
    });
    let write = |result: &mut Members<'_>| output.write(result, version, wraps);
    whole(id, version, identity, write, meta)
}

/// The answer to a call that failed: one text, no structured content, and the machine-readable
/// twin of the text.
pub(crate) fn failure(
    id: &str,
    version: ProtocolVersion,
    identity: &Identity,
    failure: &ToolFailure,
) -> Vec<u8> {
    failure_text(id, version, identity, &failure.to_string(), failure)
}

/// The answer to arguments that were refused, where the model is to read why.
pub(crate) fn refusal(
    id: &str,
    version: ProtocolVersion,
    identity: &Identity,
    refusal: &Refusal,
) -> Vec<u8> {
    let twin = ToolFailure::invalid_input("");
    failure_text(id, version, identity, &refusal.message, &twin)
}

fn failure_text(
    id: &str,
    version: ProtocolVersion,
    identity: &Identity,
    text: &str,
    twin: &ToolFailure,
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
    let meta = |members: &mut Members<'_>| {
        members.object(meta::FAILURE, |members| twin.write_twin(members));
    };
    whole(id, version, identity, write, Some(meta))
}
