//! How often a caller may call.

use std::fmt;
use std::time::Duration;

/// How many calls there may be in how long, for
/// [`ServerBuilder::rate_limit`](crate::ServerBuilder::rate_limit) and
/// [`DynamicTool::rate`](crate::DynamicTool::rate); at a tool `#[tool(rate = "10/min")]` says the
/// same.
///
/// All of them may come at once; then one comes back after the other, spread evenly: of ten a
/// minute, one every six seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    calls: u32,
    per: Per,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Per {
    Second,
    Minute,
    Hour,
}

impl Rate {
    /// So many calls a second.
    ///
    /// # Panics
    ///
    /// With none: every call would be refused. In a constant, that is an error of the compiler.
    #[must_use]
    pub const fn per_second(calls: u32) -> Self {
        Self::new(calls, Per::Second)
    }

    /// So many calls a minute.
    ///
    /// # Panics
    ///
    /// As [`per_second`](Self::per_second).
    #[must_use]
    pub const fn per_minute(calls: u32) -> Self {
        Self::new(calls, Per::Minute)
    }

    /// So many calls an hour.
    ///
    /// # Panics
    ///
    /// As [`per_second`](Self::per_second).
    #[must_use]
    pub const fn per_hour(calls: u32) -> Self {
        Self::new(calls, Per::Hour)
    }

    const fn new(calls: u32, per: Per) -> Self {
        assert!(calls > 0, "with a rate of 0 every call would be refused");
        Self { calls, per }
    }

    /// How many calls may come at once.
    #[cfg(feature = "rate-limit")]
    pub(crate) fn calls(self) -> u32 {
        self.calls
    }

    /// In how long they come back.
    #[must_use]
    pub const fn period(self) -> Duration {
        Duration::from_secs(match self.per {
            Per::Second => 1,
            Per::Minute => 60,
            Per::Hour => 60 * 60,
        })
    }
}

/// As in "10 calls a minute".
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let calls = if self.calls == 1 { "call" } else { "calls" };
        let per = match self.per {
            Per::Second => "a second",
            Per::Minute => "a minute",
            Per::Hour => "an hour",
        };
        write!(f, "{} {calls} {per}", self.calls)
    }
}

/// What keeps a tool's `rate` from being held; asked in constants.
#[must_use]
pub const fn rate_fault() -> Option<&'static str> {
    if cfg!(feature = "rate-limit") {
        return None;
    }
    Some(
        "`rate` needs the feature `rate-limit` of `mcp-runtime`, which is off\n\nhelp: write `mcp-runtime = { version = \"..\", features = [\"rate-limit\"] }` in Cargo.toml",
    )
}
