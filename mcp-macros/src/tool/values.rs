//! The rules about the defaults and examples of an argument.
//!
//! [`are_allowed`], as far as literals tell (others are held to it when the server is built), and
//! [`are_not_secret`].

use syn::{Expr, Lit};

use super::limits::{End, Ends, signed_literal};
use super::model::Param;
use crate::diagnostics::Errors;

/// A value outside the ends of its argument, or of another length.
pub(crate) fn are_allowed(param: &Param, errors: &mut Errors) {
    let options = &param.options;
    let defaults = options.default.iter().map(|value| ("default", value));
    let examples = options.examples.iter().map(|value| ("example", value));
    for (what, value) in defaults.chain(examples) {
        let Some((negative, literal)) = signed_literal(value) else {
            continue;
        };
        if let (Some(range), Some(number)) = (&options.limits.range, End::of(negative, literal)) {
            in_range(what, value, &number, range, errors);
        }
        if let (Some(length), Lit::Str(text)) = (&options.limits.length, literal) {
            of_length(what, value, &text.value(), length, errors);
        }
    }
}

/// The schema that says a default or an example is sent to everybody.
pub(crate) fn are_not_secret(param: &Param, errors: &mut Errors) {
    if !param.options.secret {
        return;
    }
    for (place, name) in &param.options.given {
        if name == "default" || name == "example" {
            errors.push(
                *place,
                format_args!(
                    "`{}` is secret, and the schema that is sent to every client says its {name}",
                    param.name
                ),
                format_args!("remove `{name}`, or `secret`"),
            );
        }
    }
}

fn in_range(what: &str, value: &Expr, number: &End, range: &Ends, errors: &mut Errors) {
    let above = |least: &End| least.is_up_to(number) != Some(false);
    let below = |greatest: &End| number.is_up_to(greatest) != Some(false);
    if range.least.as_ref().is_none_or(above) && range.greatest.as_ref().is_none_or(below) {
        return;
    }
    errors.push_on(
        value,
        format_args!("the {what} is not in `{}`", range.compact()),
        format_args!("change the {what} or the range"),
    );
}

fn of_length(what: &str, value: &Expr, text: &str, length: &Ends, errors: &mut Errors) {
    let count = text.chars().count();
    let counted = End::Integer(i128::try_from(count).unwrap_or(i128::MAX));
    let above = |least: &End| least.is_up_to(&counted) != Some(false);
    let below = |greatest: &End| counted.is_up_to(greatest) != Some(false);
    if length.least.as_ref().is_none_or(above) && length.greatest.as_ref().is_none_or(below) {
        return;
    }
    let characters = if count == 1 {
        "character"
    } else {
        "characters"
    };
    errors.push_on(
        value,
        format_args!(
            "the {what} has {count} {characters}, and `{}` are allowed",
            length.compact()
        ),
        format_args!("change the {what} or the length"),
    );
}
