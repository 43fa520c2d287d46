//! `range` and `length` of a parameter, joined with what its type allows.

use super::Bound;
use crate::tool::header;
use crate::tool::number::{self, Whole};
use crate::tool::shape::{Kind, Length, Limit, Rest, Shape};

/// What is wrong, and what to do.
type Misfit = (String, String);

fn misfit<T>(problem: impl Into<String>, help: impl Into<String>) -> Result<T, Misfit> {
    Err((problem.into(), help.into()))
}

/// Narrows a number to a range.
pub(super) fn range(
    shape: &mut Shape,
    (least, greatest): (Option<Bound>, Option<Bound>),
) -> Result<(), Misfit> {
    if least.is_none() && greatest.is_none() {
        return Ok(());
    }
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
            let least = least.map(whole).transpose()?;
            let greatest = greatest.map(whole).transpose()?;
            for end in [least, greatest].into_iter().flatten() {
                let inside = rule.least.is_none_or(|least| least <= end)
                    && rule.greatest.is_none_or(|greatest| end <= greatest);
                if !inside {
                    return misfit(
                        format!("a range that ends at {end}, which the type cannot hold"),
                        "narrow the range, or use a wider type",
                    );
                }
            }
            rule.least = least.or(rule.least);
            rule.greatest = greatest.or(rule.greatest);
            *rule = rule.settled();
        }
        Kind::Number(rule) => {
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
        Bound::Number(value) => value,
    }
}

fn whole(end: Bound) -> Result<i128, Misfit> {
    match end {
        Bound::Integer(value) => Ok(value),
        Bound::Number(value) => match number::whole(value) {
            Whole::Exact(value) => Ok(value),
            _ => misfit(
                format!("a range that ends at {value}"),
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
pub(super) fn length(
    shape: &mut Shape,
    (least, greatest): (Option<u64>, Option<u64>),
) -> Result<(), Misfit> {
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
