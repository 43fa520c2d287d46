//! From a checked tool to tokens.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Lit, Type, Visibility};

use super::arg::{End, Ends};
use super::model::{Form, Param, Tool};
use super::options::Flag;
use super::parse::Function;
use crate::names::{self, Root, at, local};
use crate::options::literal;

/// What `#[tool]` adds to a free function.
pub(crate) fn free_function(visibility: &Visibility, tool: &Tool) -> TokenStream {
    let private = tool.options.root.private();
    let marker = marker(tool);
    let conditions = &tool.conditions;
    let hidden = names::hidden_type(visibility, marker);
    let name = &tool.name;
    let ident = &tool.ident;
    let mut tokens = quote! {
        #(#[cfg(#conditions)])*
        #hidden

        #(#[cfg(#conditions)])*
        #[automatically_derived]
        impl #private::ToolNames for #marker {
            const NAMES: &'static [&'static str] = &[#name];
        }
    };
    for variant in variants(tool) {
        let mut provided = Provided::default();
        let entry = entry(
            tool,
            &variant.params,
            &tool.options.root,
            ident,
            &mut provided,
        );
        let state = names::state();
        let froms = provided.froms();
        let bounds = provided.bounds(&tool.options.root);
        let conditions = conditions.iter().chain(&variant.conditions);
        tokens.extend(quote! {
            #(#[cfg(#conditions)])*
            #[automatically_derived]
            impl<#state, #(#froms),*> #private::Tool<#state, (#(#froms,)*)> for #marker
            where
                #bounds
            {
                const GROUPS: &'static [&'static [#private::ToolEntry<#state>]] = &[&[#entry]];
            }
        });
    }
    tokens.extend(probes(tool, &tool.options.root, &[]));
    tokens
}

/// The function, and what else keeps the places that name the tool from failing as well.
pub(crate) fn stand_in(function: &Function, tool: &Tool) -> TokenStream {
    if tool.signature.receiver().is_some() {
        // An impl block cannot hold a struct.
        return function.to_token_stream();
    }
    let marker = marker(tool);
    let conditions = &tool.conditions;
    let hidden = names::hidden_type(&function.visibility, marker);
    let stub = empty_tool(&tool.options.root, marker, conditions);
    quote! {
        #function

        #(#[cfg(#conditions)])*
        #hidden

        #stub
    }
}

/// A type that is no tool, where tools are listed.
pub(crate) fn empty_tool(
    root: &Root,
    marker: impl ToTokens,
    conditions: &[TokenStream],
) -> TokenStream {
    let private = root.private();
    let state = names::state();
    quote! {
        #(#[cfg(#conditions)])*
        #[automatically_derived]
        impl #private::ToolNames for #marker {
            const NAMES: &'static [&'static str] = &[];
        }

        #(#[cfg(#conditions)])*
        #[automatically_derived]
        impl<#state: 'static> #private::Tool<#state, ()> for #marker {
            const GROUPS: &'static [&'static [#private::ToolEntry<#state>]] = &[];
        }
    }
}

fn marker(tool: &Tool) -> &Ident {
    tool.options.marker.as_ref().unwrap_or(&tool.ident)
}

/// One combination of the `#[cfg]`s on parameters.
pub(crate) struct Variant<'tool> {
    pub(crate) conditions: Vec<TokenStream>,
    pub(crate) params: Vec<&'tool Param>,
}

/// Every combination of the `#[cfg]`s on parameters, for a bound and a marker cannot have one.
pub(crate) fn variants(tool: &Tool) -> Vec<Variant<'_>> {
    let mut all = vec![Variant {
        conditions: Vec::new(),
        params: Vec::new(),
    }];
    let mut decided: Vec<String> = Vec::new();
    for param in &tool.params {
        if param.conditions.is_empty() {
            all.iter_mut()
                .for_each(|variant| variant.params.push(param));
            continue;
        }
        let predicates = &param.conditions;
        let on = quote!(all(#(#predicates),*));
        let off = quote!(not(#on));
        if decided.contains(&on.to_string()) {
            for variant in &mut all {
                let is_on = variant
                    .conditions
                    .iter()
                    .any(|it| it.to_string() == on.to_string());
                if is_on {
                    variant.params.push(param);
                }
            }
            continue;
        }
        decided.push(on.to_string());
        all = all
            .into_iter()
            .flat_map(|variant| {
                let mut with = variant.params.clone();
                with.push(param);
                let and = |more: &TokenStream| {
                    variant
                        .conditions
                        .iter()
                        .cloned()
                        .chain([more.clone()])
                        .collect()
                };
                [
                    Variant {
                        conditions: and(&on),
                        params: with,
                    },
                    Variant {
                        conditions: and(&off),
                        params: variant.params.clone(),
                    },
                ]
            })
            .collect();
    }
    all
}

/// The types that a tool, or the tools of one impl block, are provided with.
#[derive(Default)]
pub(crate) struct Provided {
    types: Vec<(String, Type, Span)>,
}

impl Provided {
    /// The marker that says where a type comes from; one for each type.
    fn from(&mut self, referent: &Type, place: Span) -> Ident {
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

/// One `ToolEntry`: what the tool says of itself, its schema, and how it runs.
pub(crate) fn entry(
    tool: &Tool,
    params: &[&Param],
    root: &Root,
    function: impl ToTokens,
    provided: &mut Provided,
) -> TokenStream {
    let private = root.private();
    let output = tool.output();
    let place = at(output_place(tool));
    let info = info(tool, root);
    let params: Vec<Expanded<'_>> = params
        .iter()
        .map(|param| Expanded::new(param, root, provided))
        .collect();
    let schema = local("schema");
    let properties = params.iter().map(Expanded::property);
    let body = body(tool, root, &params, function);
    let call = local("call");
    let run = if tool.is_blocking() {
        quote!(|#call| #private::blocking(#call, |#call| { #body }))
    } else {
        quote!(|#call| #private::Box::pin(async move { #body }))
    };
    let new = quote_spanned!(place=> new::<#output>);
    quote! {
        #private::ToolEntry::#new(
            #info,
            |#schema| { #(let #schema = #properties;)* #schema },
            #run,
        )
    }
}

/// Holds every argument, refuses the call when one has a finding, and calls the function.
fn body(tool: &Tool, root: &Root, params: &[Expanded<'_>], function: impl ToTokens) -> TokenStream {
    let private = root.private();
    let call = local("call");
    let arguments = local("arguments");
    let holds = params.iter().map(Expanded::hold);
    let held = params.iter().map(|param| &param.held);
    let held_again = held.clone();
    let lends = params.iter().map(Expanded::lend);
    let place = at(output_place(tool));
    let into = root.private_at(output_place(tool));
    let into = quote_spanned!(place=> #into::IntoCallResult::into_call_result);
    let wait = tool.is_async().then(|| quote!(.await));
    let refuse = if params.is_empty() {
        quote! {
            if #arguments.finish() {
                return #arguments.refuse();
            }
        }
    } else {
        quote! {
            let (false, #(#private::Option::Some(#held)),*) =
                (#arguments.finish(), #(#held_again),*)
            else {
                return #arguments.refuse();
            };
        }
    };
    quote! {
        let mut #arguments = #call.arguments();
        #(#holds)*
        #refuse
        #into(#function(#(#lends),*) #wait)
    }
}

/// The type that is returned, or the function's name where none is written.
fn output_place(tool: &Tool) -> Span {
    match &tool.signature.output {
        syn::ReturnType::Default => tool.ident.span(),
        syn::ReturnType::Type(_, output) => output.span(),
    }
}

/// One parameter on its way to tokens.
struct Expanded<'tool> {
    param: &'tool Param,
    root: &'tool Root,
    held: Ident,
    /// The marker of what is provided; `None` for what is moved in or lent by an argument alone.
    from: Option<(Type, Ident)>,
}

impl<'tool> Expanded<'tool> {
    fn new(param: &'tool Param, root: &'tool Root, provided: &mut Provided) -> Self {
        let from = match &param.form {
            Form::Receiver => Some(param.ty.clone()),
            Form::Reference(referent) => Some((**referent).clone()),
            Form::Borrowing | Form::Owned => None,
        };
        let from = from.map(|referent| {
            let from = provided.from(&referent, param.place());
            (referent, from)
        });
        Self {
            param,
            root,
            held: names::held(&param.ident),
            from,
        }
    }

    /// `<State as Provide<X, From>>`.
    fn provide(&self, referent: &Type, from: &Ident) -> TokenStream {
        let private = self.root.private_at(self.param.place());
        let state = names::state();
        quote_spanned!(at(self.param.place())=> <#state as #private::Provide<#referent, #from>>)
    }

    /// Adds the parameter to the schema.
    fn property(&self) -> TokenStream {
        let schema = local("schema");
        let ty = &self.param.ty;
        let place = at(self.param.place());
        match (&self.param.form, &self.from) {
            (Form::Receiver, _) => schema.into_token_stream(),
            // Options are for arguments: then the reference has to be one.
            (Form::Reference(_), Some((referent, from))) if self.param.options.given.is_empty() => {
                let provide = self.provide(referent, from);
                let parameter = self.parameter();
                quote_spanned!(place=> #provide::property(#schema, #parameter))
            }
            (Form::Owned, _) => {
                let parameter = self.parameter();
                quote_spanned!(place=> #schema.property::<#ty>(#parameter))
            }
            (Form::Reference(_) | Form::Borrowing, _) => {
                let parameter = self.parameter();
                quote_spanned!(place=> #schema.borrowed::<#ty>(#parameter))
            }
        }
    }

    /// What the declaration says beside the type.
    fn parameter(&self) -> TokenStream {
        let private = self.root.private();
        let options = &self.param.options;
        let ty = &self.param.ty;
        let name = &self.param.name;
        let description = self.param.description.to_expr();
        let mut parameter = quote!(#private::Parameter::new(#name, #description));
        if let Some(default) = &options.default {
            let default = default_value(default, &private);
            parameter.extend(quote!(.default(|| #private::to_value::<#ty>(&#default))));
        }
        if !options.examples.is_empty() {
            let examples = options.examples.iter().map(example_value);
            parameter.extend(quote!(.examples(&[#(|| #private::to_value(&#examples)),*])));
        }
        if let Some(range) = &options.range {
            let (least, greatest) = ends(range, &private, bound);
            parameter.extend(quote!(.range(#least, #greatest)));
        }
        if let Some(length) = &options.length {
            let (least, greatest) = ends(length, &private, count);
            parameter.extend(quote!(.length(#least, #greatest)));
        }
        if options.secret {
            parameter.extend(quote!(.secret()));
        }
        parameter
    }

    /// Takes the value from the call.
    fn hold(&self) -> TokenStream {
        let held = &self.held;
        let arguments = local("arguments");
        let call = local("call");
        let ty = &self.param.ty;
        let name = &self.param.name;
        let place = at(self.param.place());
        if let Some((referent, from)) = &self.from {
            let provide = self.provide(referent, from);
            return quote_spanned!(place=> let #held = #provide::hold(&#call, &mut #arguments, #name););
        }
        match (&self.param.form, &self.param.options.default) {
            (Form::Borrowing, _) => {
                quote_spanned!(place=> let #held = #arguments.hold_borrowed::<#ty>(#name);)
            }
            (_, Some(default)) => {
                let default = default_value(default, &self.root.private());
                quote_spanned!(place=> let #held = #arguments.hold_or::<#ty>(#name, || #default);)
            }
            (_, None) => quote_spanned!(place=> let #held = #arguments.hold::<#ty>(#name);),
        }
    }

    /// Passes the value to the function.
    fn lend(&self) -> TokenStream {
        let held = &self.held;
        if let Some((referent, from)) = &self.from {
            let provide = self.provide(referent, from);
            return quote!(#provide::lend(&#held));
        }
        match &self.param.form {
            Form::Borrowing => {
                let private = self.root.private();
                quote!(#private::BorrowedArgument::lend(&#held))
            }
            _ => held.into_token_stream(),
        }
    }
}

/// A default; a string literal becomes whatever text the parameter is.
fn default_value(default: &Expr, private: &TokenStream) -> TokenStream {
    match literal(default) {
        Some(Lit::Str(text)) => quote!(#private::From::from(#text)),
        _ => default.to_token_stream(),
    }
}

/// An example, whose type is its own: a number for an `Option` of one. A number without a type
/// is given room.
fn example_value(example: &Expr) -> TokenStream {
    match literal(example) {
        Some(Lit::Int(number)) if number.suffix().is_empty() => {
            let mut wide = number.base10_parse::<i64>().map_or_else(
                |_| number.to_token_stream(),
                |it| Literal::i64_suffixed(it).into_token_stream(),
            );
            if let Ok(number) = number.base10_parse::<u64>() {
                if i64::try_from(number).is_err() {
                    wide = Literal::u64_suffixed(number).into_token_stream();
                }
            }
            wide
        }
        _ => example.to_token_stream(),
    }
}

/// Both ends as `Option`s.
fn ends(
    ends: &Ends,
    private: &TokenStream,
    end: impl Fn(&End, &TokenStream) -> TokenStream,
) -> (TokenStream, TokenStream) {
    let some = |it: &Option<End>| match it {
        Some(it) => {
            let it = end(it, private);
            quote!(#private::Option::Some(#it))
        }
        None => quote!(#private::Option::None),
    };
    (some(&ends.least), some(&ends.greatest))
}

fn bound(end: &End, private: &TokenStream) -> TokenStream {
    match end {
        End::Integer(value) => {
            let value = Literal::i128_unsuffixed(*value);
            quote!(#private::Bound::Integer(#value))
        }
        End::Number(value) => {
            let value = Literal::f64_suffixed(*value);
            quote!(#private::Bound::Number(#value))
        }
        End::Code(code) => quote!(#private::bound(#code)),
        End::Before(code) => quote!(#private::bound_before(#code)),
    }
}

fn count(end: &End, private: &TokenStream) -> TokenStream {
    match end {
        End::Integer(value) => Literal::i128_unsuffixed(*value).into_token_stream(),
        // Refused before: a length has no fraction.
        End::Number(_) => quote!(0),
        End::Code(code) => quote!(#private::count(#code)),
        End::Before(code) => quote!(#private::count_before(#code)),
    }
}

/// What the tool says of itself.
fn info(tool: &Tool, root: &Root) -> TokenStream {
    let private = root.private();
    let options = &tool.options;
    let name = &tool.name;
    let description = tool.description.to_expr();
    let mut info = quote!(#private::ToolInfo::new(#name, #description));
    let texts = [("title", &options.title), ("icon", &options.icon)];
    for (method, value) in texts {
        if let Some(value) = value {
            let method = local(method);
            info.extend(quote!(.#method(#value)));
        }
    }
    let flags = [
        ("read_only", &options.read_only),
        ("destructive", &options.destructive),
        ("idempotent", &options.idempotent),
        ("open_world", &options.open_world),
    ];
    for (method, flag) in flags {
        if let Some(Flag { on, .. }) = flag {
            let method = local(method);
            info.extend(quote!(.#method(#on)));
        }
    }
    if let Some(milliseconds) = &options.timeout {
        info.extend(quote!(.timeout(#private::Duration::from_millis(#milliseconds))));
    }
    if let Some(count) = &options.max_running {
        info.extend(quote!(.max_running(#count)));
    }
    if let Some(meta) = &options.meta {
        info.extend(quote!(.meta(|| #meta)));
    }
    if options.recursive {
        info.extend(quote!(.recursive()));
    }
    let choices = [
        ("conversions", "Conversions", &options.conversions),
        (
            "unknown_arguments",
            "UnknownArguments",
            &options.unknown_arguments,
        ),
        (
            "invalid_arguments",
            "InvalidArguments",
            &options.invalid_arguments,
        ),
    ];
    for (method, choice, variant) in choices {
        if let Some(variant) = variant {
            let (method, choice) = (local(method), local(choice));
            info.extend(quote!(.#method(#private::#choice::#variant)));
        }
    }
    info
}

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
