//! Asking a weather service that speaks the Open-Meteo protocol.

use std::time::Duration;

use serde::Deserialize;
use ureq::Agent;
use ureq::http::header::RETRY_AFTER;

use super::failure::WeatherFailure;
use super::forecast::Day;
use super::stations::City;

/// How much of an answer is read: sixteen days take less than 2 KiB.
const ANSWER_LIMIT: u64 = 256 * 1024;

/// A weather service.
#[derive(Debug, Clone)]
pub struct Service {
    base: String,
    patience: Duration,
}

impl Service {
    /// The service at an address such as `https://api.open-meteo.com`.
    #[must_use]
    pub fn new(base: impl Into<String>) -> Self {
        let base = base.into().trim_end_matches('/').to_owned();
        Self {
            base,
            patience: Duration::from_secs(8),
        }
    }

    /// How long one question may take, from name resolution to the last byte of the answer.
    #[must_use]
    pub fn patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// The forecast for a city, in metric units.
    ///
    /// # Errors
    ///
    /// Whatever keeps the service from giving one.
    pub async fn forecast(&self, city: &City, days: u8) -> Result<Vec<Day>, WeatherFailure> {
        let question = Question {
            url: format!(
                "{}/v1/forecast?latitude={}&longitude={}&daily=temperature_2m_max,temperature_2m_min,\
                 precipitation_sum&forecast_days={days}&timezone=auto",
                self.base, city.latitude, city.longitude,
            ),
            place: city.full_name(),
            patience: self.patience,
        };
        // The client blocks, and a blocked worker thread would hold up other calls.
        tokio::task::spawn_blocking(move || question.ask())
            .await
            .unwrap_or_else(|error| Err(WeatherFailure::BadAnswer(error.to_string())))
    }
}

/// One request, owned so that it can move to another thread.
struct Question {
    url: String,
    place: String,
    patience: Duration,
}

impl Question {
    fn ask(self) -> Result<Vec<Day>, WeatherFailure> {
        let mut config = Agent::config_builder()
            .timeout_global(Some(self.patience))
            .http_status_as_error(false);
        if is_loopback(&self.url) {
            config = config.proxy(None);
        }
        let agent = config.build().new_agent();
        let mut response = agent
            .get(&self.url)
            .call()
            .map_err(|error| self.no_answer(error))?;
        let status = response.status().as_u16();
        match status {
            200 => {}
            404 => return Err(WeatherFailure::NoForecast { place: self.place }),
            429 => {
                let after = response.headers().get(RETRY_AFTER).and_then(|value| {
                    value
                        .to_str()
                        .ok()?
                        .trim()
                        .parse()
                        .ok()
                        .map(Duration::from_secs)
                });
                return Err(WeatherFailure::TooManyRequests { after });
            }
            500..=599 => return Err(WeatherFailure::Unavailable { status }),
            _ => return Err(WeatherFailure::BadAnswer(format!("status {status}"))),
        }
        let body = response
            .body_mut()
            .with_config()
            .limit(ANSWER_LIMIT)
            .read_to_string();
        let body = body.map_err(|error| self.no_answer(error))?;
        let answer: Answer = serde_json::from_str(&body)
            .map_err(|error| WeatherFailure::BadAnswer(error.to_string()))?;
        answer.daily.into_days()
    }

    /// What it means that no whole answer came.
    fn no_answer(&self, error: ureq::Error) -> WeatherFailure {
        use ureq::Error;
        match error {
            Error::Timeout(_) => WeatherFailure::TooSlow {
                limit: self.patience,
            },
            Error::Io(_) | Error::ConnectionFailed | Error::HostNotFound => {
                WeatherFailure::Unreachable(Box::new(error))
            }
            other => WeatherFailure::BadAnswer(other.to_string()),
        }
    }
}

/// A service on this machine is never behind a proxy.
fn is_loopback(url: &str) -> bool {
    ["http://127.0.0.1", "http://localhost", "http://[::1]"]
        .iter()
        .any(|start| url.starts_with(start))
}

#[derive(Deserialize)]
struct Answer {
    daily: Daily,
}

/// One list a column; a value that the service does not have is `null`.
#[derive(Deserialize)]
struct Daily {
    time: Vec<String>,
    temperature_2m_max: Vec<Option<f64>>,
    temperature_2m_min: Vec<Option<f64>>,
    precipitation_sum: Vec<Option<f64>>,
}

impl Daily {
    fn into_days(self) -> Result<Vec<Day>, WeatherFailure> {
        let count = self.time.len();
        let columns = [
            &self.temperature_2m_max,
            &self.temperature_2m_min,
            &self.precipitation_sum,
        ];
        if columns.iter().any(|column| column.len() != count) {
            return Err(WeatherFailure::BadAnswer(
                "its columns differ in length".to_owned(),
            ));
        }
        let [highs, lows, precipitation] = columns;
        let rows = self.time.iter().zip(highs).zip(lows).zip(precipitation);
        let days: Vec<Day> = rows
            .filter_map(|(((date, high), low), precipitation)| {
                Some(Day {
                    date: date.clone(),
                    high: (*high)?,
                    low: (*low)?,
                    precipitation: (*precipitation)?,
                })
            })
            .collect();
        if days.is_empty() {
            return Err(WeatherFailure::BadAnswer(
                "it has no day with all values".to_owned(),
            ));
        }
        Ok(days)
    }
}
