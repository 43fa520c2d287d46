//! Dates, as far as a list of days needs them.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// A day, counted from 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date(i64);

impl Date {
    /// Today in UTC.
    #[must_use]
    pub fn today() -> Self {
        let seconds = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |elapsed| elapsed.as_secs());
        Self(i64::try_from(seconds / 86_400).unwrap_or_default())
    }

    /// A day of the Gregorian calendar; `month` and `day` count from 1.
    #[must_use]
    pub fn new(year: i64, month: i64, day: i64) -> Self {
        // Years that begin in March put the leap day last.
        let year = if month <= 2 { year - 1 } else { year };
        let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        Self(era * 146_097 + day_of_era - 719_468)
    }

    /// The day so many days later.
    #[must_use]
    pub fn plus(self, days: u8) -> Self {
        Self(self.0 + i64::from(days))
    }

    /// Year, month from 1, day from 1.
    #[must_use]
    pub fn parts(self) -> (i64, usize, i64) {
        let days = self.0 + 719_468;
        let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * day_of_year + 2) / 153;
        let month = if shifted < 10 {
            shifted + 3
        } else {
            shifted - 9
        };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        let day = day_of_year - (153 * shifted + 2) / 5 + 1;
        (year, usize::try_from(month).unwrap_or(1), day)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.parts();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// The English name of a month counted from 1.
#[must_use]
pub fn month_name(month: usize) -> &'static str {
    const NAMES: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    month
        .checked_sub(1)
        .and_then(|index| NAMES.get(index))
        .copied()
        .unwrap_or("an unknown month")
}

/// How many days a month counted from 1 has; February's mean.
#[must_use]
pub fn days_in(month: usize) -> f64 {
    match month {
        2 => 28.25,
        4 | 6 | 9 | 11 => 30.0,
        _ => 31.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_survive_the_round_trip() {
        for (year, month, day) in [(1970, 1, 1), (2000, 2, 29), (2026, 12, 31), (2100, 2, 28)] {
            let date = Date::new(year, month, day);
            assert_eq!(date.to_string(), format!("{year:04}-{month:02}-{day:02}"));
        }
        assert_eq!(Date::new(1970, 1, 1), Date(0));
    }

    #[test]
    fn days_run_over_the_end_of_a_month_and_a_year() {
        assert_eq!(Date::new(2024, 2, 28).plus(1).to_string(), "2024-02-29");
        assert_eq!(Date::new(2026, 12, 31).plus(1).to_string(), "2027-01-01");
    }
}
