//! How serving ended.

/// How serving ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Served {
    /// Every call had ended.
    Whole,
    /// Calls were still running after the grace period; their threads may still be held.
    Abandoned,
}
