//! Lengths of time in words.

use std::time::Duration;

/// A length of time in the greatest unit of which it is a whole number.
pub(crate) fn spoken(duration: Duration) -> String {
    let seconds = u128::from(duration.as_secs());
    let (number, unit) = if duration.subsec_millis() > 0 || seconds == 0 {
        (duration.as_millis(), "millisecond")
    } else if seconds % 60 == 0 {
        (seconds / 60, "minute")
    } else {
        (seconds, "second")
    };
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_is_the_greatest_that_fits() {
        for (duration, words) in [
            (Duration::from_millis(1), "1 millisecond"),
            (Duration::from_millis(1500), "1500 milliseconds"),
            (Duration::from_secs(1), "1 second"),
            (Duration::from_secs(90), "90 seconds"),
            (Duration::from_secs(600), "10 minutes"),
            (Duration::ZERO, "0 milliseconds"),
        ] {
            assert_eq!(spoken(duration), words);
        }
    }
}
