//! What `get_weather` answers with.

use mcp_runtime::Json;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::calendar::{Date, days_in, month_name};
use super::stations::City;

/// Unit system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(clippy::exhaustive_enums, reason = "there is no third system")]
pub enum Units {
    /// Degrees Celsius and millimetres.
    #[default]
    Metric,
    /// Degrees Fahrenheit and inches.
    Imperial,
}

/// Where the numbers come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Basis {
    /// What the month is usually like, from the averages of many years: not a forecast.
    ClimateNormals,
    /// A forecast for these days.
    Forecast,
}

/// The weather of a city, day by day.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Forecast {
    /// The city.
    pub city: String,
    /// The country it is in.
    pub country: String,
    /// What the numbers are: a forecast, or what is usual for the month.
    pub basis: Basis,
    /// The same in a sentence that can be passed on to the user.
    pub about: String,
    /// The unit of `high` and `low`.
    pub temperature_unit: &'static str,
    /// The unit of `precipitation`.
    pub precipitation_unit: &'static str,
    /// One entry a day, beginning today.
    pub days: Vec<Day>,
}

/// The weather of one day.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Day {
    /// The date, as `2026-12-31`.
    pub date: String,
    /// The highest temperature.
    pub high: f64,
    /// The lowest temperature.
    pub low: f64,
    /// Rain and melted snow.
    pub precipitation: f64,
}

impl Forecast {
    /// What is usual in a city on some days from `start` on.
    #[must_use]
    pub fn normals(city: &City, start: Date, days: u8, units: Units) -> Self {
        let day = |offset| {
            let date = start.plus(offset);
            let (_, month, _) = date.parts();
            let normal = city.months.get(month - 1).copied().unwrap_or_default();
            Day {
                date: date.to_string(),
                high: normal.high,
                low: normal.low,
                precipitation: normal.precipitation / days_in(month),
            }
        };
        let (_, month, _) = start.parts();
        let about = format!(
            "Climate normals, not a forecast: what a day in {} is usually like in {}, from the averages of many years.",
            month_name(month),
            city.full_name(),
        );
        Self::new(
            city,
            Basis::ClimateNormals,
            about,
            (0..days).map(day).collect(),
            units,
        )
    }

    /// What the weather service said.
    pub(crate) fn of_service(city: &City, days: Vec<Day>, units: Units) -> Self {
        let about = format!(
            "Forecast for {} from the weather service.",
            city.full_name()
        );
        Self::new(city, Basis::Forecast, about, days, units)
    }

    fn new(city: &City, basis: Basis, about: String, days: Vec<Day>, units: Units) -> Self {
        let (temperature_unit, precipitation_unit) = match units {
            Units::Metric => ("°C", "mm"),
            Units::Imperial => ("°F", "in"),
        };
        Self {
            city: city.name.clone(),
            country: city.country.clone(),
            basis,
            about,
            temperature_unit,
            precipitation_unit,
            days: days.into_iter().map(|day| day.into_units(units)).collect(),
        }
    }

    /// As the structured result of a tool.
    #[must_use]
    pub fn into_json(self) -> Json<Self> {
        Json(self)
    }
}

impl Day {
    fn into_units(self, units: Units) -> Self {
        let degrees = |celsius: f64| match units {
            Units::Metric => tidy(celsius, 10.0),
            Units::Imperial => tidy(celsius * 1.8 + 32.0, 10.0),
        };
        Self {
            high: degrees(self.high),
            low: degrees(self.low),
            precipitation: match units {
                Units::Metric => tidy(self.precipitation, 10.0),
                Units::Imperial => tidy(self.precipitation / 25.4, 100.0),
            },
            ..self
        }
    }
}

/// Rounded to a fraction, without a negative zero.
fn tidy(value: f64, fraction: f64) -> f64 {
    (value * fraction).round() / fraction + 0.0
}

#[cfg(test)]
#[allow(
    clippy::indexing_slicing,
    clippy::float_cmp,
    reason = "a test fails by panicking; the numbers are rounded"
)]
mod tests {
    use super::super::stations::Stations;
    use super::*;

    fn forecast(start: Date, days: u8, units: Units) -> Forecast {
        let stations = Stations::normals();
        let city = stations.city("Oslo").ok().cloned();
        Forecast::normals(
            &city.unwrap_or_else(|| unreachable!("Oslo is there")),
            start,
            days,
            units,
        )
    }

    #[test]
    fn each_day_has_the_normals_of_its_own_month() {
        let days = forecast(Date::new(2026, 6, 30), 2, Units::Metric).days;
        assert_eq!(
            [days[0].date.as_str(), &days[1].date],
            ["2026-06-30", "2026-07-01"]
        );
        assert_ne!(days[0].high, days[1].high);
    }

    #[test]
    fn units_change_the_numbers_and_their_names() {
        let metric = forecast(Date::new(2026, 6, 30), 1, Units::Metric);
        let imperial = forecast(Date::new(2026, 6, 30), 1, Units::Imperial);
        assert_eq!(
            (metric.temperature_unit, imperial.temperature_unit),
            ("°C", "°F")
        );
        assert_eq!(
            imperial.days[0].high,
            tidy(metric.days[0].high * 1.8 + 32.0, 10.0)
        );
    }

    #[test]
    fn normals_never_pass_for_a_forecast() {
        let normals = forecast(Date::new(2026, 12, 1), 1, Units::Metric);
        assert_eq!(normals.basis, Basis::ClimateNormals);
        assert!(normals.about.contains("not a forecast") && normals.about.contains("December"));
    }
}
