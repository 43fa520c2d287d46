//! The rules that only types can tell, in a constant beside the tool.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use super::model::{Form, Tool};
use crate::names::{Root, at, local};

/// Refuses, in a constant that is evaluated whatever is generic around it, what only types show:
/// a default on an `Option`, an `Option` in an `Option`, a range with nothing in it. What names
/// one of `hidden` cannot be said outside of its impl block.
pub(crate) fn probes(tool: &Tool, root: &Root, hidden: &[String]) -> TokenStream {
    let private = root.private();
    let conditions = &tool.conditions;
    let mut asserts = TokenStream::new();
    for param in &tool.params {
        let nameable = |tokens: TokenStream| !mentions(tokens, hidden);
        if !matches!(param.form, Form::Owned) || !nameable(param.ty.to_token_stream()) {
            continue;
        }
        let conditions = &param.conditions;
        let ty = &param.ty;
        let name = &param.name;
        let place = at(param.ty.span());
        let mut check = |constant: &str, message: String| {
            let constant = local(constant);
            asserts.extend(quote_spanned! {place=>
                #(#[cfg(#conditions)])*
                { ::core::assert!(!#private::Probe::<#ty>::#constant, #message); }
            });
        };
        if param.options.default.is_some() {
            check(
                "IS_OPTION",
                format!(
                    "`{name}` has a default, so it is never `None`\n\nhelp: write the type without its `Option`, or remove `default`"
                ),
            );
        } else if may_be_nested(&param.ty) {
            check(
                "IS_NESTED_OPTION",
                format!(
                    "`{name}` is an `Option` in an `Option`, and JSON has one `null`\n\nhelp: write one `Option`"
                ),
            );
        }
    }
    if asserts.is_empty() {
        return asserts;
    }
    quote! {
        #(#[cfg(#conditions)])*
        const _: () = {
            use #private::ProbeFallback as _;
            #asserts
        };
    }
}

/// Whether a type may turn out to be an `Option` of an `Option`: not when a type that everybody
/// knows is written, alone or in one pair of angle brackets.
fn may_be_nested(ty: &Type) -> bool {
    let Type::Path(path) = super::model::plain(ty) else {
        return false;
    };
    let Some(last) = path.path.segments.last() else {
        return false;
    };
    match &last.arguments {
        syn::PathArguments::AngleBracketed(arguments) if last.ident != "Vec" => {
            arguments.args.iter().any(|argument| match argument {
                syn::GenericArgument::Type(inner) => !is_plain_word(inner),
                _ => false,
            })
        }
        _ => false,
    }
}

fn is_plain_word(ty: &Type) -> bool {
    let word = ty.to_token_stream().to_string();
    matches!(
        word.as_str(),
        "bool"
            | "char"
            | "String"
            | "i8"
            | "i16"
            | "i32"
            | "i64"
            | "i128"
            | "isize"
            | "u8"
            | "u16"
            | "u32"
            | "u64"
            | "u128"
            | "usize"
            | "f32"
            | "f64"
    ) || word.starts_with("Vec <")
}

/// Whether one of some names is among the tokens.
fn mentions(tokens: TokenStream, names: &[String]) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => names.iter().any(|name| ident == name),
        proc_macro2::TokenTree::Group(group) => mentions(group.stream(), names),
        _ => false,
    })
}
