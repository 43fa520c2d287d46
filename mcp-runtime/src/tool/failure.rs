//! Failures of a tool.

/// A failure that a language model reads and acts on.
#[derive(Debug)]
pub struct ToolFailure {}
