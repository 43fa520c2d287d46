//! `#[derive(ToolFailure)]`: everything that can go wrong, each on exactly one path.

mod again;
mod check;
mod code;
mod expand;
mod field;
mod format;
mod kind;
mod message;
mod misspelled;
mod model;
mod options;
mod shorthand;
mod weak;
mod words;

use proc_macro2::TokenStream;

use crate::diagnostics::{Errors, beside};
use model::Failure;

/// Expands `#[derive(ToolFailure)] item`.
pub(crate) fn failure(item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let failure = errors
        .take(syn::parse2(item))
        .and_then(|input| Failure::read(input, &mut errors));
    if let Some(failure) = &failure {
        check::all(failure, &mut errors);
    }
    match (errors.finish(), failure) {
        (Ok(()), Some(failure)) => {
            let mut tokens = expand::conversion(&failure);
            tokens.extend(words::all(&failure));
            tokens
        }
        (Ok(()), None) => TokenStream::new(),
        // The type stays usable, so that nothing else fails.
        (Err(error), Some(failure)) => {
            let mut tokens = expand::stand_in(&failure);
            tokens.extend(words::stand_in(&failure));
            beside(tokens, &error)
        }
        (Err(error), None) => error.to_compile_error(),
    }
}
