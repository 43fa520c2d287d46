//! `logging/setLevel`: from which level on a session gets log messages.

use crate::protocol::error::ProtocolError;
use crate::protocol::level::LogLevel;
use crate::protocol::params::Params;
use crate::protocol::routing::Happened;
use crate::protocol::text;
use crate::protocol::version::ProtocolVersion;
use crate::server::answer;
use crate::server::connection::Connection;
use crate::server::identity::Identity;

pub(crate) fn answer(
    id: &str,
    params: &Params<'_>,
    version: ProtocolVersion,
    identity: &Identity,
    connection: &Connection,
) -> Result<Vec<u8>, ProtocolError> {
    let level = params
        .level
        .and_then(|level| text::string(level.get()))
        .and_then(|name| LogLevel::read(&name))
        .ok_or_else(|| {
            ProtocolError::new(
                Happened::MalformedParams,
                format!(
                    "Malformed request: 'level' must be one of {}",
                    LogLevel::names()
                ),
            )
        })?;
    connection.set_log_level(level);
    Ok(answer::plain(id, version, identity, |_| {}))
}
