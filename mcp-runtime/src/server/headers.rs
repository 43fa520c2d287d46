//! The headers of an HTTP request that repeat what its body says: both have to say the same, or a
//! proxy and the server would act on different requests.
//!
//! [Specification, 2026-07-28, "Request Metadata"](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#request-metadata).

use std::borrow::Cow;
use std::fmt::Debug;

use crate::protocol::error::ProtocolError;
use crate::protocol::meta;
use crate::protocol::routing::Happened;
use crate::protocol::version::ProtocolVersion;
use crate::tool::arguments::Rules;
use crate::tool::clean::clean;
use crate::tool::context::Trace;
use crate::tool::header::decoded;

const VERSION: &str = "MCP-Protocol-Version";
const METHOD: &str = "Mcp-Method";
const NAME: &str = "Mcp-Name";

/// The headers of an HTTP request, found by their names in any case.
pub(crate) trait Headers: Debug {
    /// The value of a header.
    fn header(&self, name: &str) -> Option<&[u8]>;

    /// A header of the protocol that is there more than once: readers may differ in which of the
    /// values they take.
    fn repeated(&self) -> Option<&str>;
}

/// What the version header says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Named<'a> {
    Nothing,
    Version(ProtocolVersion),
    Unknown(Cow<'a, str>),
}

/// The protocol version that the headers name.
pub(crate) fn version(headers: &dyn Headers) -> Result<Named<'_>, ProtocolError> {
    if let Some(name) = headers.repeated() {
        let name = clean(name, 128);
        return Err(mismatch(&format!(
            "the header '{name}' is there more than once"
        )));
    }
    let Some(value) = headers.header(VERSION) else {
        return Ok(Named::Nothing);
    };
    let text = plain(VERSION, value)?;
    Ok(match ProtocolVersion::read(text) {
        Some(version) => Named::Version(version),
        None => Named::Unknown(clean(text, 128)),
    })
}

/// The version header must be there, and name the version that `_meta` names.
pub(crate) fn version_agrees(headers: &dyn Headers, body: &str) -> Result<(), ProtocolError> {
    let sent = required(headers, VERSION)?;
    agree(VERSION, plain(VERSION, sent)?, body)
}

/// The method header must be there, and name the body's method.
pub(crate) fn method_agrees(headers: &dyn Headers, body: &str) -> Result<(), ProtocolError> {
    let sent = required(headers, METHOD)?;
    agree(METHOD, plain(METHOD, sent)?, body)
}

/// The name header must be there, and name what the parameters name. It may be in base64.
pub(crate) fn name_agrees(headers: &dyn Headers, body: &str) -> Result<(), ProtocolError> {
    let sent = required(headers, NAME)?;
    let sent = decoded(sent).map_err(|what| mismatch(&format!("the header '{NAME}' {what}")))?;
    agree(NAME, &sent, body)
}

/// The headers that repeat arguments must be there, and say what the arguments say.
pub(crate) fn arguments_agree(
    headers: &dyn Headers,
    rules: &Rules,
    arguments: Option<&str>,
) -> Result<(), ProtocolError> {
    let sent = |name: &str| headers.header(name);
    let agree = rules.headers_agree(arguments, sent);
    agree.map_err(|what| mismatch(&what))
}

/// The distributed trace that the request belongs to.
///
/// [W3C Trace Context](https://www.w3.org/TR/trace-context/).
pub(crate) fn trace(headers: &dyn Headers) -> Option<Trace> {
    let read = |name| {
        let value = std::str::from_utf8(headers.header(name)?).ok()?;
        Some(value.trim().to_owned())
    };
    Some(Trace {
        parent: Some(read(meta::TRACE_PARENT)?),
        state: read(meta::TRACE_STATE),
        baggage: read(meta::BAGGAGE),
    })
}

fn required<'a>(headers: &'a dyn Headers, name: &str) -> Result<&'a [u8], ProtocolError> {
    headers.header(name).ok_or_else(|| {
        mismatch(&format!(
            "the header '{name}' is missing: every request of this revision has it"
        ))
    })
}

/// A value that is never in base64.
fn plain<'a>(name: &str, value: &'a [u8]) -> Result<&'a str, ProtocolError> {
    std::str::from_utf8(value)
        .ok()
        .filter(|text| text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t')))
        .map(|text| text.trim_matches([' ', '\t']))
        .ok_or_else(|| {
            mismatch(&format!(
                "the header '{name}' has characters that a header may not have"
            ))
        })
}

fn agree(name: &str, sent: &str, body: &str) -> Result<(), ProtocolError> {
    if sent == body {
        return Ok(());
    }
    Err(mismatch(&format!(
        "the header '{name}' says '{}', the body '{}'",
        clean(sent, 128),
        clean(body, 128)
    )))
}

fn mismatch(what: &str) -> ProtocolError {
    ProtocolError::new(Happened::HeaderMismatch, format!("Header mismatch: {what}"))
}
