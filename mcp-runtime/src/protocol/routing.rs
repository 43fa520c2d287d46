//! The routing table: what happened decides the channel, the code and the HTTP status.

use super::code::ErrorCode;

/// What happened to a request that did not end in success.
///
/// [`Happened::route`] is the only place in the crate that pairs an event with a channel, an
/// error code and an HTTP status. Everything that is answered goes through it.
///
/// ```
/// use mcp_runtime::{Channel, ErrorCode, Happened};
///
/// assert_eq!(Happened::ToolFailed.route().channel, Channel::ToolFailure);
/// assert_eq!(
///     Happened::UnknownTool.route().channel,
///     Channel::Protocol(ErrorCode::INVALID_PARAMS),
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Happened {
    /// The tool ran and failed, in whatever way its author foresaw.
    ToolFailed,
    /// The tool panicked, or failed with an error that nobody mapped.
    ToolBroke,
    /// The tool ran past its timeout.
    ToolTimedOut,
    /// As many calls are running as the server or the tool allows.
    Overloaded,
    /// The server stopped before the call was done.
    Stopping,
    /// The arguments break the tool's input schema, and the server tells the model so.
    ArgumentsRefusedToModel,
    /// The arguments break the tool's input schema, or are not those of the prompt, and the server
    /// tells the host so.
    ArgumentsRefused,
    /// No tool of that name.
    UnknownTool,
    /// Nobody has made sure who calls, and what is called needs that.
    Unauthenticated,
    /// The caller lacks a scope that what is called needs.
    InsufficientScope,
    /// The `params` are not of the request's shape.
    MalformedParams,
    /// A required `_meta` field is missing or malformed.
    MalformedMeta,
    /// No resource of that address; the function that reads it may have said so.
    UnknownResource,
    /// No prompt of that name.
    UnknownPrompt,
    /// A prompt, a resource or a completion would not do with its input: its function failed with
    /// a kind that says so.
    InputRefused,
    /// A prompt, a resource or a completion failed in any other way: it has no result that could
    /// tell the model, as a tool has.
    ContentFailed,
    /// A cursor that the server did not give out.
    BadCursor,
    /// A `requestState` that the server did not give out for this call, or whose time is over.
    BadRequestState,
    /// No method of that name, or one of a capability that the server does not have.
    UnknownMethod,
    /// The text is not JSON.
    NotJson,
    /// JSON, but not a JSON-RPC request that this era allows.
    NotARequest,
    /// A fault of the server before anything was dispatched.
    ServerBroke,
    /// HTTP headers and body disagree, or a required header is missing or malformed.
    HeaderMismatch,
    /// The call needs a client capability that was not declared.
    MissingCapability,
    /// The protocol version of the request is not spoken.
    UnsupportedVersion,
}

/// Which of the two channels answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Channel {
    /// A result with `isError: true`, which the model reads.
    ToolFailure,
    /// A JSON-RPC error, which the host handles.
    Protocol(ErrorCode),
}

/// One row of the routing table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Route {
    /// The channel, and the code where there is one.
    pub channel: Channel,
    /// The status of an HTTP answer at 2026-07-28; in a legacy session a readable request is
    /// answered with 200 whatever its outcome, unless the caller has to get another token first.
    pub http_status: u16,
}

impl Happened {
    /// The row of the table.
    #[must_use]
    pub const fn route(self) -> Route {
        const fn failure() -> Route {
            Route {
                channel: Channel::ToolFailure,
                http_status: 200,
            }
        }
        const fn protocol(code: ErrorCode, http_status: u16) -> Route {
            Route {
                channel: Channel::Protocol(code),
                http_status,
            }
        }
        match self {
            Self::ToolFailed
            | Self::ToolBroke
            | Self::ToolTimedOut
            | Self::Overloaded
            | Self::Stopping
            | Self::ArgumentsRefusedToModel => failure(),
            Self::ArgumentsRefused
            | Self::UnknownTool
            | Self::UnknownResource
            | Self::UnknownPrompt
            | Self::InputRefused
            | Self::BadCursor
            | Self::BadRequestState => protocol(ErrorCode::INVALID_PARAMS, 200),
            Self::MalformedParams | Self::MalformedMeta => protocol(ErrorCode::INVALID_PARAMS, 400),
            Self::UnknownMethod => protocol(ErrorCode::METHOD_NOT_FOUND, 404),
            Self::NotJson => protocol(ErrorCode::PARSE_ERROR, 400),
            Self::NotARequest => protocol(ErrorCode::INVALID_REQUEST, 400),
            Self::Unauthenticated => protocol(ErrorCode::INVALID_REQUEST, 401),
            Self::InsufficientScope => protocol(ErrorCode::INVALID_REQUEST, 403),
            // The answer may end a stream that began with 200.
            Self::ContentFailed => protocol(ErrorCode::INTERNAL_ERROR, 200),
            Self::ServerBroke => protocol(ErrorCode::INTERNAL_ERROR, 500),
            Self::HeaderMismatch => protocol(ErrorCode::HEADER_MISMATCH, 400),
            Self::MissingCapability => protocol(ErrorCode::MISSING_CLIENT_CAPABILITY, 400),
            Self::UnsupportedVersion => protocol(ErrorCode::UNSUPPORTED_PROTOCOL_VERSION, 400),
        }
    }

    /// The code of the protocol error; what belongs to the model has none, and is a fault of
    /// ours when it is sent as a protocol error all the same.
    pub(crate) const fn code(self) -> ErrorCode {
        match self.route().channel {
            Channel::Protocol(code) => code,
            Channel::ToolFailure => ErrorCode::INTERNAL_ERROR,
        }
    }
}
