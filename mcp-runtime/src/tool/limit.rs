//! The ends of `#[arg(range(..))]` and `#[arg(length(..))]` that are constants of the author's.

use super::schema::Bound;

/// A number that can be an end of a range.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an end of a range of numbers",
    label = "not a number"
)]
pub trait Number {
    /// The number as an end that is included.
    fn bound(self) -> Bound;
}

/// A whole number, which has one before it.
#[diagnostic::on_unimplemented(
    message = "a range of `{Self}` has no last number before its end",
    label = "not a whole number",
    note = "include the end: `..=END`"
)]
pub trait Whole {
    /// The number as an end that is left out.
    fn before(self) -> Bound;
}

macro_rules! whole {
    ($($type:ty),*) => {$(
        impl Number for $type {
            fn bound(self) -> Bound {
                // Beyond 127 bits there is nothing to tell apart: JSON has no such integers.
                Bound::Integer(i128::try_from(self).unwrap_or(i128::MAX))
            }
        }
        impl Whole for $type {
            fn before(self) -> Bound {
                Bound::Before(i128::try_from(self).unwrap_or(i128::MAX))
            }
        }
    )*};
}
whole!(
    i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize
);

macro_rules! fractional {
    ($($type:ty),*) => {$(
        impl Number for $type {
            fn bound(self) -> Bound {
                Bound::Number(self.into())
            }
        }
    )*};
}
fractional!(f32, f64);

/// An end of `range(..)` that is included.
#[must_use]
pub fn bound(end: impl Number) -> Bound {
    end.bound()
}

/// An end of `range(..)` that is left out.
#[must_use]
pub fn bound_before(end: impl Whole) -> Bound {
    end.before()
}

/// An end of `length(..)` that is included.
#[must_use]
pub fn count(end: usize) -> u64 {
    u64::try_from(end).unwrap_or(u64::MAX)
}

/// An end of `length(..)` that is left out.
#[must_use]
pub fn count_before(end: usize) -> u64 {
    count(end).saturating_sub(1)
}
