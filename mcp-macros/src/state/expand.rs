//! From a struct of several states to tokens.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::spanned::Spanned;

use super::model::{Part, State};
use crate::names::at;

/// One `HasPart` for each part.
pub(crate) fn state(state: &State) -> TokenStream {
    state
        .parts
        .iter()
        .map(|part| has_part(state, part))
        .collect()
}

fn has_part(state: &State, part: &Part) -> TokenStream {
    let place = at(part.ty.span());
    let private = state.root.private_at(part.ty.span());
    let ident = &state.ident;
    let (generics, arguments, predicates) = state.generics.split_for_impl();
    let Part {
        member,
        ty,
        pointer,
        conditions,
    } = part;
    // The elided lifetime of `dyn Trait` behind `&` is not that of the part: `Target` says it.
    let (given, access) = match pointer {
        Some(pointer) => (
            quote_spanned!(place=> <#pointer as #private::Deref>::Target),
            quote_spanned!(place=> #private::Deref::deref(&self.#member)),
        ),
        None => (
            quote_spanned!(place=> #ty),
            quote_spanned!(place=> &self.#member),
        ),
    };
    quote_spanned! {place=>
        #(#[cfg(#conditions)])*
        #[automatically_derived]
        impl #generics #private::HasPart<#ty> for #ident #arguments #predicates {
            fn part(&self) -> &#given {
                #access
            }
        }
    }
}
