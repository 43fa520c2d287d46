//! `tools/list`: a page of the tools that the caller sees.

use crate::protocol::error::ProtocolError;
use crate::protocol::params::Params;
use crate::protocol::routing::Happened;
use crate::protocol::text;
use crate::protocol::version::ProtocolVersion;
use crate::server::answer;
use crate::server::catalog::Catalog;
use crate::tool::Principal;

pub(crate) fn answer(
    id: &str,
    params: &Params<'_>,
    version: ProtocolVersion,
    caller: Option<&Principal>,
    catalog: &Catalog,
) -> Result<Vec<u8>, ProtocolError> {
    // Some clients write what they leave out as `null`.
    let cursor = match params.cursor.filter(|cursor| cursor.get() != "null") {
        None => None,
        Some(cursor) => Some(text::string(cursor.get()).ok_or_else(bad_cursor)?),
    };
    let page = catalog
        .page(version, cursor.as_deref(), caller)
        .ok_or_else(bad_cursor)?;
    Ok(answer::around(id, &page))
}

fn bad_cursor() -> ProtocolError {
    ProtocolError::new(
        Happened::BadCursor,
        "Invalid cursor: use a 'nextCursor' of this server as it is, or none to begin again",
    )
}
