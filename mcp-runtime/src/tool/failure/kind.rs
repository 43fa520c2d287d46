//! What kind of failure it is, and whether to try again.

use std::fmt;
use std::time::Duration;

/// What kind of failure it is; decides the advice in the text.
///
#[doc = include_str!("texts.md")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FailureKind {
    /// The arguments are well formed and cannot be used.
    InvalidInput,
    /// What the arguments name does not exist.
    NotFound,
    /// A rule forbids what was asked for.
    Rejected,
    /// The user has to sign in.
    Unauthenticated,
    /// The user may not do this.
    Forbidden,
    /// Too many calls in too short a time.
    RateLimited,
    /// Something the tool depends on does not work right now.
    Unavailable,
    /// Something took too long.
    Timeout,
    /// The tool, or the client, cannot do this at all.
    Unsupported,
    /// A fault of the tool.
    Internal,
}

impl FailureKind {
    /// The kind's name in logs and in the machine-readable twin.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidInput => "invalid_input",
            Self::NotFound => "not_found",
            Self::Rejected => "rejected",
            Self::Unauthenticated => "unauthenticated",
            Self::Forbidden => "forbidden",
            Self::RateLimited => "rate_limited",
            Self::Unavailable => "unavailable",
            Self::Timeout => "timeout",
            Self::Unsupported => "unsupported",
            Self::Internal => "internal",
        }
    }

    pub(super) const fn retry(self) -> Retry {
        match self {
            Self::InvalidInput | Self::NotFound | Self::Rejected => Retry::AfterChange,
            Self::Unauthenticated | Self::Forbidden | Self::Unsupported | Self::Internal => {
                Retry::Never
            }
            // How long too many calls have to wait is known only when somebody says it.
            Self::Unavailable | Self::Timeout | Self::RateLimited => Retry::Once,
        }
    }
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Whether the same call may be made again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Retry {
    /// Not at all.
    Never,
    /// Once.
    Once,
    /// With other arguments only.
    AfterChange,
    /// Once, after that long: in whole seconds, from 1 second to 365 days.
    After(Duration),
}

impl Retry {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Once => "once",
            Self::AfterChange => "after_change",
            Self::After(_) => "after",
        }
    }
}
