//! From a checked failure to the conversion that the runtime calls.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Generics, WherePredicate, parse_quote};

use super::message::Message;
use super::model::{Failure, Path, Told, Variant};
use super::options::Retry;
use super::shorthand::{names_any, with_own_type};
use crate::names::{at, local};

/// `impl From<Failure> for ToolFailure`, and the checks of codes beside it.
pub(crate) fn conversion(failure: &Failure) -> TokenStream {
    let checks = code_checks(failure);
    let mut generics = failure.generics.clone();
    add_bounds(failure, &mut generics, Variant::sent_or_shown);
    let value = local("failure");
    let arms = failure.variants.iter().map(|variant| arm(failure, variant));
    let body = quote!(match #value { #(#arms)* });
    let shows = import(failure, Variant::sent_or_shown);
    let sends = import_guards(failure);
    let ident = &failure.ident;
    let (_, arguments, _) = failure.generics.split_for_impl();
    let arguments = arguments.as_turbofish();
    // In the conversion `Self` would be `ToolFailure`.
    let body = with_own_type(body, &quote!(#ident #arguments));
    let conversion = from_failure(failure, &generics, &value, &quote!(#shows #sends #body));
    quote!(#checks #conversion)
}

/// The compiler's part in checking codes: it alone knows what a constant holds.
fn code_checks(failure: &Failure) -> TokenStream {
    let codes = failure.variants.iter().map(|variant| &variant.options.code);
    codes
        .flatten()
        .filter_map(|code| code.check(&failure.root))
        .collect()
}

/// A conversion that only has to be there.
pub(crate) fn stand_in(failure: &Failure) -> TokenStream {
    let private = failure.root.private();
    let mut tokens = code_checks(failure);
    tokens.extend(from_failure(
        failure,
        &failure.generics,
        &local("_failure"),
        &quote!(#private::broken()),
    ));
    tokens
}

fn from_failure(
    failure: &Failure,
    generics: &Generics,
    value: &impl ToTokens,
    body: &TokenStream,
) -> TokenStream {
    let private = failure.root.private();
    let ident = &failure.ident;
    let (parameters, _, conditions) = generics.split_for_impl();
    let (_, arguments, _) = failure.generics.split_for_impl();
    let (own_parameters, _, own_conditions) = failure.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #own_parameters #private::OwnWords for #ident #arguments #own_conditions {}

        #[automatically_derived]
        impl #parameters #private::From<#ident #arguments> for #private::ToolFailure #conditions {
            fn from(#value: #ident #arguments) -> Self {
                #body
            }
        }
    }
}

/// What the types of fields must be able to do where they depend on a type parameter.
fn add_bounds<'a, M>(failure: &'a Failure, generics: &mut Generics, messages: fn(&'a Variant) -> M)
where
    M: Iterator<Item = &'a Message>,
{
    let parameters = failure.parameters();
    if parameters.is_empty() {
        return;
    }
    let private = failure.root.private();
    let mut bounds = display_bounds(failure, messages);
    for variant in &failure.variants {
        if let (Path::Nested, Some((_, field))) = (variant.path(), variant.inner()) {
            if names_any(&field.ty, &parameters) {
                let ty = &field.ty;
                bounds.push(parse_quote!(#ty: #private::IsFailure));
            }
        }
    }
    let ident = &failure.ident;
    let (_, arguments, _) = failure.generics.split_for_impl();
    let logged = if has_lifetimes(failure) {
        quote!(#private::Error)
    } else {
        quote!(#private::Logged)
    };
    bounds.push(parse_quote!(#ident #arguments: #logged));
    generics.make_where_clause().predicates.extend(bounds);
}

/// One bound for each field that a message shows and whose type depends on a type parameter.
pub(crate) fn display_bounds<'a, M>(
    failure: &'a Failure,
    messages: fn(&'a Variant) -> M,
) -> Vec<WherePredicate>
where
    M: Iterator<Item = &'a Message>,
{
    let private = failure.root.private();
    let parameters = failure.parameters();
    let mut bounds = Vec::new();
    for variant in &failure.variants {
        for value in messages(variant).flat_map(Message::values) {
            let field = value.field.and_then(|index| variant.fields.get(index));
            let Some(field) = field.filter(|field| names_any(&field.ty, &parameters)) else {
                continue;
            };
            let ty = &field.ty;
            let shown_as = Ident::new(value.spec.trait_name(), Span::mixed_site());
            bounds.push(parse_quote!(#ty: #private::fmt::#shown_as));
        }
    }
    bounds
}

/// Brings in what lets a path show itself, where a message shows a field as it is.
pub(crate) fn import<'a, M>(
    failure: &'a Failure,
    messages: fn(&'a Variant) -> M,
) -> Option<TokenStream>
where
    M: Iterator<Item = &'a Message>,
{
    let private = failure.root.private();
    failure
        .variants
        .iter()
        .flat_map(messages)
        .flat_map(Message::values)
        .any(super::message::Value::is_direct)
        .then(|| {
            quote! {
                use #private::{AsDisplay as _, AsDisplayOfNone as _, AsDisplayOfPath as _};
            }
        })
}

/// Brings in what keeps the text of somebody else's error where it is.
fn import_guards(failure: &Failure) -> Option<TokenStream> {
    let private = failure.root.private();
    let mut variants = failure.variants.iter();
    variants
        .any(|variant| !variant.unmarked().is_empty())
        .then(|| {
            quote! {
                use #private::{SendError as _, SendErrorInside as _, SendOther as _, SendOwn as _};
            }
        })
}

/// What the type of each field says about sending its text, where the macro cannot know.
fn guards(failure: &Failure, variant: &Variant) -> TokenStream {
    let guard = |(index, place): (usize, Span)| {
        let mut binding = variant.fields.get(index)?.binding.clone();
        binding.set_span(at(place).resolved_at(binding.span()));
        let place = at(place);
        let private = failure.root.private_at(place);
        Some(quote_spanned!(place=> (&&&&#private::Unmarked(#binding)).__may_be_sent();))
    };
    variant.unmarked().into_iter().filter_map(guard).collect()
}

fn has_lifetimes(failure: &Failure) -> bool {
    failure.generics.lifetimes().next().is_some()
}

fn arm(failure: &Failure, variant: &Variant) -> TokenStream {
    let private = failure.root.private();
    let constructor = variant.constructor(failure);
    let kind = match (variant.path(), variant.inner()) {
        (Path::Kind(kind), _) => kind.variant(),
        (_, Some((index, field))) => {
            let member = field.member(index);
            let span = at(field.ty.span());
            let inner = Ident::new("inner", span);
            let private = failure.root.private_at(span);
            let hand_on = quote_spanned!(span=> #private::IsFailure::into_failure(#inner));
            return quote!(#constructor { #member: #inner, .. } => #hand_on,);
        }
        // Refused by the checks.
        (_, None) => return quote!(#constructor { .. } => #private::broken(),),
    };
    let value = local("failure");
    let told = local("told");
    let begin = match variant.told() {
        Told::Safe => quote!(#private::broken()),
        Told::Message(message) => {
            let parts = message.to_parts(&variant.fields, &failure.root);
            quote!(#private::told(#private::FailureKind::#kind, #parts))
        }
        Told::Whole(_) => quote! {
            #private::told_whole(#private::FailureKind::#kind, &#value)
        },
    };
    let quotes = variant
        .sent_or_shown()
        .any(|message| message.quotes(&variant.fields));
    let begin = if quotes {
        quote!(#private::quoting(#begin))
    } else {
        begin
    };
    let chain = chain(failure, variant);
    let advice = [
        ("try_next", &variant.try_next),
        ("otherwise", &variant.otherwise),
    ]
    .into_iter()
    .filter_map(|(method, advice)| {
        let parts = advice.as_ref()?.to_parts(&variant.fields, &failure.root);
        let method = local(method);
        Some(quote!(let #told = #private::#method(#told, #parts);))
    });
    let wait = variant.after().map(|field| {
        let span = variant
            .options
            .after
            .as_ref()
            .map_or_else(Span::call_site, Spanned::span);
        let mut binding = field.binding.clone();
        binding.set_span(span.resolved_at(binding.span()));
        let wait = quote_spanned!(at(span)=> #private::wait(#told, #binding));
        quote!(let #told = #wait;)
    });
    let fields = bound(variant, Variant::sent_or_shown, true);
    let guards = guards(failure, variant);
    let span = at(failure.ident.span());
    let logged_value = Ident::new("failure", span);
    let logged = if has_lifetimes(failure) {
        quote_spanned!(span=> #private::described(#told, &#logged_value))
    } else {
        quote_spanned!(span=> #private::logged(#told, #logged_value))
    };
    quote! {
        #constructor { #(#fields,)* .. } => {
            #guards
            let #told = #begin #chain;
            #(#advice)*
            #wait
            #logged
        }
    }
}

/// The calls that add retry and code.
fn chain(failure: &Failure, variant: &Variant) -> TokenStream {
    let private = failure.root.private();
    let mut chain = TokenStream::new();
    if let Some(retry) = variant.options.retry {
        let retry = match retry {
            Retry::Once => quote!(Once),
            Retry::Never => quote!(Never),
            Retry::AfterChange => quote!(AfterChange),
            Retry::After(milliseconds) => {
                quote!(After(#private::Duration::from_millis(#milliseconds)))
            }
        };
        chain.extend(quote!(.retry(#private::Retry::#retry)));
    }
    if let Some(code) = &variant.options.code {
        let code = code.to_expr(&failure.root);
        chain.extend(quote!(.code(#code)));
    }
    chain
}

/// The patterns of the fields that an arm needs.
pub(crate) fn bound<'a, M>(
    variant: &'a Variant,
    messages: fn(&'a Variant) -> M,
    by_reference: bool,
) -> Vec<TokenStream>
where
    M: Iterator<Item = &'a Message>,
{
    let mut used: Vec<usize> = messages(variant)
        .flat_map(Message::values)
        .flat_map(|value| value.uses(&variant.fields))
        .collect();
    if by_reference {
        let after = variant.after().map(|field| &field.binding);
        let mut fields = variant.fields.iter();
        used.extend(fields.position(|field| Some(&field.binding) == after));
        used.extend(variant.unmarked().into_iter().map(|(index, _)| index));
    }
    used.sort_unstable();
    used.dedup();
    let reference = by_reference.then(|| quote!(ref));
    used.into_iter()
        .filter_map(|index| {
            let field = variant.fields.get(index)?;
            let binding = &field.binding;
            Some(if field.name.is_some() {
                quote!(#reference #binding)
            } else {
                let member = field.member(index);
                quote!(#member: #reference #binding)
            })
        })
        .collect()
}
