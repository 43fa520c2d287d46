//! `tools/list` and its like: a page of what the caller sees.

use crate::protocol::error::ProtocolError;
use crate::protocol::params::Params;
use crate::protocol::routing::Happened;
use crate::protocol::text;
use crate::server::answer;

/// The page that `find` gives for a cursor; it knows the cursors that were given out.
pub(crate) fn answer(
    id: &str,
    params: &Params<'_>,
    find: impl FnOnce(Option<&str>) -> Option<Vec<u8>>,
) -> Result<Vec<u8>, ProtocolError> {
    // Some clients write what they leave out as `null`.
    let cursor = match params.cursor.filter(|cursor| cursor.get() != "null") {
        None => None,
        Some(cursor) => Some(text::string(cursor.get()).ok_or_else(bad_cursor)?),
    };
    let page = find(cursor.as_deref()).ok_or_else(bad_cursor)?;
    Ok(answer::around(id, &page))
}

fn bad_cursor() -> ProtocolError {
    ProtocolError::new(
        Happened::BadCursor,
        "Invalid cursor: use a 'nextCursor' of this server as it is, or none to begin again",
    )
}
