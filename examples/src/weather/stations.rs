//! The cities this server knows, and finding one by the name that was sent.

use std::env::VarError;

use ureq::http::Uri;

use super::failure::WeatherFailure;
use super::names::{distance, fold};
use super::service::Service;

/// Monthly climate normals of some hundred cities; `SOURCES.md` beside it names the source.
const CLIMATE: &str = include_str!("../../data/climate.csv");

/// How many names a suggestion lists.
const SUGGESTIONS: usize = 3;

/// The server's state: its cities, and the weather service when there is one.
#[derive(Debug)]
pub struct Stations {
    cities: Vec<City>,
    service: Option<Service>,
}

/// A city with its climate.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct City {
    /// Its name.
    pub name: String,
    /// The country it is in.
    pub country: String,
    /// Degrees north of the equator.
    pub latitude: f64,
    /// Degrees east of Greenwich.
    pub longitude: f64,
    /// Normals for January to December.
    pub months: [Month; 12],
}

/// The normals of one month.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct Month {
    /// Mean daily maximum in °C.
    pub high: f64,
    /// Mean daily minimum in °C.
    pub low: f64,
    /// Precipitation of the whole month in mm.
    pub precipitation: f64,
}

impl City {
    /// The name with the country, which means this city and no other.
    #[must_use]
    pub fn full_name(&self) -> String {
        format!("{}, {}", self.name, self.country)
    }

    /// Reads a row of `climate.csv`; `None` when it is not one.
    fn read(row: &str) -> Option<Self> {
        let mut fields = fields(row).into_iter();
        let (name, country) = (fields.next()?, fields.next()?);
        let numbers: Vec<f64> = fields
            .map(|field| field.parse().ok())
            .collect::<Option<_>>()?;
        let [latitude, longitude, normals @ ..] = numbers.as_slice() else {
            return None;
        };
        let (highs, rest) = normals.split_at_checked(12)?;
        let (lows, precipitation) = rest.split_at_checked(12)?;
        if precipitation.len() != 12 {
            return None;
        }
        let mut months = [Month::default(); 12];
        let rows = highs.iter().zip(lows).zip(precipitation);
        for (month, ((&high, &low), &precipitation)) in months.iter_mut().zip(rows) {
            *month = Month {
                high,
                low,
                precipitation,
            };
        }
        Some(Self {
            name,
            country,
            latitude: *latitude,
            longitude: *longitude,
            months,
        })
    }
}

/// The fields of a row; those with a comma inside are in double quotes.
fn fields(row: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for character in row.trim_end_matches('\r').chars() {
        match (character, fields.last_mut()) {
            ('"', _) => quoted = !quoted,
            (',', _) if !quoted => fields.push(String::new()),
            (character, Some(field)) => field.push(character),
            (_, None) => {}
        }
    }
    fields
}

fn is_address(base: &str) -> bool {
    let Ok(uri) = base.parse::<Uri>() else {
        return false;
    };
    matches!(uri.scheme_str(), Some("http" | "https"))
        && uri.host().is_some_and(|host| !host.is_empty())
        && uri.query().is_none()
}

impl Stations {
    /// The cities alone: questions are answered from their climate normals.
    #[must_use]
    pub fn normals() -> Self {
        let cities = CLIMATE.lines().skip(1).filter_map(City::read).collect();
        Self {
            cities,
            service: None,
        }
    }

    /// The cities with a weather service that is asked for real forecasts.
    #[must_use]
    pub fn with_service(service: Service) -> Self {
        Self {
            service: Some(service),
            ..Self::normals()
        }
    }

    /// With the service at `WEATHER_API`, when that environment variable is set.
    ///
    /// # Errors
    ///
    /// It is not the address of a service. What it holds is not repeated: it may hold a key.
    pub fn from_environment() -> Result<Self, String> {
        match std::env::var("WEATHER_API") {
            Ok(base) if is_address(&base) => Ok(Self::with_service(Service::new(base))),
            Ok(base) if base.is_empty() => Ok(Self::normals()),
            Err(VarError::NotPresent) => Ok(Self::normals()),
            Ok(_) | Err(VarError::NotUnicode(_)) => Err(
                "WEATHER_API is not an address such as https://api.open-meteo.com: correct it, or unset it for climate normals".to_owned(),
            ),
        }
    }

    /// The weather service, when there is one.
    #[must_use]
    pub fn service(&self) -> Option<&Service> {
        self.service.as_ref()
    }

    /// The one city that is meant by `Oslo`, `oslo` or `Oslo, Norway`.
    ///
    /// # Errors
    ///
    /// No city has the name, or several have it; both failures say which names would do.
    pub fn city(&self, asked: &str) -> Result<&City, WeatherFailure> {
        let whole = fold(asked);
        let split = asked
            .rsplit_once(',')
            .map(|(name, country)| (fold(name), country_key(country)));
        let named = self.cities.iter().filter(|city| {
            let name = fold(&city.name);
            let with_country = split.as_ref().is_some_and(|(asked, country)| {
                *asked == name && *country == country_key(&city.country)
            });
            name == whole || with_country
        });
        let found: Vec<&City> = named.collect();
        match found.as_slice() {
            [] => Err(WeatherFailure::UnknownCity {
                city: asked.to_owned(),
                nearest: self
                    .nearest(asked)
                    .into_iter()
                    .map(City::full_name)
                    .collect(),
            }),
            [city] => Ok(city),
            several => Err(WeatherFailure::AmbiguousCity {
                city: asked.to_owned(),
                candidates: several.iter().map(|city| city.full_name()).collect(),
            }),
        }
    }

    /// The cities whose name, or name with country, contains the text; those whose name begins
    /// with it first.
    #[must_use]
    pub fn matching(&self, part: &str) -> Vec<&City> {
        let part = fold(part);
        let mut matches: Vec<&City> = self
            .cities
            .iter()
            .filter(|city| fold(&city.full_name()).contains(&part))
            .collect();
        matches.sort_by_key(|city| !fold(&city.name).starts_with(&part));
        matches
    }

    /// The cities whose names are spelled most alike; none when no name is near.
    #[must_use]
    pub fn nearest(&self, asked: &str) -> Vec<&City> {
        let name = fold(asked.split(',').next().unwrap_or(asked));
        let limit = (name.chars().count() / 3).max(1);
        let mut near: Vec<(usize, &City)> = self
            .cities
            .iter()
            .map(|city| (distance(&name, &fold(&city.name)), city))
            .filter(|(distance, _)| *distance <= limit)
            .collect();
        near.sort_by_key(|(distance, _)| *distance);
        near.into_iter()
            .take(SUGGESTIONS)
            .map(|(_, city)| city)
            .collect()
    }
}

/// A country's name for comparison: the usual short forms mean the same country.
fn country_key(country: &str) -> String {
    let folded = fold(country);
    match folded.as_str() {
        "us" | "usa" | "united states of america" | "america" => "united states".to_owned(),
        "uk" | "gb" | "great britain" | "britain" | "england" | "scotland" | "wales" => {
            "united kingdom".to_owned()
        }
        "uae" => "united arab emirates".to_owned(),
        "czech republic" => "czechia".to_owned(),
        "turkiye" => "turkey".to_owned(),
        _ => folded,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_data_is_a_city() {
        let rows = CLIMATE.lines().skip(1).filter(|row| !row.trim().is_empty());
        for row in rows {
            let city = City::read(row);
            assert!(city.is_some(), "not a city: {row}");
        }
    }

    #[test]
    fn every_city_is_found_by_its_full_name() {
        let stations = Stations::normals();
        for city in &stations.cities {
            let found = stations.city(&city.full_name());
            assert!(
                found.is_ok_and(|found| found == city),
                "{}",
                city.full_name()
            );
        }
    }

    #[test]
    fn normals_are_possible() {
        for city in &Stations::normals().cities {
            assert!((-90.0..=90.0).contains(&city.latitude), "{}", city.name);
            assert!((-180.0..=180.0).contains(&city.longitude), "{}", city.name);
            for month in city.months {
                assert!(month.low <= month.high, "{}", city.name);
                assert!((-70.0..=60.0).contains(&month.high), "{}", city.name);
                assert!(
                    (0.0..=1500.0).contains(&month.precipitation),
                    "{}",
                    city.name
                );
            }
        }
    }

    #[test]
    fn fields_in_quotes_keep_their_commas() {
        assert_eq!(
            fields("\"Washington, D.C.\",US,1"),
            ["Washington, D.C.", "US", "1"]
        );
    }
}
