#[derive(Debug, thiserror::Error, ToolFailure)]
enum Failure<T> {
    #[error("no city named '{city}', {0:#06x}", .id + 1)]
    #[failure(not_found, try_next = "Check the spelling.", code = UNKNOWN_CITY)]
    UnknownCity { city: String, id: u32 },

    #[error("the service refused {0}: {1:>width$}", width = 4)]
    #[failure(rate_limited, retry = after("30s"), after = 2)]
    Refused(T, #[failure(untrusted)] String, Option<Duration>),

    #[error(transparent)]
    #[failure(internal)]
    Database(#[from] Database),

    #[error(transparent)]
    #[failure(transparent)]
    Inner(Inner),
}
