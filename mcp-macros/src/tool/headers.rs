//! The rules about arguments that HTTP clients repeat in a header.
//!
//! [`are_names`], [`differ`], [`are_not_secret`] and [`fit`], as far as the spelling of a type
//! shows it.

use super::check;
use super::model::{Param, Tool};
use crate::diagnostics::Errors;

/// Applies every rule.
pub(crate) fn all(tool: &Tool, errors: &mut Errors) {
    for param in &tool.params {
        are_names(param, errors);
        are_not_secret(param, errors);
        fit(param, errors);
    }
    differ(tool, errors);
}

/// A header's name is a token (RFC 9110, section 5.1).
fn are_names(param: &Param, errors: &mut Errors) {
    let Some(header) = &param.options.header else {
        return;
    };
    let name = header.value();
    let edit = "write letters, digits and `-`, as in `header = \"Region\"`";
    if name.is_empty() {
        errors.push(header.span(), "the name of a header cannot be empty", edit);
    } else if let Some(letter) = name.chars().find(|letter| !is_token(*letter)) {
        let found = if letter.is_control() || letter.is_whitespace() {
            format!("{letter:?}")
        } else {
            format!("`{letter}`")
        };
        errors.push(
            header.span(),
            format_args!("the name of a header cannot have {found} in it"),
            edit,
        );
    } else if let Some(rest) = without_prefix(&name) {
        errors.push(
            header.span(),
            format_args!(
                "the header would be called `Mcp-Param-{name}`: the beginning comes by itself"
            ),
            format_args!("write `header = \"{rest}\"`"),
        );
    }
}

fn is_token(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(letter)
}

fn without_prefix(name: &str) -> Option<&str> {
    let (prefix, rest) = name.split_at_checked("mcp-param-".len())?;
    (prefix.eq_ignore_ascii_case("mcp-param-") && !rest.is_empty()).then_some(rest)
}

/// Two arguments in one header could not be told apart, and case makes no difference there.
fn differ(tool: &Tool, errors: &mut Errors) {
    let mut seen: Vec<(&Param, String)> = Vec::new();
    for param in &tool.params {
        let Some(header) = &param.options.header else {
            continue;
        };
        let name = header.value();
        let twin = seen.iter().find(|(other, known)| {
            known.eq_ignore_ascii_case(&name)
                && other.conditions.is_empty()
                && param.conditions.is_empty()
        });
        if let Some((other, known)) = twin {
            let and_case = if *known == name {
                ""
            } else {
                ", in which case makes no difference"
            };
            errors.push(
                header.span(),
                format_args!(
                    "the argument `{}` has the header `{known}` already{and_case}",
                    other.name
                ),
                "give each argument a header of its own",
            );
        }
        seen.push((param, name));
    }
}

/// Proxies read and log headers.
fn are_not_secret(param: &Param, errors: &mut Errors) {
    if let (Some(header), true) = (&param.options.header, param.options.secret) {
        errors.push(
            header.span(),
            format_args!(
                "`{}` is secret, and every proxy on the way reads headers",
                param.name
            ),
            "remove `header`, or `secret`",
        );
    }
}

/// A header carries text, integers and booleans.
fn fit(param: &Param, errors: &mut Errors) {
    let Some(spelled) = check::spelled(&param.ty) else {
        return;
    };
    let header = param
        .options
        .given
        .iter()
        .find(|(_, name)| name == "header");
    if let (Some((place, _)), "f32" | "f64") = (header, spelled.as_str()) {
        errors.push(
            *place,
            format_args!(
                "`{}` is a number with fractions, which a header cannot carry",
                param.name
            ),
            "take an integer, or remove `header`",
        );
    }
}
