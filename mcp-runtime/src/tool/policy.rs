//! The choices a server or a tool makes about its arguments.

/// What is converted before arguments are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Conversions {
    /// Nothing.
    None,
    /// A string that is exactly one JSON array or object, where the parameter is an array or an
    /// object: some hosts encode these twice.
    #[default]
    DoubleEncoded,
    /// As `DoubleEncoded`, and numbers and booleans from exact text (`"3"`, `"true"`).
    Scalars,
}

/// What becomes of arguments that a tool does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum UnknownArguments {
    /// The call is refused: a dropped filter would return wrong data as if filtered.
    #[default]
    Refuse,
    /// They are dropped, for hosts that inject keys of their own.
    Ignore,
}

/// Which channel answers a call whose arguments break the tool's input schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum InvalidArguments {
    /// The protocol error -32602, which the host handles.
    #[default]
    ProtocolError,
    /// A tool failure with the same text, which the model reads.
    ToolFailure,
}
