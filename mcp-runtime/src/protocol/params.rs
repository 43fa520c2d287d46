//! The parameters of a request, and their `_meta`: the members that the protocol defines.

use super::error::ProtocolError;
use super::meta;
use super::object::{self, Came, Shape, wanted};
use super::routing::Happened;
use super::scan::Scanner;

wanted! {
    /// The members of `params` that any method reads; which of them a method asks for is its
    /// affair.
    pub(crate) struct Params<'a> {
        pub(crate) name: "name",
        pub(crate) arguments: "arguments",
        pub(crate) cursor: "cursor",
        pub(crate) level: "level",
        pub(crate) protocol_version: "protocolVersion",
        pub(crate) capabilities: "capabilities",
        pub(crate) client_info: "clientInfo",
        pub(crate) request_id: "requestId",
        pub(crate) reason: "reason",
        pub(crate) notifications: "notifications",
        pub(crate) uri: "uri",
        pub(crate) reference: "ref",
        pub(crate) argument: "argument",
        pub(crate) context: "context",
        /// Answers to what an earlier round asked.
        pub(crate) input_responses: "inputResponses",
        /// What an earlier round gave the client to keep.
        pub(crate) request_state: "requestState",
        meta: "_meta",
    }
}

wanted! {
    /// The members of a request's `_meta` that the protocol defines.
    pub(crate) struct Meta<'a> {
        pub(crate) protocol_version: meta::PROTOCOL_VERSION,
        pub(crate) client_capabilities: meta::CLIENT_CAPABILITIES,
        pub(crate) client_info: meta::CLIENT_INFO,
        pub(crate) log_level: meta::LOG_LEVEL,
        pub(crate) progress_token: meta::PROGRESS_TOKEN,
        pub(crate) trace_parent: meta::TRACE_PARENT,
        pub(crate) trace_state: meta::TRACE_STATE,
        pub(crate) baggage: meta::BAGGAGE,
    }
}

impl Meta<'_> {
    /// One of the members that only a stateless request has is there.
    pub(crate) fn is_stateless(&self) -> bool {
        self.protocol_version.is_some()
            || self.client_capabilities.is_some()
            || self.client_info.is_some()
            || self.log_level.is_some()
    }
}

impl<'a> Params<'a> {
    /// What is wrong with what came as `params`; absent and `null` are empty ones.
    pub(super) fn fault(came: Came) -> Option<ProtocolError> {
        match (came.shape, came.duplicate) {
            (Shape::Other, _) => Some(malformed("'params' must be an object")),
            (_, Some(name)) => Some(malformed(&format!(
                "'{name}' is there more than once in 'params'"
            ))),
            // Some clients write what they leave out as `null`.
            (Shape::Object | Shape::Null, None) => None,
        }
    }

    /// Reads `_meta`; absent and `null` are an empty one.
    pub(crate) fn meta(&self) -> Result<Meta<'a>, ProtocolError> {
        let mut meta = Meta::default();
        let Some(text) = self.meta else {
            return Ok(meta);
        };
        let came = object::read(&mut Scanner::new(text.get()), &mut meta)
            .map_err(|_| malformed("'_meta' is not readable"))?;
        match (came.shape, came.duplicate) {
            (Shape::Other, _) => Err(malformed("'_meta' must be an object")),
            (_, Some(name)) => Err(malformed(&format!("'_meta' has '{name}' more than once"))),
            (Shape::Object | Shape::Null, None) => Ok(meta),
        }
    }
}

fn malformed(message: &str) -> ProtocolError {
    ProtocolError::new(
        Happened::MalformedParams,
        format!("Malformed request: {message}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::object::Wanted;

    #[test]
    fn a_wanted_member_is_found_under_its_name_alone() {
        for name in [
            "name",
            "arguments",
            "inputResponses",
            "requestState",
            "_meta",
        ] {
            let found = Params::find(name.as_bytes()).map(|(name, _)| name);
            assert_eq!(found, Some(name));
        }
        assert!(Params::find(b"Name").is_none());
        assert!(Meta::find(b"protocolVersion").is_none());
    }
}
