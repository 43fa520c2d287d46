//! Numbers as they are written, so that no integer is ever rounded.

use std::borrow::Cow;

use super::node::Node;

/// 2^53: every whole number nearer to 0 is exact as an `f64`.
pub(crate) const EXACT: f64 = 9_007_199_254_740_992.0;

/// A number, seen as a whole one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whole {
    /// It is whole, and this one.
    Exact(i128),
    /// It is whole, and beyond an `i128`.
    Huge {
        /// Whether it is below 0.
        negative: bool,
        /// Without its sign, where that is a `u128`.
        magnitude: Option<u128>,
    },
    /// It has a fraction, or is no number.
    No,
}

/// A float nearer to 0 than 2^53 as a whole number.
pub(crate) fn whole(value: f64) -> Whole {
    if value.fract() != 0.0 || value.abs() >= EXACT {
        return Whole::No;
    }
    #[allow(
        clippy::cast_possible_truncation,
        reason = "whole and nearer to 0 than 2^53"
    )]
    Whole::Exact(value as i128)
}

/// The text of a JSON number as a whole number, by its digits alone.
pub(crate) fn whole_text(text: &str) -> Whole {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (
            text.get(..at).unwrap_or_default(),
            text.get(at + 1..).unwrap_or_default(),
        ),
        None => (text, "0"),
    };
    let negative = mantissa.starts_with('-');
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: String = before.chars().chain(after.chars()).collect();
    let digits = digits.trim_start_matches('-').trim_start_matches('0');
    if digits.is_empty() {
        return Whole::Exact(0);
    }
    // An exponent beyond 64 bits is as good as the greatest one: no text has that many digits.
    let exponent = exponent
        .parse::<i64>()
        .unwrap_or(if exponent.starts_with('-') {
            i64::MIN / 2
        } else {
            i64::MAX / 2
        });
    let fraction = i64::try_from(after.len()).unwrap_or(i64::MAX / 2);
    let shift = exponent.saturating_sub(fraction);
    let kept = digits.trim_end_matches('0');
    let zeros = i64::try_from(digits.len() - kept.len()).unwrap_or(i64::MAX / 2);
    let shift = shift.saturating_add(zeros);
    if shift < 0 {
        return Whole::No;
    }
    let magnitude = u32::try_from(shift)
        .ok()
        .and_then(|shift| 10_u128.checked_pow(shift))
        .and_then(|power| kept.parse::<u128>().ok()?.checked_mul(power));
    let exact = magnitude.and_then(|magnitude| {
        if negative {
            0_i128.checked_sub_unsigned(magnitude)
        } else {
            i128::try_from(magnitude).ok()
        }
    });
    match exact {
        Some(value) => Whole::Exact(value),
        None => Whole::Huge {
            negative,
            magnitude,
        },
    }
}

/// A number that an `f64` may have rounded, as a node: one that fits into 64 bits is that one.
pub(crate) fn large(text: &str) -> Node<'_> {
    let Whole::Exact(value) = whole_text(text) else {
        return Node::Large(Cow::Borrowed(text));
    };
    if let Ok(value) = u64::try_from(value) {
        Node::Unsigned(value)
    } else if let Ok(value) = i64::try_from(value) {
        Node::Negative(value)
    } else {
        Node::Large(Cow::Borrowed(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_whole_by_its_digits() {
        assert_eq!(
            whole_text("9007199254740993"),
            Whole::Exact(9_007_199_254_740_993)
        );
        assert_eq!(whole_text("-1e17"), Whole::Exact(-100_000_000_000_000_000));
        assert_eq!(
            whole_text("12345678901234567.80e1"),
            Whole::Exact(123_456_789_012_345_678)
        );
        assert_eq!(whole_text("12345678901234567.5"), Whole::No);
        assert_eq!(whole_text("1e-99999999999999999999"), Whole::No);
        assert_eq!(whole_text("0e99999999999999999999"), Whole::Exact(0));
        let least = "-170141183460469231731687303715884105728";
        assert_eq!(whole_text(least), Whole::Exact(i128::MIN));
        for (text, negative, magnitude) in [
            ("-1e300", true, None),
            ("1e99999999999999999999", false, None),
            ("3e38", false, Some(3 * 10_u128.pow(38))),
            (
                "-170141183460469231731687303715884105729",
                true,
                Some((1 << 127) + 1),
            ),
        ] {
            assert_eq!(
                whole_text(text),
                Whole::Huge {
                    negative,
                    magnitude
                }
            );
        }
    }
}
