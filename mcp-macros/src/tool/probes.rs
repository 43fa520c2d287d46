//! The rules that only the compiler can tell, each a constant beside the tool: it is evaluated
//! whatever is generic around it, and panics with our words.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Lit, Type};

use super::check::{is_number, is_primitive};
use super::limits::{Ends, Limits};
use super::model::{Form, Param, Tool, plain};
use crate::names::{Root, at, local};
use crate::options::literal;
use crate::resource::check::needs_option;
use crate::role::Role;

/// The rules about a tool's parameters. What names one of `hidden` cannot be said outside of its
/// impl block, and goes unchecked.
pub(crate) fn probes(tool: &Tool, root: &Root, hidden: &[String]) -> TokenStream {
    let mut constants = options(tool, root, hidden);
    for param in &tool.params {
        let conditions: Vec<_> = tool.conditions.iter().chain(&param.conditions).collect();
        let mut checks = limits(&param.options.limits, root, hidden);
        checks.extend(is_one_option(param, root, hidden));
        checks.extend(fits(param, root, hidden));
        checks.extend(is_text(tool, param, root, hidden));
        checks.extend(may_be_absent(tool, param, root, hidden));
        for check in checks {
            constants.extend(quote!(#(#[cfg(#conditions)])* #check));
        }
    }
    constants
}

/// The values of the options make sense.
fn options(tool: &Tool, root: &Root, hidden: &[String]) -> TokenStream {
    let private = root.private();
    let options = &tool.options;
    let asked = [
        (&options.mime_type, "media_type_fault"),
        (&options.last_modified, "moment_fault"),
        (&options.priority, "priority_fault"),
        (&options.max_running, "max_running_fault"),
    ];
    let asked = asked
        .into_iter()
        .filter_map(|(value, fault)| Some((value.as_ref()?, fault)));
    // A text was looked at where it is written.
    let scopes = options.scopes.iter();
    let scopes = scopes.filter(|scope| !matches!(literal(scope), Some(Lit::Str(_))));
    let mut constants = TokenStream::new();
    if let Some(rate) = &options.rate {
        let conditions = &tool.conditions;
        constants.extend(quote_spanned! {at(rate.span)=>
            #(#[cfg(#conditions)])*
            const _: () = if let #private::Option::Some(fault) = #private::rate_fault() {
                ::core::panic!("{}", fault)
            };
        });
    }
    for (value, fault) in asked.chain(scopes.map(|scope| (scope, "scope_fault"))) {
        // A number was looked at where it is written.
        let is_number = matches!(literal(value), Some(Lit::Int(_) | Lit::Float(_)));
        if is_number || mentions(value.to_token_stream(), hidden) {
            continue;
        }
        let (conditions, fault) = (&tool.conditions, local(fault));
        constants.extend(quote_spanned! {at(value.span())=>
            #(#[cfg(#conditions)])*
            const _: () = if let #private::Option::Some(fault) = #private::#fault(#value) {
                ::core::panic!("{}", fault)
            };
        });
    }
    constants
}

/// An argument of a prompt and a variable of an address are read from text.
fn is_text(tool: &Tool, param: &Param, root: &Root, hidden: &[String]) -> Option<TokenStream> {
    let limit = match tool.role {
        Role::Tool => return None,
        Role::Prompt => local("Argument"),
        Role::Resource => local("Variable"),
    };
    let ty = &param.ty;
    let is_argument = match &param.form {
        Form::Receiver => false,
        Form::Owned | Form::Borrowing => true,
        Form::Reference(referent) => matches!(plain(referent), Type::Slice(_)),
    };
    if !is_argument || is_plainly_text(ty) || mentions(ty.to_token_stream(), hidden) {
        return None;
    }
    let private = root.private();
    Some(quote_spanned! {at(ty.span())=>
        const _: () = {
            use #private::ProbeFallback as _;
            if let #private::Option::Some(misfit) =
                #private::Probe::<#ty>::LOOKS.misfit(#private::Limit::#limit)
            {
                ::core::panic!("{}", misfit)
            }
        };
    })
}

/// Whether a type that everybody knows is read from text.
fn is_plainly_text(ty: &Type) -> bool {
    let written = ty.to_token_stream().to_string();
    let inner = written
        .strip_prefix("Option < ")
        .and_then(|rest| rest.strip_suffix(" >"))
        .unwrap_or(&written);
    inner == "String" || inner == "& str" || is_primitive(inner)
}

/// What an address may lack is optional.
fn may_be_absent(
    tool: &Tool,
    param: &Param,
    root: &Root,
    hidden: &[String],
) -> Option<TokenStream> {
    let ty = &param.ty;
    let is_option = ty.to_token_stream().to_string().starts_with("Option <");
    if !tool.may_be_absent(param) || is_option || mentions(ty.to_token_stream(), hidden) {
        return None;
    }
    let (wrong, edit) = needs_option(param);
    let message = message(&format!("{wrong}\n\nhelp: {edit}"));
    let private = root.private();
    Some(quote_spanned! {at(ty.span())=>
        const _: () = {
            use #private::ProbeFallback as _;
            ::core::assert!(#private::Probe::<#ty>::IS_OPTION, #message);
        };
    })
}

/// The limits of a parameter, and those of its items, make sense by themselves.
fn limits(written: &Limits, root: &Root, hidden: &[String]) -> Vec<TokenStream> {
    let range = written.range.as_ref();
    let length = written.length.as_ref();
    let mut checks: Vec<TokenStream> = [
        range.and_then(|ends| leaves_something(ends, "number", hidden)),
        length.and_then(|ends| leaves_something(ends, "length", hidden)),
        written
            .pattern
            .as_ref()
            .and_then(|pattern| is_pattern(pattern, root, hidden)),
    ]
    .into_iter()
    .flatten()
    .collect();
    if let Some(items) = &written.items {
        checks.extend(limits(items, root, hidden));
    }
    checks
}

/// A pattern is one that hosts read alike.
fn is_pattern(pattern: &Expr, root: &Root, hidden: &[String]) -> Option<TokenStream> {
    if mentions(pattern.to_token_stream(), hidden) {
        return None;
    }
    let private = root.private();
    Some(quote_spanned! {at(pattern.span())=>
        const _: () = if let #private::Option::Some(fault) = #private::pattern_fault(#pattern) {
            ::core::panic!("{}", fault)
        };
    })
}

/// The options of a parameter are for what its type is, seen through its aliases.
fn fits(param: &Param, root: &Root, hidden: &[String]) -> Vec<TokenStream> {
    let ty = &param.ty;
    if mentions(ty.to_token_stream(), hidden) {
        return Vec::new();
    }
    let private = root.private();
    let misfit = |place: Span, option: &proc_macro2::Ident| {
        quote_spanned! {place=>
            const _: () = {
                use #private::ProbeFallback as _;
                if let #private::Option::Some(misfit) =
                    #private::Probe::<#ty>::LOOKS.misfit(#private::Limit::#option)
                {
                    ::core::panic!("{}", misfit)
                }
            };
        }
    };
    let of_type = |(place, name): &(Span, String)| {
        if plainly_fits(ty, name) {
            return None;
        }
        let option = match name.as_str() {
            "range" => "Range",
            "length" => "Length",
            "pattern" => "Pattern",
            "items" => "Items",
            "header" => "Header",
            _ => return None,
        };
        Some(misfit(at(*place), &local(option)))
    };
    let options = &param.options;
    let mut checks: Vec<TokenStream> = options.given.iter().filter_map(of_type).collect();
    if let Some(range) = options.limits.range.as_ref().filter(|range| range.open) {
        if !plainly_fits(ty, "range") {
            checks.push(misfit(at(range.written.span()), &local("OpenRange")));
        }
    }
    checks
}

/// A range whose ends are constants has something in it.
fn leaves_something(ends: &Ends, what: &str, hidden: &[String]) -> Option<TokenStream> {
    let comparison = ends
        .comparison()
        .filter(|it| !mentions(it.clone(), hidden))?;
    let message = message(&ends.emptiness(what));
    let place = at(ends.written.span());
    Some(quote_spanned!(place=> const _: () = ::core::assert!(#comparison, #message);))
}

/// A default is not on an `Option`, and no `Option` is in another, whatever they are called.
fn is_one_option(param: &Param, root: &Root, hidden: &[String]) -> Option<TokenStream> {
    let ty = &param.ty;
    if !matches!(param.form, Form::Owned) || mentions(ty.to_token_stream(), hidden) {
        return None;
    }
    let name = &param.name;
    let (constant, text) = if param.options.default.is_some() && !is_plain_word(ty) {
        let text = format!(
            "`{name}` has a default, so it is never `None`\n\nhelp: write the type without its `Option`, or remove `default`"
        );
        ("IS_OPTION", text)
    } else if may_be_nested(ty) {
        let text = format!(
            "`{name}` is an `Option` in an `Option`, and JSON has one `null`\n\nhelp: write one `Option`"
        );
        ("IS_NESTED_OPTION", text)
    } else {
        return None;
    };
    let constant = local(constant);
    let message = message(&text);
    let private = root.private();
    Some(quote_spanned! {at(ty.span())=>
        const _: () = {
            use #private::ProbeFallback as _;
            ::core::assert!(!#private::Probe::<#ty>::#constant, #message);
        };
    })
}

/// Whether an option fits a type that everybody knows: then nothing is left to be found out.
fn plainly_fits(ty: &Type, option: &str) -> bool {
    let written = ty.to_token_stream().to_string();
    let inner = written
        .strip_prefix("Option < ")
        .and_then(|rest| rest.strip_suffix('>'))
        .unwrap_or(&written)
        .trim_end();
    match option {
        "range" => is_number(inner),
        "length" => matches!(inner, "String" | "& str") || inner.starts_with("Vec <"),
        "pattern" => matches!(inner, "String" | "& str"),
        "items" => inner.starts_with("Vec <"),
        _ => matches!(inner, "String" | "& str" | "bool"),
    }
}

/// A text as `assert!` takes it.
fn message(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

/// Whether a type may turn out to be an `Option` of an `Option`: not when a type that everybody
/// knows is written, alone or in one pair of angle brackets.
fn may_be_nested(ty: &Type) -> bool {
    let Type::Path(path) = plain(ty) else {
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
    word == "String" || is_primitive(&word) || word.starts_with("Vec <")
}

/// Whether one of some names is among the tokens.
fn mentions(tokens: TokenStream, names: &[String]) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => names.iter().any(|name| ident == name),
        proc_macro2::TokenTree::Group(group) => mentions(group.stream(), names),
        _ => false,
    })
}
