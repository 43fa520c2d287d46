//! `#[derive(State)]` on a struct that holds what tools share.

mod expand;
mod model;

use proc_macro2::TokenStream;

use crate::diagnostics::{Errors, beside};
use model::State;

/// Expands `#[derive(State)] item`.
pub(crate) fn state(item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let state = errors
        .take(syn::parse2(item))
        .map(|input| State::read(input, &mut errors));
    match (errors.finish(), state) {
        (Ok(()), Some(state)) => expand::state(&state),
        (Ok(()), None) => TokenStream::new(),
        // What was understood is there all the same, so that no tool misses it.
        (Err(error), Some(state)) => beside(expand::state(&state), &error),
        (Err(error), None) => error.to_compile_error(),
    }
}
