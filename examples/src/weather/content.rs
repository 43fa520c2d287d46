//! What people and hosts get of the weather beside the tools: a prompt, and each city's climate.

use mcp_runtime::{Json, prompt, resource};
use serde::Serialize;

use super::calendar::month_name;
use super::failure::WeatherFailure;
use super::stations::{City, Stations};

/// Plans a day with the weather in mind.
#[prompt(title = "Plan a day")]
#[expect(
    clippy::missing_errors_doc,
    reason = "these docs are the description that people read"
)]
pub fn plan_day(
    stations: &Stations,
    /// The city, for example "Oslo".
    #[arg(title = "City", complete = cities(stations))]
    city: &str,
    /// What the day is for; a walk when left out.
    occasion: Option<&str>,
) -> Result<String, WeatherFailure> {
    let city = stations.city(city)?.full_name();
    let occasion = occasion.unwrap_or("a walk");
    Ok(format!(
        "Plan a day in {city} for {occasion}. Ask get_weather first, and say what to wear and when to be inside."
    ))
}

/// The usual weather of a city, month by month.
#[resource(
    uri = "weather://climate/{city}",
    cache_for = "60m",
    cache_scope = "public"
)]
#[expect(
    clippy::missing_errors_doc,
    reason = "these docs are the description that hosts show"
)]
pub fn climate(
    stations: &Stations,
    #[arg(complete = cities(stations))] city: &str,
) -> Result<Json<Climate>, WeatherFailure> {
    stations.city(city).map(Climate::of).map(Json)
}

/// The cities that may be meant by what is typed so far.
fn cities(typed: &str, stations: &Stations) -> Vec<String> {
    let matching = stations.matching(typed).into_iter();
    matching.map(City::full_name).collect()
}

/// What `climate` answers with.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Climate {
    /// The city.
    pub city: String,
    /// January to December.
    pub months: Vec<Usual>,
}

/// The usual weather of one month.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Usual {
    /// Its name.
    pub month: &'static str,
    /// Mean daily maximum in °C.
    pub high: f64,
    /// Mean daily minimum in °C.
    pub low: f64,
    /// Precipitation in mm.
    pub precipitation: f64,
}

impl Climate {
    fn of(city: &City) -> Self {
        let months = city.months.iter().zip(1..);
        let months = months.map(|(month, number)| Usual {
            month: month_name(number),
            high: month.high,
            low: month.low,
            precipitation: month.precipitation,
        });
        Self {
            city: city.full_name(),
            months: months.collect(),
        }
    }
}
