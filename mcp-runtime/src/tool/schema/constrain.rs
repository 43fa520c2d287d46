//! The limits of a parameter, joined with what its type allows.

use super::{Bound, Limits};
use crate::tool::header;
use crate::tool::number::{self, Whole};
use crate::tool::pattern::Pattern;
use crate::tool::shape::{Items, Kind, Length, Limit, Rest, Shape};

/// What is wrong, and what to do.
type Misfit = (String, String);

fn misfit<T>(problem: impl Into<String>, help: impl Into<String>) -> Result<T, Misfit> {
    Err((problem.into(), help.into()))
}

/// Narrows a value, and the items of one, to some limits.
pub(super) fn limits(shape: &mut Shape, limits: &Limits) -> Result<(), Misfit> {
    range(shape, limits.range)?;
    length(shape, limits.length)?;
    pattern(shape, limits.pattern)?;
    let Some(inner) = &limits.items else {
        return Ok(());
    };
    let Kind::Array(array) = &mut shape.kind else {
        return misfit(
            "a rule for items",
            "only lists, sets and arrays have items; remove `items(..)`",
        );
    };
    let items = match &mut array.items {
        Items::Each(each) => std::slice::from_mut(&mut **each),
        Items::Tuple(shapes) => shapes,
    };
    for item in items {
        self::limits(item, inner)
            .map_err(|(problem, help)| (format!("{problem} for the items"), help))?;
    }
    Ok(())
}

/// Narrows a text to those in which a pattern is found.
fn pattern(shape: &mut Shape, pattern: Option<&'static str>) -> Result<(), Misfit> {
    let Some(written) = pattern else {
        return Ok(());
    };
    let Kind::String(text) = &mut shape.kind else {
        let help = match &shape.kind {
            Kind::Array(_) => {
                "a pattern is for text; write `items(pattern = \"..\")` for each item"
            }
            Kind::Enum(_) => "the values are listed already; remove `pattern`",
            _ => "a pattern is for text; use `range` for numbers",
        };
        return misfit("a pattern", help);
    };
    if let Some(own) = &text.pattern {
        return misfit(
            format!("a pattern beside the type's own, {}", own.as_str()),
            "write both as one, in one of the two places",
        );
    }
    match Pattern::new(written) {
        Ok(pattern) => text.pattern = Some(pattern),
        Err([problem, help]) => {
            return misfit(format!("the pattern {written}, in which {problem},"), help);
        }
    }
    Ok(())
}

/// Narrows a number to a range.
fn range(
    shape: &mut Shape,
    (least, greatest): (Option<Bound>, Option<Bound>),
) -> Result<(), Misfit> {
    if least.is_none() && greatest.is_none() {
        return Ok(());
    }
    let (least, greatest) = (
        finite(least, f64::NEG_INFINITY)?,
        finite(greatest, f64::INFINITY)?,
    );
    if let (Some(least), Some(greatest)) = (least, greatest) {
        if value(least) > value(greatest) {
            return misfit(
                "a range that ends before it begins",
                "write the least number first",
            );
        }
    }
    match &mut shape.kind {
        Kind::Integer(rule) => {
            let least = least.map(|end| whole(end, BEGINS)).transpose()?;
            let greatest = greatest.map(|end| whole(end, ENDS)).transpose()?;
            for (end, does) in [(least, BEGINS), (greatest, ENDS)] {
                let Some(end) = end else { continue };
                let inside = rule.least.is_none_or(|least| least <= end)
                    && rule.greatest.is_none_or(|greatest| end <= greatest);
                if !inside {
                    return misfit(
                        format!("a range that {does} at {end}, which the type cannot hold"),
                        "narrow the range, or use a wider type",
                    );
                }
            }
            rule.least = least.or(rule.least);
            rule.greatest = greatest.or(rule.greatest);
            *rule = rule.settled();
        }
        Kind::Number(rule) => {
            if let Some(Bound::Before(end)) = greatest {
                return misfit(
                    format!("a range of numbers with fractions that ends before {end}"),
                    format!("include the end: `..={end}`"),
                );
            }
            let limit = |end: Bound| Limit {
                value: value(end),
                exclusive: false,
            };
            rule.least = least.map(limit).or(rule.least);
            rule.greatest = greatest.map(limit).or(rule.greatest);
        }
        _ => {
            return misfit(
                "a range",
                "a range is for numbers; use `length` for strings, arrays and maps",
            );
        }
    }
    Ok(())
}

#[allow(
    clippy::cast_precision_loss,
    reason = "an end of a range of floats is a float"
)]
fn value(end: Bound) -> f64 {
    match end {
        Bound::Integer(value) => value as f64,
        Bound::Before(value) => value.saturating_sub(1) as f64,
        Bound::Number(value) => value,
    }
}

/// What the two ends of a range do.
const BEGINS: &str = "begins";
const ENDS: &str = "ends";

/// An end without the infinity that says as much as no end.
fn finite(end: Option<Bound>, open: f64) -> Result<Option<Bound>, Misfit> {
    match end {
        Some(Bound::Number(value)) if value.total_cmp(&open).is_eq() => Ok(None),
        Some(Bound::Number(value)) if !value.is_finite() => misfit(
            format!("a range with an end at {value}"),
            "no number is in it: write a finite one, or leave that end out",
        ),
        end => Ok(end),
    }
}

fn whole(end: Bound, does: &str) -> Result<i128, Misfit> {
    match end {
        Bound::Integer(value) => Ok(value),
        Bound::Before(value) => Ok(value.saturating_sub(1)),
        Bound::Number(value) => match number::whole(value) {
            Whole::Exact(value) => Ok(value),
            _ => misfit(
                format!("a range that {does} at {value}"),
                "the ends of a range of integers are integers",
            ),
        },
    }
}

/// Has a header repeat the value.
pub(super) fn header(shape: &mut Shape, name: Option<&'static str>) -> Result<(), Misfit> {
    if name.is_some() {
        header::carries(shape)?;
        shape.header = name;
    }
    Ok(())
}

/// Narrows a string, an array or a map to a length.
fn length(shape: &mut Shape, (least, greatest): (Option<u64>, Option<u64>)) -> Result<(), Misfit> {
    if least.is_none() && greatest.is_none() {
        return Ok(());
    }
    let length: &mut Length = match &mut shape.kind {
        Kind::String(text) => &mut text.length,
        Kind::Array(array) => &mut array.length,
        Kind::Object(object)
            if object.properties.is_empty() && matches!(object.rest, Rest::Each(_)) =>
        {
            &mut object.length
        }
        _ => {
            return misfit(
                "a length",
                "a length is for strings, arrays and maps; use `range` for numbers",
            );
        }
    };
    let inside = |end: &u64| {
        length.least.is_none_or(|least| least <= *end)
            && length.greatest.is_none_or(|greatest| *end <= greatest)
    };
    if least
        .zip(greatest)
        .is_some_and(|(least, greatest)| least > greatest)
        || ![least, greatest].iter().flatten().all(inside)
    {
        return misfit(
            "a length that no value can have",
            "write the least length first, within what the type allows",
        );
    }
    length.least = least.or(length.least);
    length.greatest = greatest.or(length.greatest);
    Ok(())
}
