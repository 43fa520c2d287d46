//! `resources/subscribe` and `resources/unsubscribe`: which resources a session watches.

use crate::protocol::error::ProtocolError;
use crate::protocol::params::Params;
use crate::protocol::text;
use crate::protocol::version::ProtocolVersion;
use crate::server::answer;
use crate::server::caller::Caller;
use crate::server::changes::Hub;
use crate::server::connection::Connection;
use crate::server::identity::Identity;
use crate::server::resources::Resources;
use crate::server::starting::malformed;

/// How many resources one session or subscription may watch: each address is kept.
pub(crate) const MOST_WATCHED: usize = 16_384;

pub(crate) fn too_many() -> ProtocolError {
    malformed(&format!(
        "no more than {MOST_WATCHED} resources can be watched at once"
    ))
}

/// Whether the caller may be told of what becomes of the address: the scopes for reading it are
/// those for watching it.
pub(crate) fn may_watch(
    params: &Params<'_>,
    resources: &Resources,
    caller: Caller<'_>,
) -> Result<(), ProtocolError> {
    resources.may_watch(&address(params)?, caller)
}

fn address(params: &Params<'_>) -> Result<String, ProtocolError> {
    params
        .uri
        .and_then(|uri| text::string(uri.get()))
        .map(Into::into)
        .ok_or_else(|| malformed("'uri' must be the address of a resource, as a string"))
}

/// Any address may be watched, listed or not: a template makes addresses that no list has.
/// Watching twice is watching once, and so is watching no more.
pub(crate) fn answer(
    id: &str,
    params: &Params<'_>,
    (version, identity): (ProtocolVersion, &Identity),
    (connection, hub): (&Connection, &Hub),
    watch: bool,
) -> Result<Vec<u8>, ProtocolError> {
    let uri = address(params)?;
    if watch {
        if connection.changes().resources() >= MOST_WATCHED {
            return Err(too_many());
        }
        connection.watch(&uri, version, hub);
    } else {
        connection.changes().forget(&uri);
    }
    Ok(answer::plain(id, version, identity, |_| {}))
}
