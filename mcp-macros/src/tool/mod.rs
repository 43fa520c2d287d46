//! `#[tool]`, `#[prompt]` or `#[resource]` on a free function.

mod arg;
pub(crate) mod check;
mod complete;
pub(crate) mod expand;
mod headers;
mod limits;
pub(crate) mod model;
pub(crate) mod options;
mod param;
pub(crate) mod parse;
pub(crate) mod probes;
pub(crate) mod provided;
mod values;
pub(crate) mod variants;

use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::diagnostics::{Errors, beside};
use model::Tool;
use options::ToolOptions;
use parse::Function;

use crate::role::Role;

/// Expands `#[tool(arguments)] item`, or the attribute of another role.
pub(crate) fn tool(role: Role, arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let options = ToolOptions::parse(role, arguments, &mut errors);
    let Some(mut function) =
        errors.take(syn::parse2::<Function>(item.clone()).map_err(not_a_function(role, &item)))
    else {
        return match errors.finish() {
            Ok(()) => item,
            Err(error) => beside(item, &error),
        };
    };
    let tool = Tool::read(role, options, &mut function, &mut errors);
    check::all(&tool, &mut errors);
    check::outside_of_an_impl(&tool, &mut errors);
    check::hides_no_type(&tool, &mut errors);
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
fn not_a_function(role: Role, item: &TokenStream) -> impl FnOnce(syn::Error) -> syn::Error {
    let is_function = item
        .clone()
        .into_iter()
        .any(|token| matches!(token, proc_macro2::TokenTree::Ident(word) if word == "fn"));
    move |error| {
        if is_function {
            return error;
        }
        let message = format!(
            "`#[{}]` is for functions, and for impl blocks that hold some\n\nhelp: put it on a function",
            role.word()
        );
        syn::Error::new(error.span(), message)
    }
}
