//! The error codes of JSON-RPC and MCP: which exist, and which an application may use.

use std::fmt;

/// A JSON-RPC error code that may be written: one of the eight that the protocol defines, or one
/// of an application's own.
///
/// ```
/// use mcp_runtime::ErrorCode;
///
/// const OUT_OF_STOCK: ErrorCode = ErrorCode::application(4009);
/// assert_eq!(OUT_OF_STOCK.value(), 4009);
/// ```
///
/// A reserved code does not compile in a constant:
///
/// ```compile_fail
/// const _: mcp_runtime::ErrorCode = mcp_runtime::ErrorCode::application(-32002);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErrorCode(i64);

/// Doubles, and so JavaScript, hold every integer between these.
const LEAST: i64 = -MOST;
const MOST: i64 = 1 << 53;

impl ErrorCode {
    /// The text is not JSON.
    pub const PARSE_ERROR: Self = Self(-32700);
    /// JSON, but not a request.
    pub const INVALID_REQUEST: Self = Self(-32600);
    /// No such method, or one of a capability that the server does not have.
    pub const METHOD_NOT_FOUND: Self = Self(-32601);
    /// Parameters of the wrong shape, an unknown tool, arguments that break a schema.
    pub const INVALID_PARAMS: Self = Self(-32602);
    /// A fault of the server before anything was dispatched.
    pub const INTERNAL_ERROR: Self = Self(-32603);
    /// HTTP headers and body disagree, or a required header is missing.
    pub const HEADER_MISMATCH: Self = Self(-32020);
    /// The request needs a client capability that was not declared.
    pub const MISSING_CLIENT_CAPABILITY: Self = Self(-32021);
    /// The protocol version of the request is not spoken.
    pub const UNSUPPORTED_PROTOCOL_VERSION: Self = Self(-32022);

    /// A code of the application's own: any integer within ±2^53 outside -32768..=-32000.
    ///
    /// In a constant a reserved code is a compile error that says which range it hit and what to
    /// use instead.
    ///
    /// # Panics
    ///
    /// The code is reserved; [`ErrorCode::try_application`] returns an error instead.
    #[must_use]
    #[allow(
        clippy::panic,
        reason = "the message of a compile error; documented for the run time"
    )]
    pub const fn application(code: i64) -> Self {
        match ReservedCode::find(code) {
            None => Self(code),
            Some(reserved) => panic!("{}", reserved.message()),
        }
    }

    /// As [`ErrorCode::application`], for codes that are only known at run time.
    ///
    /// # Errors
    ///
    /// The code is reserved.
    pub const fn try_application(code: i64) -> Result<Self, ReservedCode> {
        match ReservedCode::find(code) {
            None => Ok(Self(code)),
            Some(reserved) => Err(reserved),
        }
    }

    /// The number.
    #[must_use]
    pub const fn value(self) -> i64 {
        self.0
    }

    /// The code is an application's own.
    #[must_use]
    pub const fn is_application(self) -> bool {
        ReservedCode::find(self.0).is_none()
    }

    /// What a code that came from a peer means.
    #[must_use]
    pub const fn classify(code: i64) -> CodeClass {
        match code {
            -32700 | -32603..=-32600 | -32022..=-32020 => CodeClass::Defined(Self(code)),
            -32002 => CodeClass::ResourceNotFound,
            -32042 => CodeClass::UrlElicitationRequired,
            -32019..=-32000 => CodeClass::Legacy,
            -32099..=-32023 => CodeClass::Specification,
            -32768..=-32100 => CodeClass::JsonRpc,
            LEAST..=MOST => CodeClass::Application(Self(code)),
            _ => CodeClass::OutOfRange,
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a code that was received means; see [`ErrorCode::classify`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CodeClass {
    /// One of the eight that the protocol defines today.
    Defined(ErrorCode),
    /// -32002: "resource not found" from a server of 2025-11-25 or older.
    ResourceNotFound,
    /// -32042: "URL elicitation required" from a server of 2025-11-25.
    UrlElicitationRequired,
    /// The rest of -32019..=-32000: older implementations used these, each in its own way, so
    /// nothing may be read into them.
    Legacy,
    /// In -32099..=-32020 but not defined by the revisions this crate knows.
    Specification,
    /// In JSON-RPC's own -32768..=-32100 but not defined by it.
    JsonRpc,
    /// An application's own.
    Application(ErrorCode),
    /// Beyond ±2^53, where many readers round.
    OutOfRange,
}

/// Why a code may not be an application's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReservedCode {
    /// In -32768..=-32100, JSON-RPC's own.
    JsonRpc,
    /// In -32099..=-32020, the MCP specification's.
    Specification,
    /// -32042, which one old revision defined.
    UrlElicitationRequired,
    /// In -32019..=-32000, closed for good.
    Legacy,
    /// -32002, which older revisions defined.
    ResourceNotFound,
    /// Beyond ±2^53.
    OutOfRange,
}

impl ReservedCode {
    const fn find(code: i64) -> Option<Self> {
        match code {
            -32002 => Some(Self::ResourceNotFound),
            -32042 => Some(Self::UrlElicitationRequired),
            -32019..=-32000 => Some(Self::Legacy),
            -32099..=-32020 => Some(Self::Specification),
            -32768..=-32100 => Some(Self::JsonRpc),
            LEAST..=MOST => None,
            _ => Some(Self::OutOfRange),
        }
    }

    const fn message(self) -> &'static str {
        match self {
            Self::JsonRpc => {
                "the error codes -32768..=-32100 are reserved by JSON-RPC; use an integer outside -32768..=-32000"
            }
            Self::Specification => {
                "the error codes -32099..=-32020 are reserved by the MCP specification, which defines -32020 (header mismatch), -32021 (missing client capability) and -32022 (unsupported protocol version); the runtime alone sends those; use an integer outside -32768..=-32000"
            }
            Self::UrlElicitationRequired => {
                "the error code -32042 (URL elicitation required) was retired with 2025-11-25 and may not be sent; input is now asked for with multi-round-trip requests; use an integer outside -32768..=-32000 for an error of your own"
            }
            Self::Legacy => {
                "the error codes -32019..=-32000 are closed: older implementations used them without agreement; use an integer outside -32768..=-32000"
            }
            Self::ResourceNotFound => {
                "the error code -32002 (resource not found) was retired and may not be sent; the runtime answers an unknown resource with -32602, and a tool says it with a `not_found` failure; use an integer outside -32768..=-32000 for an error of your own"
            }
            Self::OutOfRange => {
                "an error code must lie within -2^53..=2^53, because many readers hold numbers as doubles; use a smaller integer outside -32768..=-32000"
            }
        }
    }
}

impl fmt::Display for ReservedCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for ReservedCode {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_of_every_range_are_where_the_specification_puts_them() {
        let refused = |code| ErrorCode::try_application(code).err();
        assert_eq!(refused(-32769), None);
        assert_eq!(refused(-32768), Some(ReservedCode::JsonRpc));
        assert_eq!(refused(-32700), Some(ReservedCode::JsonRpc));
        assert_eq!(refused(-32100), Some(ReservedCode::JsonRpc));
        assert_eq!(refused(-32099), Some(ReservedCode::Specification));
        assert_eq!(refused(-32042), Some(ReservedCode::UrlElicitationRequired));
        assert_eq!(refused(-32020), Some(ReservedCode::Specification));
        assert_eq!(refused(-32019), Some(ReservedCode::Legacy));
        assert_eq!(refused(-32002), Some(ReservedCode::ResourceNotFound));
        assert_eq!(refused(-32000), Some(ReservedCode::Legacy));
        assert_eq!(refused(-31999), None);
        assert_eq!(refused(0), None);
        assert_eq!(refused(1 << 53), None);
        assert_eq!(refused((1 << 53) + 1), Some(ReservedCode::OutOfRange));
        assert_eq!(refused(i64::MIN), Some(ReservedCode::OutOfRange));
    }

    #[test]
    fn received_codes_are_read_as_the_specification_says() {
        use CodeClass as Class;
        assert_eq!(
            ErrorCode::classify(-32601),
            Class::Defined(ErrorCode::METHOD_NOT_FOUND)
        );
        assert_eq!(
            ErrorCode::classify(-32022),
            Class::Defined(ErrorCode::UNSUPPORTED_PROTOCOL_VERSION)
        );
        assert_eq!(ErrorCode::classify(-32002), Class::ResourceNotFound);
        assert_eq!(ErrorCode::classify(-32042), Class::UrlElicitationRequired);
        assert_eq!(ErrorCode::classify(-32001), Class::Legacy);
        assert_eq!(ErrorCode::classify(-32050), Class::Specification);
        assert_eq!(ErrorCode::classify(-32604), Class::JsonRpc);
        assert_eq!(
            ErrorCode::classify(7),
            Class::Application(ErrorCode::application(7))
        );
        assert_eq!(ErrorCode::classify(i64::MAX), Class::OutOfRange);
    }

    #[test]
    fn every_refusal_says_what_to_use_instead() {
        for code in [-32700, -32050, -32042, -32010, -32002, i64::MAX] {
            let text = ErrorCode::try_application(code)
                .err()
                .map(|reserved| reserved.to_string())
                .unwrap_or_default();
            assert!(text.contains("outside -32768..=-32000"), "{code}: {text}");
        }
    }
}
