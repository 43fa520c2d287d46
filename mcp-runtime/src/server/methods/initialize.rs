//! `initialize`: the handshake of the revisions that have one.

use std::sync::Arc;

use crate::protocol::error::ProtocolError;
use crate::protocol::params::Params;
use crate::protocol::routing::Happened;
use crate::protocol::text::{self, Slice};
use crate::protocol::version::ProtocolVersion;
use crate::server::answer;
use crate::server::capabilities::Capabilities;
use crate::server::connection::Connection;
use crate::server::identity::Identity;
use crate::tool::context::Declared;

/// A second handshake is served like the first, and selects what follows it.
pub(crate) fn answer(
    id: &str,
    params: &Params<'_>,
    message: &Arc<str>,
    (identity, capabilities): (&Identity, Capabilities<'_>),
    connection: &Connection,
) -> Result<Vec<u8>, ProtocolError> {
    let requested = params
        .protocol_version
        .and_then(|version| text::string(version.get()))
        .ok_or_else(|| {
            ProtocolError::new(
                Happened::MalformedParams,
                "Malformed request: 'protocolVersion' must be a string",
            )
        })?;
    let version = ProtocolVersion::negotiate(&requested);
    connection
        .changes()
        .want_lists(capabilities.changing_lists());
    connection.initialize(
        version,
        Declared {
            info: params.client_info.map(|info| Slice::of(message, info)),
            capabilities: params
                .capabilities
                .map(|capabilities| Slice::of(message, capabilities)),
        },
    );
    Ok(answer::plain(id, version, identity, |result| {
        result.string("protocolVersion", version.as_str());
        capabilities.write(result, version);
        result.object("serverInfo", |server| identity.write(server, version));
        if let Some(instructions) = &identity.instructions {
            result.string("instructions", instructions);
        }
    }))
}
