//! The names an expansion uses: paths into the runtime, locals that collide with nothing.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;

/// Where the runtime is found: `::mcp_runtime`, or what the option `crate` says.
#[derive(Clone, Default)]
pub(crate) struct Root(pub(crate) Option<syn::Path>);

impl Root {
    /// The module of the runtime that only expansions name.
    pub(crate) fn private(&self) -> TokenStream {
        self.private_at(Span::mixed_site())
    }

    /// The same, so that what is wrong with a path into it is shown at a token of the user's.
    pub(crate) fn private_at(&self, place: Span) -> TokenStream {
        let span = at(place);
        match &self.0 {
            None => quote_spanned!(span=> ::mcp_runtime::__private),
            Some(path) => {
                let path = path.to_token_stream();
                quote_spanned!(span=> #path::__private)
            }
        }
    }
}

/// A span at the user's token that resolves names as the macro's own.
pub(crate) fn at(place: Span) -> Span {
    Span::mixed_site().located_at(place)
}

/// A local variable of the expansion: invisible to the user's tokens.
pub(crate) fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The local that holds a parameter's value until the call. The prefix keeps it apart from the
/// expansion's own locals, for a parameter may be called as one of them.
pub(crate) fn held(parameter: &Ident) -> Ident {
    let name = format!("held_{}", parameter.unraw());
    Ident::new(&name, Span::mixed_site())
}

/// The type parameter for the server's state. Type parameters are seen by the user's types, so
/// the name is one nobody writes.
pub(crate) fn state() -> Ident {
    local("__State")
}

/// The marker that says where the `index`th borrowed parameter comes from; filled in by inference.
pub(crate) fn from(index: usize) -> Ident {
    local(&format!("__From{index}"))
}

/// A name as it goes on the wire: raw identifiers lose their `r#`.
pub(crate) fn wire(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// `#[allow(..)]` for the hidden type that stands for a function or a second impl block.
pub(crate) fn hidden_type(visibility: &syn::Visibility, ident: &Ident) -> TokenStream {
    quote! {
        #[doc(hidden)]
        #[allow(
            non_camel_case_types,
            unreachable_pub,
            missing_debug_implementations,
            clippy::exhaustive_structs,
            reason = "named after the function"
        )]
        #visibility struct #ident {}
    }
}
