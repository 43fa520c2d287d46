//! What a tool can do with the call it serves.

/// The call that a tool serves.
#[derive(Debug, Clone)]
pub struct Context {}
