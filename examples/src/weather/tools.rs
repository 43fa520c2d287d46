//! The two tools.

use mcp_runtime::{Json, tool};
use schemars::JsonSchema;
use serde::Serialize;

use super::calendar::Date;
use super::failure::WeatherFailure;
use super::forecast::{Forecast, Units};
use super::stations::{City, Stations};

/// The weather of a city, day by day, beginning today.
///
/// The answer says whether it is a forecast or what is usual for the time of the year.
#[tool(read_only, open_world, timeout = "20s")]
#[expect(
    clippy::missing_errors_doc,
    reason = "these docs are the description that a model reads"
)]
pub async fn get_weather(
    stations: &Stations,
    /// City name, for example "Oslo", with its country where that is unclear: "London, Canada".
    city: &str,
    /// Unit system: metric is °C and mm, imperial is °F and inches.
    #[arg(default = Units::Metric)]
    units: Units,
    /// How many days.
    #[arg(default = 1, range(1..=16))]
    days: u8,
) -> Result<Json<Forecast>, WeatherFailure> {
    let city = stations.city(city)?;
    Ok(Json(match stations.service() {
        Some(service) => Forecast::of_service(city, service.forecast(city, days).await?, units),
        None => Forecast::normals(city, Date::today(), days, units),
    }))
}

/// Finds the cities that `get_weather` knows.
#[tool(read_only, open_world = false)]
pub fn find_city(
    stations: &Stations,
    /// Part of a city's or country's name; small spelling mistakes do not matter.
    name: &str,
    /// How many cities at most.
    #[arg(default = 10, range(1..=100))]
    limit: u8,
) -> Json<Found> {
    let matching = stations.matching(name);
    let (found, close) = if matching.is_empty() {
        (stations.nearest(name), true)
    } else {
        (matching, false)
    };
    let left_out = found.len().saturating_sub(limit.into());
    let cities = found
        .into_iter()
        .take(limit.into())
        .map(Place::of)
        .collect();
    Json(Found {
        cities,
        similar_only: close,
        left_out,
    })
}

/// What `find_city` answers with.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Found {
    /// The cities; empty when no name is like the one that was asked for.
    pub cities: Vec<Place>,
    /// No name contains the text: these are spelled alike.
    pub similar_only: bool,
    /// How many more there are.
    pub left_out: usize,
}

/// A city that `get_weather` knows.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Place {
    /// The name to call `get_weather` with.
    pub city: String,
    /// Degrees north of the equator.
    pub latitude: f64,
    /// Degrees east of Greenwich.
    pub longitude: f64,
}

impl Place {
    fn of(city: &City) -> Self {
        Self {
            city: city.full_name(),
            latitude: city.latitude,
            longitude: city.longitude,
        }
    }
}
