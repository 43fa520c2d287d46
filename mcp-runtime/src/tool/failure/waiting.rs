//! How long to wait, for a reader who does.

use std::time::Duration;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// The longest wait that is told. What is further away than a year is not worth waiting for, and
/// numbers beyond 2^53 are not read alike everywhere.
pub(super) const LONGEST: u64 = 365 * DAY;

/// The wait in whole seconds, rounded up: at least one, at most [`LONGEST`].
pub(super) fn seconds(wait: Duration) -> u64 {
    let started = u64::from(wait.subsec_nanos() > 0);
    wait.as_secs().saturating_add(started).clamp(1, LONGEST)
}

/// The wait in the two greatest units that it has, rounded up.
pub(super) fn spoken(wait: Duration) -> String {
    let seconds = seconds(wait);
    let (great, small) = match seconds {
        DAY.. => ((DAY, "day"), (HOUR, "hour")),
        HOUR.. => ((HOUR, "hour"), (MINUTE, "minute")),
        _ => ((MINUTE, "minute"), (1, "second")),
    };
    let seconds = seconds.div_ceil(small.0) * small.0;
    let parts = [
        counted(seconds / great.0, great.1),
        counted(seconds % great.0 / small.0, small.1),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    parts.join(" and ")
}

fn counted(number: u64, unit: &str) -> Option<String> {
    match number {
        0 => None,
        1 => Some(format!("1 {unit}")),
        _ => Some(format!("{number} {unit}s")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_told_in_units_that_people_use_and_never_too_short() {
        for (wait, words) in [
            (Duration::ZERO, "1 second"),
            (Duration::from_millis(1001), "2 seconds"),
            (Duration::from_secs(59), "59 seconds"),
            (Duration::from_secs(60), "1 minute"),
            (Duration::from_secs(90), "1 minute and 30 seconds"),
            (Duration::from_secs(3599), "59 minutes and 59 seconds"),
            (Duration::from_secs(7200), "2 hours"),
            (Duration::from_secs(7201), "2 hours and 1 minute"),
            (Duration::from_secs(2 * HOUR - 1), "2 hours"),
            (Duration::from_secs(DAY + 1), "1 day and 1 hour"),
            (Duration::MAX, "365 days"),
        ] {
            assert_eq!(spoken(wait), words);
        }
    }
}
