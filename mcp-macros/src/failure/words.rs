//! `Display`, `Error` and `From` for failures that have their words from this derive alone.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Generics, parse_quote};

use super::expand::{bound, display_bounds, import};
use super::field::Field;
use super::model::{Failure, Variant};
use super::shorthand::names_any;
use crate::names::{at, local};

/// The three, where they are ours to write.
pub(crate) fn all(failure: &Failure) -> TokenStream {
    if !failure.own_words {
        return TokenStream::new();
    }
    let formatter = local("formatter");
    let arms = failure.variants.iter().map(|variant| {
        let constructor = variant.constructor(failure);
        let (fields, shown) = shown(failure, variant, &formatter);
        quote!(#constructor { #(#fields,)* .. } => #shown,)
    });
    let subject = subject(failure);
    let import = import(failure, Variant::told_alone);
    let body = quote!(#import match #subject { #(#arms)* });
    let mut tokens = display(failure, &formatter, &body);
    tokens.extend(error(failure, &sources(failure)));
    tokens.extend(conversions(failure));
    tokens
}

/// The same with nothing to show.
pub(crate) fn stand_in(failure: &Failure) -> TokenStream {
    if !failure.own_words {
        return TokenStream::new();
    }
    let formatter = local("formatter");
    let body = quote!(#formatter.write_str(""));
    let mut tokens = display(failure, &formatter, &body);
    tokens.extend(error(failure, &TokenStream::new()));
    tokens.extend(conversions(failure));
    tokens
}

/// An empty enum is matched by value: a reference to it has a pattern too many.
fn subject(failure: &Failure) -> TokenStream {
    if failure.variants.is_empty() {
        quote!(*self)
    } else {
        quote!(self)
    }
}

/// What a variant shows, and the fields it needs for that.
fn shown(
    failure: &Failure,
    variant: &Variant,
    formatter: &syn::Ident,
) -> (Vec<TokenStream>, TokenStream) {
    let private = failure.root.private();
    if let Some(message) = &variant.told {
        let text = message.to_arguments(&failure.root);
        return (
            bound(variant, Variant::told_alone, false),
            quote!(#formatter.write_fmt(#private::format_args!(#text))),
        );
    }
    match variant.inner() {
        Some((index, field)) => {
            let member = field.member(index);
            let inner = local("inner");
            (
                vec![quote!(#member: #inner)],
                quote!(#private::fmt::Display::fmt(#inner, #formatter)),
            )
        }
        None => (Vec::new(), quote!(#formatter.write_str(""))),
    }
}

fn display(failure: &Failure, formatter: &syn::Ident, body: &TokenStream) -> TokenStream {
    let private = failure.root.private();
    let ident = &failure.ident;
    let mut generics = failure.generics.clone();
    let mut bounds = display_bounds(failure, Variant::told_alone);
    let parameters = failure.parameters();
    for variant in &failure.variants {
        if let (Some(_), Some((_, field))) = (variant.options.transparent, variant.inner()) {
            if names_any(&field.ty, &parameters) {
                let ty = &field.ty;
                bounds.push(parse_quote!(#ty: #private::fmt::Display));
            }
        }
    }
    if !bounds.is_empty() {
        generics.make_where_clause().predicates.extend(bounds);
    }
    let (parameters, arguments, conditions) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #parameters #private::fmt::Display for #ident #arguments #conditions {
            fn fmt(&self, #formatter: &mut #private::fmt::Formatter<'_>) -> #private::fmt::Result {
                #body
            }
        }
    }
}

fn error(failure: &Failure, sources: &TokenStream) -> TokenStream {
    let private = failure.root.private();
    let ident = &failure.ident;
    let mut generics: Generics = failure.generics.clone();
    if generics.type_params().next().is_some() {
        generics
            .make_where_clause()
            .predicates
            .push(parse_quote!(Self: #private::fmt::Debug + #private::fmt::Display));
    }
    let (parameters, arguments, conditions) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #parameters #private::Error for #ident #arguments #conditions {
            #sources
        }
    }
}

/// `Error::source`, where a variant has one.
fn sources(failure: &Failure) -> TokenStream {
    let private = failure.root.private();
    let source = local("source");
    let mut arms = TokenStream::new();
    for variant in &failure.variants {
        let transparent = variant.options.transparent.is_some();
        let Some((index, field)) = variant
            .source()
            .filter(|_| !transparent || variant.is_internal())
        else {
            continue;
        };
        let constructor = variant.constructor(failure);
        let member = field.member(index);
        let found = found(field, &source, transparent, &private);
        arms.extend(quote!(#constructor { #member: #source, .. } => #found,));
    }
    if arms.is_empty() {
        return TokenStream::new();
    }
    if failure.variants.len() > 1 {
        arms.extend(quote!(_ => #private::Option::None,));
    }
    quote! {
        fn source(&self) -> #private::Option<&(dyn #private::Error + 'static)> {
            use #private::AsDynError as _;
            match self { #arms }
        }
    }
}

fn found(
    field: &Field,
    source: &syn::Ident,
    transparent: bool,
    private: &TokenStream,
) -> TokenStream {
    let span = at(field.ty.span());
    if field.is_optional() {
        let inner = local("inner");
        return quote_spanned! {span=>
            match #source {
                #private::Option::Some(#inner) => #private::Option::Some(#inner.__as_dyn_error()),
                #private::Option::None => #private::Option::None,
            }
        };
    }
    if transparent {
        quote_spanned!(span=> #private::Error::source(#source.__as_dyn_error()))
    } else {
        quote_spanned!(span=> #private::Option::Some(#source.__as_dyn_error()))
    }
}

/// `From` for each `#[from]`.
fn conversions(failure: &Failure) -> TokenStream {
    let private = failure.root.private();
    let ident = &failure.ident;
    let (parameters, arguments, conditions) = failure.generics.split_for_impl();
    let mut tokens = TokenStream::new();
    for variant in &failure.variants {
        let Some((index, field)) = variant.inner().filter(|(_, field)| field.from.is_some()) else {
            continue;
        };
        if variant.fields.len() > 1 {
            continue;
        }
        let ty = field.ty.to_token_stream();
        let constructor = variant.constructor(failure);
        let member = field.member(index);
        let value = local("source");
        tokens.extend(quote! {
            #[automatically_derived]
            impl #parameters #private::From<#ty> for #ident #arguments #conditions {
                fn from(#value: #ty) -> Self {
                    #constructor { #member: #value }
                }
            }
        });
    }
    tokens
}
