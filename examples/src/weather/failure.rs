//! Everything that can go wrong with a question about the weather.

use std::time::Duration;

use mcp_runtime::ToolFailure;

/// Why there is no forecast.
#[derive(Debug, thiserror::Error, ToolFailure)]
#[failure(otherwise = "tell the user that the weather service is down; do not answer from memory")]
#[non_exhaustive]
pub enum WeatherFailure {
    /// No city has the name.
    #[error("no city named '{city}' is known here")]
    #[failure(
        not_found,
        try_next("{}", names_to_try(nearest)),
        otherwise = "ask the user for a larger city nearby"
    )]
    UnknownCity {
        /// The name as it was sent.
        city: String,
        /// Names that are spelled alike, the nearest first.
        nearest: Vec<String>,
    },

    /// Several cities have the name.
    #[error("'{city}' may mean {}", alternatives(candidates))]
    #[failure(
        invalid_input,
        try_next = "Call again with the one that the user means as the city.",
        otherwise = "ask the user which one is meant"
    )]
    AmbiguousCity {
        /// The name as it was sent.
        city: String,
        /// The cities that it may mean, each in a form that means only one.
        candidates: Vec<String>,
    },

    /// The weather service has nothing about the place.
    #[error("the weather service has no forecast for {place}")]
    #[failure(
        not_found,
        try_next = "Try a city nearby; find_city says which are known.",
        otherwise = "tell the user that there is no forecast for the place"
    )]
    NoForecast {
        /// The place that was asked about.
        place: String,
    },

    /// The weather service wants fewer questions.
    #[error("the weather service is receiving too many requests")]
    #[failure(
        rate_limited,
        after = after,
        retry = after("60s"),
        otherwise = "tell the user that the weather service is busy; do not answer from memory"
    )]
    TooManyRequests {
        /// When the service takes the next one, if it said so.
        after: Option<Duration>,
    },

    /// The weather service says that it is out of order.
    #[error("the weather service is unavailable right now (status {status})")]
    #[failure(unavailable)]
    Unavailable {
        /// The HTTP status it answered with.
        status: u16,
    },

    /// There is no connection to the weather service, or it broke.
    #[error("the connection to the weather service failed")]
    #[failure(unavailable)]
    Unreachable(#[source] Box<ureq::Error>),

    /// The weather service takes too long.
    #[error("the weather service did not answer within {} seconds", limit.as_secs_f32())]
    #[failure(timeout)]
    TooSlow {
        /// How long it was given.
        limit: Duration,
    },

    /// The weather service answered in a way that this server does not understand: a fault of
    /// one of the two, so the details are for whoever runs this server.
    #[error("the weather service gave an answer that cannot be used: {0}")]
    #[failure(internal)]
    BadAnswer(String),
}

/// "a", "a or b", "a, b or c".
pub(crate) fn alternatives(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// What to call with instead of a name that nobody has.
fn names_to_try(nearest: &[String]) -> String {
    if nearest.is_empty() {
        return "Call find_city with a part of the name to see which cities are known.".to_owned();
    }
    let names = alternatives(nearest);
    format!(
        "If {names} is meant, call again with that name; else look for the city with find_city."
    )
}
