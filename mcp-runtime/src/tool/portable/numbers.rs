//! Ranges of numbers: inclusive ends where they can be said, and what a width means.

use serde_json::Value;

use super::Keywords;
use crate::tool::number::{self, Whole};
use crate::tool::shape::{Integer, Limit, Number};

pub(super) fn integer(keywords: &mut Keywords<'_>) -> Result<Integer, String> {
    let (mut least, mut greatest) = keywords.string("format").map_or((None, None), width);
    let mut raise = |to: Option<i128>| {
        if let Some(to) = to {
            least = Some(least.map_or(to, |least: i128| least.max(to)));
        }
    };
    raise(end(keywords.take("minimum"), f64::ceil)?);
    raise(end(keywords.take("exclusiveMinimum"), f64::floor)?.map(|end| end + 1));
    let mut lower = |to: Option<i128>| {
        if let Some(to) = to {
            greatest = Some(greatest.map_or(to, |greatest: i128| greatest.min(to)));
        }
    };
    lower(end(keywords.take("maximum"), f64::floor)?);
    lower(end(keywords.take("exclusiveMaximum"), f64::ceil)?.map(|end| end - 1));
    let multiple_of = end(keywords.take("multipleOf"), f64::round)?;
    if multiple_of.is_some_and(|step| step <= 0) {
        return Err("'multipleOf' must be a whole number above 0".to_owned());
    }
    let non_zero = match keywords.take("not") {
        None => false,
        Some(Value::Object(not)) if not.len() == 1 && not.get("const") == Some(&0.into()) => true,
        Some(_) => return Err("the keyword 'not' cannot be checked here".to_owned()),
    };
    Ok(Integer {
        least,
        greatest,
        multiple_of,
        non_zero,
    }
    .settled())
}

/// What a width holds, by the names that `schemars` gives them.
fn width(format: &str) -> (Option<i128>, Option<i128>) {
    fn range<T: Into<i128>>(least: T, greatest: T) -> (Option<i128>, Option<i128>) {
        (Some(least.into()), Some(greatest.into()))
    }
    match format {
        "int8" => range(i8::MIN, i8::MAX),
        "int16" => range(i16::MIN, i16::MAX),
        "int32" => range(i32::MIN, i32::MAX),
        "int64" => range(i64::MIN, i64::MAX),
        "int" => (isize::MIN.try_into().ok(), isize::MAX.try_into().ok()),
        "uint8" => range(u8::MIN, u8::MAX),
        "uint16" => range(u16::MIN, u16::MAX),
        "uint32" => range(u32::MIN, u32::MAX),
        "uint64" => range(u64::MIN, u64::MAX),
        "uint" => (Some(0), usize::MAX.try_into().ok()),
        "uint128" => (Some(0), None),
        _ => (None, None),
    }
}

/// One end of a range of integers, rounded into the range.
fn end(value: Option<&Value>, round: fn(f64) -> f64) -> Result<Option<i128>, String> {
    let Some(value) = value else {
        return Ok(None);
    };
    if let Some(exact) = value
        .as_i64()
        .map(i128::from)
        .or(value.as_u64().map(i128::from))
    {
        return Ok(Some(exact));
    }
    match value.as_f64().map(|value| number::whole(round(value))) {
        Some(Whole::Exact(exact)) => Ok(Some(exact)),
        _ => Err(format!("{value} is no end of a range of integers")),
    }
}

pub(super) fn number(keywords: &mut Keywords<'_>) -> Result<Number, String> {
    keywords.take("format");
    let mut limit = |name: &str, exclusive: bool| match keywords.take(name) {
        None => Ok(None),
        Some(value) => value
            .as_f64()
            .map(|value| Some(Limit { value, exclusive }))
            .ok_or_else(|| format!("'{name}' must be a number")),
    };
    let (least, above) = (limit("minimum", false)?, limit("exclusiveMinimum", true)?);
    let (greatest, below) = (limit("maximum", false)?, limit("exclusiveMaximum", true)?);
    let multiple_of = limit("multipleOf", false)?.map(|limit| limit.value);
    if multiple_of.is_some_and(|step| step <= 0.0) {
        return Err("'multipleOf' must be a number above 0".to_owned());
    }
    let tighter = |a: Option<Limit>, b: Option<Limit>, tighter: fn(f64, f64) -> bool| match (a, b) {
        (Some(a), Some(b)) => Some(if tighter(a.value, b.value) { a } else { b }),
        (a, b) => a.or(b),
    };
    Ok(Number {
        least: tighter(least, above, |a, b| a > b),
        greatest: tighter(greatest, below, |a, b| a < b),
        multiple_of,
        seconds: false,
    })
}
