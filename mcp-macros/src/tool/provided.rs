//! The types that must be provided to tools by reference, and the markers that say where from.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;

use crate::names::{self, Root, at};

/// The types that a tool, or the tools of one impl block, are provided with.
#[derive(Default)]
pub(crate) struct Provided {
    types: Vec<(String, Type, Span)>,
}

impl Provided {
    /// The marker that says where a type comes from; one for each type.
    pub(super) fn from(&mut self, referent: &Type, place: Span) -> Ident {
        let key = referent.to_token_stream().to_string();
        let known = self.types.iter().position(|(other, ..)| *other == key);
        let index = known.unwrap_or_else(|| {
            self.types.push((key, referent.clone(), place));
            self.types.len() - 1
        });
        names::from(index)
    }

    /// All markers.
    pub(crate) fn froms(&self) -> Vec<Ident> {
        (0..self.types.len()).map(names::from).collect()
    }

    /// What the server's state must be able to provide.
    pub(crate) fn bounds(&self, root: &Root) -> TokenStream {
        let state = names::state();
        let private = root.private();
        let mut bounds = quote!(#state: #private::Send + #private::Sync + 'static,);
        for (index, (_, referent, place)) in self.types.iter().enumerate() {
            let private = root.private_at(*place);
            let from = names::from(index);
            bounds
                .extend(quote_spanned!(at(*place)=> #state: #private::Provide<#referent, #from>,));
        }
        bounds
    }
}
