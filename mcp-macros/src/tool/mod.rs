//! `#[tool]` on a free function.

pub(crate) mod arg;
pub(crate) mod check;
pub(crate) mod expand;
pub(crate) mod model;
pub(crate) mod options;
pub(crate) mod parse;

use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::diagnostics::{Errors, beside};
use model::Tool;
use options::ToolOptions;
use parse::Function;

/// Expands `#[tool(arguments)] item`.
pub(crate) fn tool(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let options = ToolOptions::parse(arguments, &mut errors);
    let Some(mut function) =
        errors.take(syn::parse2::<Function>(item.clone()).map_err(not_a_function(&item)))
    else {
        return match errors.finish() {
            Ok(()) => item,
            Err(error) => beside(item, &error),
        };
    };
    let tool = Tool::read(options, &mut function, &mut errors);
    check::all(&tool, &mut errors);
    check::outside_of_an_impl(&tool, &mut errors);
    match errors.finish() {
        Ok(()) => {
            let mut tokens = function.to_token_stream();
            tokens.extend(expand::free_function(&function.visibility, &tool));
            tokens
        }
        Err(error) => beside(expand::stand_in(&function, &tool), &error),
    }
}

/// What to say of an item that is not a function: of a function that cannot be read, what the
/// parser says.
fn not_a_function(item: &TokenStream) -> impl FnOnce(syn::Error) -> syn::Error {
    let is_function = item
        .clone()
        .into_iter()
        .any(|token| matches!(token, proc_macro2::TokenTree::Ident(word) if word == "fn"));
    let place = item.clone();
    move |error| {
        if is_function {
            return error;
        }
        let is_impl = syn::parse2::<syn::ItemImpl>(place.clone()).is_ok();
        let edit = if is_impl {
            "put `#[tools]` on the impl block, and `#[tool]` on its methods"
        } else {
            "put it on a function"
        };
        syn::Error::new(
            error.span(),
            format!("`#[tool]` is for functions\n\nhelp: {edit}"),
        )
    }
}
