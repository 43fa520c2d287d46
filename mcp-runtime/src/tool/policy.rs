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
    /// They are dropped, for hosts that inject keys of their own. Members of an argument that its
    /// type does not have are still refused.
    Ignore,
}

/// Which channel answers a call whose arguments break the tool's input schema.
///
/// Either way the text is the same: it names the tool and everything that is wrong.
///
/// ```text
/// Invalid arguments for 'get_weather': 'days' must be between 1 and 16, got 300; unknown argument
/// 'unit', did you mean 'units'?
/// ```
///
/// A protocol error says the same to programs, in its `data`:
///
/// ```json
/// {"errors": [
///   {"path": "/days", "problem": "out_of_range",
///    "message": "'days' must be between 1 and 16, got 300",
///    "expected": {"type": "integer", "minimum": 1, "maximum": 16}, "received": "300"},
///   {"path": "/unit", "problem": "unknown",
///    "message": "unknown argument 'unit', did you mean 'units'?", "suggestion": "units"}
/// ]}
/// ```
///
/// `path` is a JSON pointer into `arguments`. `problem` is `missing`, `null`, `wrong_type`,
/// `not_allowed`, `out_of_range`, `wrong_length`, `wrong_form`, `unknown`, `repeated`, `too_deep`
/// or `unreadable`. `expected` (a fragment of the input schema), `received` (as it stands in the
/// message, cleaned and cut, and never for a secret) and `suggestion` are there where they have
/// something to say. The first 20 findings are written out; `more` beside `errors` counts the
/// others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum InvalidArguments {
    /// The protocol error -32602, which the host handles. Many hosts do not show it to the model,
    /// which then cannot correct its call.
    #[default]
    ProtocolError,
    /// A tool failure with the same text, which the model reads and acts on.
    ToolFailure,
}
