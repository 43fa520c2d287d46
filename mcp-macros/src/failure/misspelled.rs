//! Kinds in another spelling and options in another place: refused, and read as what was meant, so
//! that a kind is not missed as well.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;
use syn::Lit;

use super::kind::Kind;
use crate::diagnostics::{Errors, listed};
use crate::options::Known;

/// What HTTP and others call a failure, and the kind that tells a model the same.
const ELSEWHERE: &[(&str, &str)] = &[
    ("bad_request", "invalid_input"),
    ("invalid", "invalid_input"),
    ("invalid_argument", "invalid_input"),
    ("invalid_arguments", "invalid_input"),
    ("invalid_params", "invalid_input"),
    ("unprocessable_entity", "invalid_input"),
    ("unprocessable_content", "invalid_input"),
    ("unauthorized", "unauthenticated"),
    ("permission_denied", "forbidden"),
    ("gone", "not_found"),
    ("missing", "not_found"),
    ("conflict", "rejected"),
    ("already_exists", "rejected"),
    ("precondition_failed", "rejected"),
    ("failed_precondition", "rejected"),
    ("too_many_requests", "rate_limited"),
    ("resource_exhausted", "rate_limited"),
    ("internal_server_error", "internal"),
    ("internal_error", "internal"),
    ("not_implemented", "unsupported"),
    ("unimplemented", "unsupported"),
    ("method_not_allowed", "unsupported"),
    ("bad_gateway", "unavailable"),
    ("service_unavailable", "unavailable"),
    ("gateway_timeout", "timeout"),
    ("request_timeout", "timeout"),
    ("deadline_exceeded", "timeout"),
    ("timed_out", "timeout"),
];

/// The kind that was meant, and the options without what was refused.
pub(super) fn read(
    known: &Known,
    tokens: TokenStream,
    errors: &mut Errors,
) -> (Option<Kind>, TokenStream) {
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(it) if it.as_char() == ',');
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut meant = None;
    let mut out = TokenStream::new();
    let mut items = tokens.split(is_comma).peekable();
    while let Some(item) = items.next() {
        let written = item.iter().cloned().collect::<TokenStream>();
        if let Some(kind) = in_another_spelling(known, item) {
            errors.push_on(
                &written,
                format_args!(
                    "`{written}` is no kind of failure",
                    written = written.to_string().replace(' ', "")
                ),
                format_args!(
                    "write `{}`; the kinds are {}",
                    kind.name,
                    listed(&Kind::names())
                ),
            );
            meant = meant.or(Some(kind));
        } else if let Some((wrong, edit)) = in_another_place(known, item) {
            errors.push_on(&written, wrong, edit);
        } else if !written.is_empty() || items.peek().is_some() {
            out.extend(quote!(#written,));
        }
    }
    (meant, out)
}

/// `"not_found"`, `not-found`, `FailureKind::NotFound`, `conflict`.
fn in_another_spelling(known: &Known, item: &[TokenTree]) -> Option<Kind> {
    let (first, last) = (item.first()?, item.last()?);
    let name = match (first, item) {
        (TokenTree::Ident(name), [_]) => {
            let name = name.to_string();
            if known.names.contains(&&*name) {
                return None;
            }
            name
        }
        (TokenTree::Literal(literal), [_]) => match Lit::new(literal.clone()) {
            Lit::Str(text) => text.value(),
            _ => return None,
        },
        (TokenTree::Ident(_), _) if is_joined_by(item, ':') => last.to_string(),
        (TokenTree::Ident(_), _) if is_joined_by(item, '-') => {
            item.iter().map(ToString::to_string).collect()
        }
        _ => return None,
    };
    let name = snake(&name);
    let translated = ELSEWHERE.iter().find(|(word, _)| *word == name);
    let name = translated.map_or(&*name, |(_, kind)| kind);
    let name = Kind::names().into_iter().find(|kind| *kind == name)?;
    Kind::named(&Ident::new(name, first.span()))
}

fn is_joined_by(item: &[TokenTree], joint: char) -> bool {
    item.iter().all(|token| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(punct) => punct.as_char() == joint,
        _ => false,
    })
}

/// `NotFound` and `not-found` as `not_found`.
pub(super) fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.trim().chars() {
        if letter.is_uppercase() && !snake.is_empty() && !snake.ends_with('_') {
            snake.push('_');
        }
        match letter {
            '-' | ' ' => snake.push('_'),
            _ => snake.extend(letter.to_lowercase()),
        }
    }
    snake
}

/// An option that is known one level up or down.
fn in_another_place(known: &Known, item: &[TokenTree]) -> Option<(String, &'static str)> {
    let [TokenTree::Ident(name)] = item else {
        return None;
    };
    let name = name.to_string();
    if known.names.contains(&&*name) {
        return None;
    }
    let (place, edit) = match &*name {
        "untrusted" => (
            "a field",
            "write `#[failure(untrusted)]` on the field whose text comes from elsewhere",
        ),
        "secret" => (
            "a field",
            "write `#[failure(secret)]` on the field that must not be shown",
        ),
        "display" => (
            "the enum",
            "write `#[failure(display)]` on the enum, whose `Display` is written by hand",
        ),
        _ => return None,
    };
    Some((format!("`{name}` is said of {place}"), edit))
}
