//! The options of `#[failure(..)]`: on the type, on a variant, on a field.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Attribute, Expr, Lit, LitStr};

use super::code::Code;
use super::format::{self, Piece};
use super::kind::Kind;
use super::misspelled::{self, snake};
use crate::diagnostics::{Errors, listed, nearest};
use crate::names::Root;
use crate::options::{Given, Known, Value, literal, milliseconds, of_attribute};

macro_rules! kinds_and {
    ($($more:literal),*) => {
        &[
            "invalid_input", "not_found", "rejected", "unauthenticated", "forbidden",
            "rate_limited", "unavailable", "timeout", "unsupported", "internal", $($more),*
        ]
    };
}

const OF_TYPE: Known = Known {
    owner: "`#[failure]` on an enum",
    names: kinds_and!["try_next", "otherwise", "display", "crate"],
    repeatable: &[],
};

const OF_VARIANT: Known = Known {
    owner: "`#[failure]` on a variant",
    names: kinds_and![
        "message",
        "try_next",
        "otherwise",
        "retry",
        "after",
        "code",
        "transparent",
        "allow"
    ],
    repeatable: &[],
};

const OF_STRUCT: Known = Known {
    owner: "`#[failure]` on a struct",
    names: kinds_and![
        "message",
        "try_next",
        "otherwise",
        "retry",
        "after",
        "code",
        "transparent",
        "allow",
        "display",
        "crate"
    ],
    repeatable: &[],
};

const OF_FIELD: Known = Known {
    owner: "`#[failure]` on a field",
    names: &["untrusted", "secret"],
    repeatable: &[],
};

/// What `#[failure(..)]` says of a whole type.
#[derive(Default)]
pub(crate) struct TypeOptions {
    pub(crate) root: Root,
    /// Where it says that `Display` is written by hand.
    pub(crate) display: Option<Span>,
}

/// What `#[failure(..)]` says of a variant, or of a struct.
#[derive(Default)]
pub(crate) struct VariantOptions {
    /// Every kind that is named, so that two can be refused.
    pub(crate) kinds: Vec<Kind>,
    pub(crate) message: Option<TokenStream>,
    pub(crate) try_next: Option<TokenStream>,
    pub(crate) otherwise: Option<TokenStream>,
    pub(crate) retry: Option<Retry>,
    /// The field that says how long to wait: its name or its number.
    pub(crate) after: Option<TokenTree>,
    /// Where `retry` and `after` are given, right or wrong.
    pub(crate) retry_given: Option<Span>,
    pub(crate) after_given: Option<Span>,
    pub(crate) code: Option<Code>,
    pub(crate) transparent: Option<Span>,
    pub(crate) allows_weak_message: bool,
}

/// What `#[failure(..)]` says of a field.
#[derive(Default)]
pub(crate) struct FieldOptions {
    pub(crate) untrusted: bool,
    pub(crate) secret: bool,
}

/// `retry = ..`.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Retry {
    Once,
    Never,
    AfterChange,
    /// Milliseconds.
    After(u64),
}

/// The options of an enum.
pub(crate) fn of_enum(
    attributes: &[Attribute],
    errors: &mut Errors,
) -> (TypeOptions, VariantOptions) {
    read(&OF_TYPE, attributes, errors)
}

/// The options of a struct.
pub(crate) fn of_struct(
    attributes: &[Attribute],
    errors: &mut Errors,
) -> (TypeOptions, VariantOptions) {
    read(&OF_STRUCT, attributes, errors)
}

/// The options of a variant.
pub(crate) fn of_variant(attributes: &[Attribute], errors: &mut Errors) -> VariantOptions {
    read(&OF_VARIANT, attributes, errors).1
}

/// The options of a field.
pub(crate) fn of_field(attributes: &[Attribute], errors: &mut Errors) -> FieldOptions {
    let mut options = FieldOptions::default();
    for given in OF_FIELD.read(tokens(attributes, errors), errors) {
        let on = given.flag(errors).unwrap_or_default();
        if given.name == "untrusted" {
            options.untrusted = on;
        } else {
            options.secret = on;
        }
    }
    options
}

fn read(
    known: &Known,
    attributes: &[Attribute],
    errors: &mut Errors,
) -> (TypeOptions, VariantOptions) {
    let mut of_type = TypeOptions::default();
    let mut options = VariantOptions::default();
    let (assigned, tokens) = assigned_kind(tokens(attributes, errors), errors);
    let tokens = in_parentheses(known, tokens, errors);
    let (other, tokens) = misspelled::read(known, tokens, errors);
    let misspelled = assigned.or(other).or_else(|| meant(known, tokens.clone()));
    for given in known.read(tokens, errors) {
        if let Some(kind) = Kind::named(&given.name) {
            if given.flag(errors) == Some(true) {
                options.kinds.push(kind);
            }
            continue;
        }
        let span = given.name.span();
        match given.name.unraw().to_string().as_str() {
            "message" => options.message = text(given, "no city named '{city}'", errors),
            "try_next" => options.try_next = text(given, "Check the spelling.", errors),
            "otherwise" => options.otherwise = text(given, "tell the user", errors),
            "retry" => {
                options.retry_given = Some(span);
                options.retry = retry(given, errors);
            }
            "after" => {
                options.after_given = Some(span);
                options.after = field(given, errors);
            }
            "code" => {
                options.code = given
                    .expr("4009", errors)
                    .and_then(|expr| Code::read(expr, errors));
            }
            "transparent" => {
                options.transparent = given.flag(errors).filter(|on| *on).map(|_| span);
            }
            "allow" => options.allows_weak_message = allow(given, errors),
            "display" => of_type.display = given.flag(errors).filter(|on| *on).map(|_| span),
            // `crate`, the last name that is let through.
            _ => of_type.root = Root(given.path(errors)),
        }
    }
    if options.kinds.is_empty() {
        options.kinds.extend(misspelled);
    }
    (of_type, options)
}

/// `kind = not_found`, which is told apart from other unknown options because it says the kind, and
/// the other options.
fn assigned_kind(tokens: TokenStream, errors: &mut Errors) -> (Option<Kind>, TokenStream) {
    let mut kind = None;
    let mut others = TokenStream::new();
    let mut behind_comma = true;
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        let ahead = (tokens.clone().next(), tokens.clone().nth(1));
        if let (true, TokenTree::Ident(word), (Some(TokenTree::Punct(equals)), Some(value))) =
            (behind_comma, &token, ahead)
        {
            let options = ["kind", "class", "category"];
            let says_kind = options.iter().any(|option| word == option);
            if says_kind && equals.as_char() == '=' {
                let written = value.to_string().trim_matches('"').to_owned();
                let names = Kind::names();
                let name = nearest(&snake(&written), &names).unwrap_or("not_found");
                errors.push(
                    word.span(),
                    "a kind is written by itself",
                    format_args!(
                        "write `#[failure({name})]`; the kinds are {}",
                        listed(&names)
                    ),
                );
                kind = Kind::named(&Ident::new(name, value.span()));
                tokens.nth(1);
                // What else stands up to the comma is part of the value: `FailureKind::NotFound`.
                for rest in tokens.by_ref() {
                    if matches!(&rest, TokenTree::Punct(comma) if comma.as_char() == ',') {
                        break;
                    }
                }
                continue;
            }
        }
        behind_comma = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',');
        others.extend([token]);
    }
    (kind, others)
}

/// `try_next = "text {}", argument`, as thiserror's attributes are written: refused, and read as
/// `try_next("text {}", argument)`, so that each argument is not refused as an option.
fn in_parentheses(known: &Known, tokens: TokenStream, errors: &mut Errors) -> TokenStream {
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(it) if it.as_char() == ',');
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut items = tokens.split(is_comma).peekable();
    let mut out = TokenStream::new();
    while let Some(item) = items.next() {
        let mut arguments = Vec::new();
        let text = text_with_a_placeholder(item);
        while let Some(argument) = items.next_if(|next| text.is_some() && is_argument(known, next))
        {
            arguments.push(argument.iter().cloned().collect::<TokenStream>());
        }
        if let (Some((name, text)), Some(first)) = (text, arguments.first()) {
            errors.push_on(
                first,
                format_args!("`{name} = ..` is a text alone, and this belongs to its placeholders"),
                format_args!(
                    "write `{name}({}, ..)`, with what the placeholders show in the parentheses",
                    text.token()
                ),
            );
            out.extend(quote!(#name(#text, #(#arguments),*),));
        } else {
            let item: TokenStream = item.iter().cloned().collect();
            if !item.is_empty() || items.peek().is_some() {
                out.extend(quote!(#item,));
            }
        }
    }
    out
}

/// `try_next = "text {}"`.
fn text_with_a_placeholder(item: &[TokenTree]) -> Option<(&Ident, LitStr)> {
    let [
        TokenTree::Ident(name),
        TokenTree::Punct(equals),
        TokenTree::Literal(literal),
    ] = item
    else {
        return None;
    };
    let is_text = ["message", "try_next", "otherwise"]
        .iter()
        .any(|text| name == text);
    let literal: LitStr = syn::parse2(literal.to_token_stream()).ok()?;
    let pieces = format::parse(&literal.value()).ok()?;
    let has_placeholder = pieces.iter().any(|piece| matches!(piece, Piece::Hole(_)));
    (is_text && equals.as_char() == '=' && has_placeholder).then_some((name, literal))
}

/// Whether this is no option, not even a misspelled one.
fn is_argument(known: &Known, item: &[TokenTree]) -> bool {
    let [TokenTree::Ident(name), rest @ ..] = item else {
        return !item.is_empty();
    };
    let is_option = match rest.first() {
        None => true,
        Some(TokenTree::Punct(punct)) => punct.as_char() == '=',
        Some(TokenTree::Group(_)) => rest.len() == 1,
        Some(_) => false,
    };
    let name = name.unraw().to_string();
    !(is_option && (known.names.contains(&name.as_str()) || nearest(&name, known.names).is_some()))
}

/// The kind that a misspelled option was meant to be, so that a kind is not missed as well.
fn meant(known: &Known, tokens: TokenStream) -> Option<Kind> {
    let mut behind_comma = true;
    for token in tokens {
        if let (true, TokenTree::Ident(word)) = (behind_comma, &token) {
            let written = word.to_string();
            if !known.names.contains(&written.as_str()) {
                let name = nearest(&written, known.names)?;
                return Kind::named(&Ident::new(name, word.span()));
            }
        }
        behind_comma = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',');
    }
    None
}

/// What stands in all `#[failure(..)]` among some attributes.
fn tokens(attributes: &[Attribute], errors: &mut Errors) -> TokenStream {
    let mut all = TokenStream::new();
    for attribute in attributes {
        if attribute.path().is_ident("failure") {
            let options = of_attribute(attribute, errors);
            if !all.is_empty() {
                all.extend(quote!(,));
            }
            all.extend(options);
        }
    }
    all
}

/// `name = "text {field}"` or `name("text {}", argument)`.
fn text(given: Given, example: &str, errors: &mut Errors) -> Option<TokenStream> {
    if matches!(given.value, Value::List(_)) {
        return given.list(&format!("{example:?}"), errors);
    }
    given.text(example, errors).map(LitStr::into_token_stream)
}

fn retry(given: Given, errors: &mut Errors) -> Option<Retry> {
    const WORDS: &[&str] = &["once", "never", "after_change", "after"];
    let expr = given.expr("once", errors)?;
    let word = match &expr {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        Expr::Call(call) => {
            if call.func.to_token_stream().to_string() == "after" && call.args.len() == 1 {
                return call.args.first().and_then(|wait| after(wait, errors));
            }
            None
        }
        _ => None,
    };
    match word.as_deref() {
        Some("once") => return Some(Retry::Once),
        Some("never") => return Some(Retry::Never),
        Some("after_change") => return Some(Retry::AfterChange),
        _ => {}
    }
    let meant = word
        .and_then(|word| nearest(&word, WORDS))
        .filter(|nearest| *nearest != "after")
        .map_or_else(String::new, |word| format!("did you mean `{word}`? "));
    errors.push_on(
        &expr,
        format_args!("`retry` cannot be `{}`", expr.to_token_stream()),
        format_args!("{meant}write `once`, `never`, `after_change` or `after(\"30s\")`"),
    );
    None
}

/// What a wait is given in, in milliseconds.
const UNITS: &[(&str, u64)] = &[("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)];

/// `after("30s")`.
fn after(wait: &Expr, errors: &mut Errors) -> Option<Retry> {
    let text = match literal(wait) {
        Some(Lit::Str(text)) => text.value(),
        _ => wait.to_token_stream().to_string(),
    };
    let milliseconds =
        milliseconds(text.trim_start(), UNITS).filter(|milliseconds| *milliseconds > 0);
    if milliseconds.is_none() {
        errors.push_on(
            wait,
            format_args!("`{text}` is not a length of time to wait"),
            "write a whole number and its unit, `ms`, `s`, `m` or `h`, such as `retry = after(\"30s\")`",
        );
    }
    milliseconds.map(Retry::After)
}

/// `after = field`, with the number of the field in a tuple.
fn field(given: Given, errors: &mut Errors) -> Option<TokenTree> {
    let expr = given.expr("wait", errors)?;
    match &expr {
        Expr::Path(path) => {
            if let Some(name) = path.path.get_ident() {
                return Some(TokenTree::Ident(name.clone()));
            }
        }
        _ => {
            if let Some(Lit::Int(number)) = literal(&expr) {
                return Some(TokenTree::Literal(number.token()));
            }
        }
    }
    let wait = match literal(&expr) {
        Some(Lit::Str(text)) => text.value(),
        _ => "30s".to_owned(),
    };
    errors.push_on(
        &expr,
        "`after` names the field that holds how long to wait",
        format_args!("write `after = field`; a wait that is always the same is written `retry = after({wait:?})`"),
    );
    None
}

/// `allow(weak_message)`.
fn allow(given: Given, errors: &mut Errors) -> bool {
    const WORDS: &[&str] = &["weak_message"];
    let Some(list) = given.list("weak_message", errors) else {
        return false;
    };
    let mut allowed = false;
    for token in list {
        match &token {
            TokenTree::Ident(word) if word == "weak_message" => allowed = true,
            TokenTree::Punct(comma) if comma.as_char() == ',' => {}
            other => errors.push(
                other.span(),
                format_args!("`{other}` is nothing that can be allowed"),
                format_args!("write `allow({})`", listed(WORDS).trim_matches('`')),
            ),
        }
    }
    allowed
}

/// The name of the field that `after` names.
pub(crate) fn field_name(token: &TokenTree) -> Option<Ident> {
    match token {
        TokenTree::Ident(name) => Some(name.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{UNITS, milliseconds};

    #[test]
    fn lengths_of_time_have_a_number_and_a_unit() {
        assert_eq!(milliseconds("30s", UNITS), Some(30_000));
        assert_eq!(milliseconds("250 ms", UNITS), Some(250));
        assert_eq!(milliseconds("2h", UNITS), Some(7_200_000));
        for text in [
            "30",
            "s",
            "",
            "-1s",
            "1.5s",
            "1 day",
            "99999999999999999999s",
        ] {
            assert_eq!(milliseconds(text, UNITS), None, "{text}");
        }
    }
}
