//! Which era a request belongs to, and what it says about its client.

use crate::protocol::envelope;
use crate::protocol::error::ProtocolError;
use crate::protocol::json;
use crate::protocol::level::LogLevel;
use crate::protocol::meta;
use crate::protocol::params::Meta;
use crate::protocol::routing::Happened;
use crate::protocol::text::{self, Slice};
use crate::protocol::version::ProtocolVersion;
use crate::tool::context::{Declared, LogGate};

use super::arrival::Arrival;
use super::connection::Connection;
use super::headers::{self, Named};
use super::methods::Method;

/// How a request is served.
#[derive(Debug)]
pub(crate) struct Era {
    pub(crate) version: ProtocolVersion,
    pub(crate) client: Declared,
    pub(crate) log: LogGate,
}

/// The versions that a request may name in its `_meta`: what `server/discover` lists, too.
pub(crate) fn stateless_versions() -> impl Iterator<Item = ProtocolVersion> {
    ProtocolVersion::ALL
        .into_iter()
        .filter(|version| version.is_stateless())
        .rev()
}

impl Era {
    /// Any stateless `_meta` member makes a request stateless, and so do `server/discover` and a
    /// header that names such a version; then what the era requires must be there. Anything else
    /// belongs to the session.
    pub(crate) fn of(
        connection: &Connection,
        arrival: &Arrival<'_>,
        method: Option<Method>,
        meta: &Meta<'_>,
    ) -> Result<Self, ProtocolError> {
        let named = match arrival.headers {
            None => Named::Nothing,
            Some(headers) => headers::version(headers)?,
        };
        let names_stateless = matches!(&named, Named::Version(version) if version.is_stateless());
        if meta.is_stateless() || method == Some(Method::Discover) || names_stateless {
            return Self::stateless(arrival, meta);
        }
        if let Named::Unknown(version) = named {
            return Err(unsupported(&version));
        }
        // Over HTTP a session has an id that comes with every request, and one that has none
        // belongs to no session.
        let outside = arrival.headers.is_some() && connection.negotiated().is_none();
        if outside && method != Some(Method::Initialize) {
            return Err(no_session());
        }
        Ok(connection.session_era())
    }

    fn stateless(arrival: &Arrival<'_>, meta: &Meta<'_>) -> Result<Self, ProtocolError> {
        let message = &arrival.message;
        let Some(version) = meta.protocol_version else {
            return Err(missing(meta::PROTOCOL_VERSION, "the protocol version"));
        };
        let Some(name) = text::string(version.get()) else {
            return Err(malformed(meta::PROTOCOL_VERSION, "must be a string"));
        };
        if let Some(headers) = arrival.headers {
            headers::version_agrees(headers, &name)?;
        }
        let Some(version) = stateless_versions().find(|version| version.as_str() == name) else {
            return Err(unsupported(&name));
        };
        let Some(capabilities) = meta.client_capabilities else {
            return Err(missing(
                meta::CLIENT_CAPABILITIES,
                "an object with the client's capabilities, which may be empty",
            ));
        };
        if !capabilities.get().starts_with('{') {
            return Err(malformed(meta::CLIENT_CAPABILITIES, "must be an object"));
        }
        let level = match meta.log_level {
            None => None,
            Some(level) => {
                let level = text::string(level.get()).and_then(|name| LogLevel::read(&name));
                let expected = || format!("must be one of {}", LogLevel::names());
                Some(level.ok_or_else(|| malformed(meta::LOG_LEVEL, &expected()))?)
            }
        };
        Ok(Self {
            version,
            client: Declared {
                info: meta.client_info.map(|info| Slice::of(message, info)),
                capabilities: Some(Slice::of(message, capabilities)),
            },
            log: LogGate::Request(level),
        })
    }
}

fn no_session() -> ProtocolError {
    envelope::not_a_request(&format!(
        "begin with 'initialize' and send the 'Mcp-Session-Id' of its answer with what follows, or \
         say the protocol version {} in '_meta' and in the header 'MCP-Protocol-Version'",
        ProtocolVersion::LATEST
    ))
}

fn missing(key: &str, what: &str) -> ProtocolError {
    ProtocolError::new(
        Happened::MalformedMeta,
        format!("Malformed request: '_meta' must have '{key}', {what}"),
    )
}

fn malformed(key: &str, expected: &str) -> ProtocolError {
    ProtocolError::new(
        Happened::MalformedMeta,
        format!("Malformed request: '{key}' in '_meta' {expected}"),
    )
}

fn unsupported(requested: &str) -> ProtocolError {
    let mut data = Vec::new();
    json::object(&mut data, |data| {
        data.array("supported", stateless_versions(), |out, version| {
            json::string(out, version.as_str());
        });
        data.string("requested", requested);
    });
    ProtocolError::new(
        Happened::UnsupportedVersion,
        "Unsupported protocol version: choose one of 'supported', or begin with 'initialize'",
    )
    .with_data(json::into_string(data))
}
