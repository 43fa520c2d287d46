//! The one parser of `key = value` lists: the options of every macro and attribute.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit, LitStr, Token};

use crate::diagnostics::{Errors, listed, nearest};

/// One option as it was written.
pub(crate) struct Given {
    pub(crate) name: Ident,
    pub(crate) value: Value,
}

/// What stands behind an option's name.
pub(crate) enum Value {
    /// Nothing: `name`.
    Flag,
    /// `name = value`.
    Assigned(Box<Expr>),
    /// `name(tokens)`.
    List(TokenStream),
}

/// A list of options that one macro or attribute knows.
pub(crate) struct Known {
    /// What the options belong to, such as `#[tool(..)]`.
    pub(crate) owner: &'static str,
    /// Their names.
    pub(crate) names: &'static [&'static str],
    /// Those that may be given more than once.
    pub(crate) repeatable: &'static [&'static str],
}

impl Known {
    /// Reads a list. What is unknown, repeated or not of the form is reported and left out, so
    /// that one mistake never hides another.
    pub(crate) fn read(&self, tokens: TokenStream, errors: &mut Errors) -> Vec<Given> {
        let mut seen: Vec<String> = Vec::new();
        let mut kept = Vec::new();
        for given in items(tokens, errors) {
            let name = given.name.unraw().to_string();
            if !self.names.contains(&name.as_str()) {
                self.unknown(&given.name, &name, errors);
            } else if seen.contains(&name) && !self.repeatable.contains(&name.as_str()) {
                errors.push(
                    given.name.span(),
                    format_args!("`{name}` is given twice"),
                    "remove one of the two",
                );
            } else {
                seen.push(name);
                kept.push(given);
            }
        }
        kept
    }

    fn unknown(&self, ident: &Ident, name: &str, errors: &mut Errors) {
        let owner = self.owner;
        let all = listed(self.names);
        let edit = match nearest(name, self.names) {
            Some(nearest) => format!("did you mean `{nearest}`? the options of {owner} are {all}"),
            None => format!("the options of {owner} are {all}"),
        };
        errors.push(
            ident.span(),
            format_args!("{owner} has no option `{name}`"),
            edit,
        );
    }
}

/// The items of a list. After one that cannot be read, reading goes on behind the next comma.
fn items(tokens: TokenStream, errors: &mut Errors) -> Vec<Given> {
    let mut items = Vec::new();
    let read = |input: ParseStream<'_>| {
        while !input.is_empty() {
            let ahead = input.fork();
            match Given::read(&ahead) {
                Ok(item) => {
                    input.advance_to(&ahead);
                    items.push(item);
                }
                Err(error) => {
                    errors.take::<()>(Err(error));
                    while !input.is_empty() && !input.peek(Token![,]) {
                        input.parse::<TokenTree>()?;
                    }
                }
            }
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(())
    };
    // Nothing in it fails but what was reported.
    let _ = read.parse2(tokens);
    items
}

impl Given {
    fn read(input: ParseStream<'_>) -> syn::Result<Self> {
        let Ok(name) = Ident::parse_any(input) else {
            return Err(input.error(
                "an option starts with its name\n\nhelp: write `name`, `name = value` or `name(..)`",
            ));
        };
        if input.is_empty() || input.peek(Token![,]) {
            return Ok(Self {
                name,
                value: Value::Flag,
            });
        }
        if input.parse::<Option<Token![=]>>()?.is_some() {
            if input.is_empty() || input.peek(Token![,]) {
                let message = format!(
                    "`{name}` has no value behind its `=`\n\nhelp: write `{name} = value`, or leave the option out"
                );
                return Err(syn::Error::new(name.span(), message));
            }
            let value = Box::new(input.parse()?);
            end_of(&name, input)?;
            return Ok(Self {
                name,
                value: Value::Assigned(value),
            });
        }
        if let Ok(TokenTree::Group(group)) = input.fork().parse() {
            if group.delimiter() == Delimiter::Parenthesis {
                input.parse::<TokenTree>()?;
                end_of(&name, input)?;
                return Ok(Self {
                    name,
                    value: Value::List(group.stream()),
                });
            }
        }
        Err(input.error(format!(
            "`{name}` is not followed by a value\n\nhelp: write `{name}`, `{name} = value` or `{name}(..)`, and a comma before the next option"
        )))
    }

    /// An option that is on or off: `name`, `name = true`, `name = false`.
    pub(crate) fn flag(&self, errors: &mut Errors) -> Option<bool> {
        let name = &self.name;
        match &self.value {
            Value::Flag => Some(true),
            Value::Assigned(expr) => {
                if let Some(Lit::Bool(value)) = literal(expr) {
                    return Some(value.value);
                }
                self.refuse_flag(expr.span(), errors);
                None
            }
            Value::List(list) => {
                let first = list.clone().into_iter().next();
                let place = first.map_or_else(|| name.span(), |token| token.span());
                self.refuse_flag(place, errors);
                None
            }
        }
    }

    fn refuse_flag(&self, place: Span, errors: &mut Errors) {
        let name = &self.name;
        errors.push(
            place,
            format_args!("`{name}` is on or off"),
            format_args!("write `{name}`, `{name} = true` or `{name} = false`"),
        );
    }

    /// An option with a value: `name = value`.
    pub(crate) fn expr(self, example: &str, errors: &mut Errors) -> Option<Expr> {
        match self.value {
            Value::Assigned(expr) => Some(*expr),
            Value::Flag | Value::List(_) => {
                errors.push(
                    self.name.span(),
                    format_args!("`{}` needs a value", self.name),
                    format_args!("write `{} = {example}`", self.name),
                );
                None
            }
        }
    }

    /// An option whose value must be read at compile time: `name = "text"`.
    pub(crate) fn text(self, example: &str, errors: &mut Errors) -> Option<LitStr> {
        let name = self.name.clone();
        let expr = self.expr(&format!("{example:?}"), errors)?;
        if let Some(Lit::Str(text)) = literal(&expr) {
            return Some(text.clone());
        }
        errors.push_on(
            &expr,
            format_args!("`{name}` must be a string literal"),
            format_args!("write `{name} = {example:?}`"),
        );
        None
    }

    /// An option with a list: `name(..)`.
    pub(crate) fn list(self, example: &str, errors: &mut Errors) -> Option<TokenStream> {
        let span = self.name.span();
        match self.value {
            Value::List(list) if !list.is_empty() => Some(list),
            Value::Flag | Value::List(_) | Value::Assigned(_) => {
                errors.push(
                    span,
                    format_args!("`{}` needs its value in parentheses", self.name),
                    format_args!("write `{}({example})`", self.name),
                );
                None
            }
        }
    }

    /// The root of the runtime: `crate = path`.
    pub(crate) fn path(self, errors: &mut Errors) -> Option<syn::Path> {
        let expr = self.expr("::renamed_runtime", errors)?;
        if let Expr::Path(syn::ExprPath {
            qself: None, path, ..
        }) = expr
        {
            return Some(path);
        }
        errors.push_on(
            &expr,
            "`crate` must be the path of the runtime",
            "write `crate = ::renamed_runtime`",
        );
        None
    }

    /// An identifier: `name = Ident`.
    pub(crate) fn ident(self, example: &str, errors: &mut Errors) -> Option<Ident> {
        let name = self.name.clone();
        let expr = self.expr(example, errors)?;
        if let Expr::Path(path) = &expr {
            if let (None, Some(ident)) = (&path.qself, path.path.get_ident()) {
                return Some(ident.clone());
            }
        }
        errors.push_on(
            &expr,
            format_args!("`{name}` must be a name for a type"),
            format_args!("write `{name} = {example}`"),
        );
        None
    }
}

fn end_of(name: &Ident, input: ParseStream<'_>) -> syn::Result<()> {
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(());
    }
    Err(input.error(format!(
        "there is something behind the value of `{name}`\n\nhelp: put a comma before the next option"
    )))
}

/// The literal that an expression is, also one that came through a `macro_rules!` fragment.
pub(crate) fn literal(expr: &Expr) -> Option<&Lit> {
    match expr {
        Expr::Lit(ExprLit { lit, .. }) => Some(lit),
        Expr::Group(group) => literal(&group.expr),
        Expr::Paren(paren) => literal(&paren.expr),
        _ => None,
    }
}

/// A whole number and one of the units, in milliseconds: `10s`.
pub(crate) fn milliseconds(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let unit = text.get(digits.len()..)?.trim();
    let (_, scale) = units.iter().find(|(name, _)| *name == unit)?;
    digits.parse::<u64>().ok()?.checked_mul(*scale)
}

/// The tokens of an attribute's list: `#[tool]` has none, `#[tool(..)]` those inside.
pub(crate) fn of_attribute(attribute: &syn::Attribute, errors: &mut Errors) -> TokenStream {
    match &attribute.meta {
        syn::Meta::Path(_) => TokenStream::new(),
        syn::Meta::List(list) => list.tokens.clone(),
        syn::Meta::NameValue(pair) => {
            let path = pair.path.to_token_stream().to_string();
            errors.push_on(
                pair,
                format_args!("`{path}` takes a list of options"),
                format_args!("write `#[{path}(..)]`"),
            );
            TokenStream::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    const KNOWN: Known = Known {
        owner: "`#[thing]`",
        names: &["name", "flag", "list", "crate"],
        repeatable: &["list"],
    };

    /// The names that were kept, and the first line of each message.
    fn read(tokens: TokenStream) -> (Vec<String>, Vec<String>) {
        let mut errors = Errors::default();
        let given = KNOWN.read(tokens, &mut errors);
        let names = given.iter().map(|given| given.name.to_string()).collect();
        let messages = match errors.finish() {
            Ok(()) => Vec::new(),
            Err(error) => error
                .into_iter()
                .map(|error| {
                    error
                        .to_string()
                        .lines()
                        .next()
                        .unwrap_or_default()
                        .to_owned()
                })
                .collect(),
        };
        (names, messages)
    }

    #[test]
    fn every_form_of_an_option_is_read() {
        let (names, messages) = read(quote!(
            flag,
            name = a::<B, C>::new(1, 2),
            list(1, 2),
            crate = x,
        ));
        assert_eq!(names, ["flag", "name", "list", "crate"]);
        assert_eq!(messages, [""; 0]);
    }

    #[test]
    fn what_is_behind_a_mistake_is_read() {
        let (names, messages) = read(quote!("text", name =, flag "x", nam = 1, list(1), flag));
        assert_eq!(names, ["list", "flag"]);
        assert_eq!(
            messages,
            [
                "an option starts with its name",
                "`name` has no value behind its `=`",
                "`flag` is not followed by a value",
                "`#[thing]` has no option `nam`",
            ]
        );
    }

    #[test]
    fn only_what_may_be_repeated_is() {
        let (names, messages) = read(quote!(list(1), list(2), flag, flag = false));
        assert_eq!(names, ["list", "list", "flag"]);
        assert_eq!(messages, ["`flag` is given twice"]);
    }

    #[test]
    fn a_literal_of_a_macro_fragment_is_a_literal() {
        let inner: Expr = syn::parse_quote!("text");
        let group = Expr::Group(syn::ExprGroup {
            attrs: Vec::new(),
            group_token: syn::token::Group::default(),
            expr: Box::new(inner),
        });
        assert!(matches!(literal(&group), Some(Lit::Str(_))));
    }
}
