//! A middle and how far the rounds lie apart.

use std::fmt;

/// The median of some measurements, with their quartiles.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spread {
    pub(crate) low: f64,
    pub(crate) middle: f64,
    pub(crate) high: f64,
}

impl Spread {
    pub(crate) fn of(mut measured: Vec<f64>) -> Option<Self> {
        measured.sort_by(f64::total_cmp);
        let at = |part: f64| {
            let last = measured.len().checked_sub(1)?;
            measured.get((last as f64 * part).round() as usize).copied()
        };
        Some(Self {
            low: at(0.25)?,
            middle: at(0.5)?,
            high: at(0.75)?,
        })
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { low, middle, high } = *self;
        write!(f, "{middle:.2}")?;
        if format!("{low:.2}") == format!("{high:.2}") {
            return Ok(());
        }
        write!(f, " ({low:.2}..{high:.2})")
    }
}
