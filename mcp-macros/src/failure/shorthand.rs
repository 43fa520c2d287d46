//! Arguments of format strings: `.field` written out, and which fields an expression shows.

use std::iter::Peekable;

use proc_macro2::token_stream::IntoIter;
use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::ext::IdentExt;
use syn::{Expr, UnOp};

use super::field::Field;

/// `.name` and `.0` at the start of an expression become the local that holds the field.
pub(crate) fn spelled_out(tokens: TokenStream, fields: &[Field]) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    let mut starts = true;
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(dot)
                if starts && dot.as_char() == '.' && dot.spacing() == Spacing::Alone =>
            {
                match tokens.peek() {
                    Some(TokenTree::Ident(name)) => {
                        let name = binding_of(name, fields).unwrap_or_else(|| name.clone());
                        tokens.next();
                        out.extend([TokenTree::Ident(name)]);
                    }
                    Some(TokenTree::Literal(number)) => {
                        let written = number.to_string();
                        let span = number.span();
                        tokens.next();
                        let mut path = written.split('.');
                        let first = path.next().unwrap_or_default();
                        let binding = format_ident!("_{}", first, span = span);
                        out.extend([TokenTree::Ident(binding)]);
                        for member in path.filter_map(|member| member.parse().ok()) {
                            let mut number = proc_macro2::Literal::u32_unsuffixed(member);
                            number.set_span(span);
                            out.extend([TokenTree::Punct(dot.clone()), TokenTree::Literal(number)]);
                        }
                    }
                    _ => out.extend([TokenTree::Punct(dot)]),
                }
                starts = false;
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), spelled_out(group.stream(), fields));
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
                starts = false;
            }
            TokenTree::Punct(punct) => {
                starts = !matches!(punct.as_char(), '.' | '?' | ':' | '\'' | '#' | '$');
                out.extend([TokenTree::Punct(punct)]);
            }
            TokenTree::Ident(word) if word == "self" => {
                // `self.name` is a place: the field, and not a reference to it.
                if let Some(binding) = of_self(&mut tokens, fields) {
                    out.extend(quote_spanned!(word.span()=> (*#binding)));
                } else {
                    out.extend([TokenTree::Ident(word)]);
                }
                starts = false;
            }
            TokenTree::Ident(word) => {
                starts = ["if", "in", "match", "mut", "return", "else", "as"]
                    .iter()
                    .any(|keyword| word == keyword);
                out.extend([TokenTree::Ident(word)]);
            }
            TokenTree::Literal(literal) => {
                starts = false;
                out.extend([TokenTree::Literal(literal)]);
            }
        }
    }
    out
}

/// The field behind `self`, which is taken; none where a method is called or there is none.
fn of_self(tokens: &mut Peekable<IntoIter>, fields: &[Field]) -> Option<Ident> {
    let mut ahead = tokens.clone();
    let dot = matches!(ahead.next()?, TokenTree::Punct(dot) if dot.as_char() == '.');
    let member = ahead.next()?;
    let called = matches!(ahead.peek(), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
    let binding = match &member {
        TokenTree::Ident(name) => binding_of(name, fields),
        TokenTree::Literal(number) => {
            let index: usize = number.to_string().parse().ok()?;
            let field = fields.get(index).filter(|field| field.name.is_none())?;
            let mut binding = field.binding.clone();
            binding.set_span(number.span());
            Some(binding)
        }
        _ => None,
    };
    let binding = binding.filter(|_| dot && !called)?;
    *tokens = ahead;
    Some(binding)
}

/// Where `self` is left in some tokens.
pub(crate) fn self_in(tokens: TokenStream) -> Option<Span> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Group(group) => self_in(group.stream()),
        TokenTree::Ident(word) if word == "self" => Some(word.span()),
        _ => None,
    })
}

/// `Self` as the type that it means where it was written.
pub(crate) fn with_own_type(tokens: TokenStream, own: &TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), with_own_type(group.stream(), own));
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
            }
            TokenTree::Ident(word) if word == "Self" => out.extend(own.clone()),
            token => out.extend([token]),
        }
    }
    out
}

fn binding_of(name: &Ident, fields: &[Field]) -> Option<Ident> {
    let field = fields.iter().find(|field| {
        field
            .name
            .as_ref()
            .is_some_and(|field| field.unraw() == name.unraw())
    })?;
    let mut binding = field.binding.clone();
    binding.set_span(name.span());
    Some(binding)
}

/// The field that an expression shows as it is: the field, a reference to it, or its text.
pub(crate) fn shows(expr: &Expr, fields: &[Field]) -> Option<usize> {
    match expr {
        Expr::Path(path) => {
            let name = path.path.get_ident()?.unraw();
            fields
                .iter()
                .position(|field| field.binding.unraw() == name)
        }
        Expr::Reference(inner) => shows(&inner.expr, fields),
        Expr::Paren(inner) => shows(&inner.expr, fields),
        Expr::Group(inner) => shows(&inner.expr, fields),
        Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) => shows(&inner.expr, fields),
        Expr::MethodCall(call) if call.args.is_empty() => {
            let keeps = [
                "to_string",
                "to_owned",
                "as_ref",
                "as_str",
                "clone",
                "borrow",
                "display",
            ];
            keeps
                .iter()
                .any(|name| call.method == name)
                .then(|| shows(&call.receiver, fields))
                .flatten()
        }
        _ => None,
    }
}

/// The fields whose names stand anywhere in an expression, also inside the text of a `format!`.
pub(crate) fn mentioned(tokens: TokenStream, fields: &[Field]) -> Vec<usize> {
    let mut found = Vec::new();
    scan(tokens, fields, &mut found);
    found.sort_unstable();
    found.dedup();
    found
}

fn scan(tokens: TokenStream, fields: &[Field], found: &mut Vec<usize>) {
    let mut member = false;
    let mut range = false;
    for token in tokens {
        match &token {
            TokenTree::Group(group) => scan(group.stream(), fields, found),
            TokenTree::Ident(name) if !member => {
                let name = name.unraw();
                found.extend(
                    fields
                        .iter()
                        .position(|field| field.binding.unraw() == name),
                );
            }
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                let inside = |field: &&Field| {
                    let name = field.binding.unraw();
                    text.contains(&format!("{{{name}}}")) || text.contains(&format!("{{{name}:"))
                };
                let named = fields.iter().enumerate().filter(|(_, field)| inside(field));
                found.extend(named.map(|(index, _)| index));
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
        let dot = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '.');
        let joint = matches!(&token, TokenTree::Punct(punct) if punct.spacing() == Spacing::Joint);
        // The name behind `..` is no member.
        member = dot && !joint && !range;
        range = dot && joint;
    }
}

/// Whether a type mentions one of some names.
pub(crate) fn names_any(tokens: &impl ToTokens, names: &[&Ident]) -> bool {
    tokens
        .to_token_stream()
        .into_iter()
        .any(|token| match token {
            TokenTree::Group(group) => names_any(&group.stream(), names),
            TokenTree::Ident(word) => names.iter().any(|name| **name == word),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
}
