//! The options of `#[arg(..)]` on a parameter.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{Attribute, Expr, LitStr};

use super::complete::Complete;
use super::limits::Limits;
use crate::diagnostics::Errors;
use crate::options::{self, Given, Known};

/// What `#[arg(..)]` knows.
const KNOWN: Known = Known {
    owner: "`#[arg]`",
    names: &[
        "rename",
        "description",
        "default",
        "example",
        "range",
        "length",
        "title",
        "complete",
        "pattern",
        "items",
        "header",
        "secret",
    ],
    repeatable: &["example"],
};

/// What was written in the `#[arg(..)]`s of one parameter.
#[derive(Default)]
pub(crate) struct ArgOptions {
    pub(crate) rename: Option<LitStr>,
    pub(crate) description: Option<Expr>,
    pub(crate) default: Option<Expr>,
    pub(crate) examples: Vec<Expr>,
    pub(crate) limits: Limits,
    pub(crate) secret: bool,
    pub(crate) header: Option<LitStr>,
    pub(crate) title: Option<Expr>,
    pub(crate) complete: Option<Complete>,
    /// Where an option was written that only an argument can have, and its name.
    pub(crate) given: Vec<(Span, String)>,
}

impl ArgOptions {
    /// Reads every `#[arg(..)]` among the attributes of a parameter.
    pub(crate) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut tokens = TokenStream::new();
        for attribute in attributes.iter().filter(|it| super::parse::is_arg(it)) {
            // Several attributes are one list, so that an option in two of them is found.
            tokens.extend(options::of_attribute(attribute, errors));
            tokens.extend(<syn::Token![,]>::default().into_token_stream());
        }
        let mut read = Self::default();
        for given in KNOWN.read(tokens, errors) {
            read.set(given, errors);
        }
        read
    }

    fn set(&mut self, given: Given, errors: &mut Errors) {
        let name = given.name.to_string();
        self.given.push((given.name.span(), name.clone()));
        match name.as_str() {
            "rename" => self.rename = given.text("city", errors),
            "description" => self.description = given.expr("\"City name\"", errors),
            "default" => self.default = given.expr("10", errors),
            "example" => self.examples.extend(given.expr("\"Oslo\"", errors)),
            "secret" => self.secret = given.flag(errors).unwrap_or_default(),
            "title" => self.title = given.expr("\"City\"", errors),
            "complete" => self.complete = Complete::read(given, errors),
            "header" => self.header = given.text("Region", errors),
            _ => {
                // Nothing is left over: these are the names it knows.
                self.limits.set(given, errors);
            }
        }
    }
}
