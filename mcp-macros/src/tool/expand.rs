//! From a checked tool to tokens.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Visibility;
use syn::spanned::Spanned;

use super::model::{Param, Tool};
use super::options::{CallRate, Flag};
use super::param::Expanded;
use super::parse::Function;
use super::probes::probes;
use super::provided::Provided;
use super::variants::variants;
use crate::names::{self, Root, at, local};
use crate::resource::shape::shape;
use crate::role::Role;

/// What `#[tool]` adds to a free function.
pub(crate) fn free_function(visibility: &Visibility, tool: &Tool) -> TokenStream {
    let private = tool.options.root.private();
    let marker = marker(tool);
    let conditions = &tool.conditions;
    let hidden = names::hidden_type(visibility, marker);
    let key = &tool.key;
    let ident = &tool.ident;
    let (names, item, entry_type) = (tool.role.names(), tool.role.item(), tool.role.entry());
    let shapes = shapes(std::slice::from_ref(tool), false);
    let mut tokens = quote! {
        #(#[cfg(#conditions)])*
        #hidden

        #(#[cfg(#conditions)])*
        #[automatically_derived]
        impl #private::#names for #marker {
            const NAMES: &'static [&'static str] = &[#key];
            #shapes
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
            impl<#state, #(#froms),*> #private::#item<#state, (#(#froms,)*)> for #marker
            where
                #bounds
            {
                const GROUPS: &'static [&'static [#private::#entry_type<#state>]] = &[&[#entry]];
            }
        });
    }
    tokens.extend(probes(tool, &tool.options.root, &[]));
    tokens
}

/// What the addresses of some resources are but for the names of their variables, each under its
/// `#[cfg]`s where that is `conditional`; nothing where there are no variables.
pub(crate) fn shapes(tools: &[Tool], conditional: bool) -> TokenStream {
    if tools
        .iter()
        .all(|tool| tool.address.variables().next().is_none())
    {
        return TokenStream::new();
    }
    let shapes = tools.iter().map(|tool| {
        let conditions = tool.conditions.iter().filter(|_| conditional);
        let shape = shape(tool);
        quote!(#(#[cfg(#conditions)])* #shape)
    });
    quote!(const SHAPES: &'static [&'static str] = &[#(#shapes),*];)
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
    let stub = empty_tool(tool.role, &tool.options.root, marker, conditions);
    quote! {
        #function

        #(#[cfg(#conditions)])*
        #hidden

        #stub
    }
}

/// A type that is no tool, where tools are listed.
pub(crate) fn empty_tool(
    role: Role,
    root: &Root,
    marker: impl ToTokens,
    conditions: &[TokenStream],
) -> TokenStream {
    let private = root.private();
    let state = names::state();
    let (names, item, entry) = (role.names(), role.item(), role.entry());
    quote! {
        #(#[cfg(#conditions)])*
        #[automatically_derived]
        impl #private::#names for #marker {
            const NAMES: &'static [&'static str] = &[];
        }

        #(#[cfg(#conditions)])*
        #[automatically_derived]
        impl<#state: 'static> #private::#item<#state, ()> for #marker {
            const GROUPS: &'static [&'static [#private::#entry<#state>]] = &[];
        }
    }
}

fn marker(tool: &Tool) -> &Ident {
    tool.options.marker.as_ref().unwrap_or(&tool.ident)
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
    let properties = params.iter().filter_map(Expanded::property);
    let run = run(tool, root, &params, function);
    let new = quote_spanned!(place=> new::<#output>);
    let entry = tool.role.entry();
    let completers: Vec<TokenStream> = params
        .iter()
        .filter_map(|param| param.completer(&params))
        .collect();
    let completing = if completers.is_empty() {
        TokenStream::new()
    } else {
        quote!(.completing(&[#(#completers),*]))
    };
    quote! {
        #private::#entry::#new(
            #info,
            |#schema| { #(let #schema = #properties;)* #schema },
            #run,
        )
        #completing
    }
}

/// How a call runs: holds every argument, refuses the call when one has a finding, and calls the
/// function.
///
/// A future of the macro's own costs the compiler more than all the rest of a tool, so it is
/// written only where it has to lend what the call holds while the function waits.
fn run(tool: &Tool, root: &Root, params: &[Expanded<'_>], function: impl ToTokens) -> TokenStream {
    let private = root.private();
    let some = quote!(#private::Option::Some);
    let none = quote!(#private::Option::None);
    let call = local("call");
    let arguments = local("arguments");
    let lends = params.iter().map(Expanded::lend);
    let output = tool.output();
    let answer = tool.role.answer();
    let answer = quote_spanned!(at(output_place(tool))=> #private::#answer::<#output>());
    // A caller is warned, a client is not: the tool itself may be listed.
    let called = quote!(#function(#(#lends),*));
    let called = if tool.is_deprecated {
        let reason = format!("the function is called here as a {}", tool.role.word());
        quote!({ #[allow(deprecated, reason = #reason)] #called })
    } else {
        called
    };
    if !tool.is_async() {
        let start = local(if tool.is_blocking() {
            "blocking"
        } else {
            "at_once"
        });
        let lent = (&quote!(#call), &quote!(#arguments));
        let held = held(root, params, lent, &none);
        let lender = if params.iter().any(Expanded::is_provided) {
            quote!(#call)
        } else {
            quote!(_)
        };
        return quote! {
            |#call| #private::#start(#call, |#lender, #arguments| {
                #held
                #some(#answer(#called))
            })
        };
    }
    // A future that cannot be sent is shown at the function's name.
    let place = at(tool.ident.span());
    let private = root.private_at(tool.ident.span());
    if params.iter().all(Expanded::is_owned) {
        let lent = (&quote!(#call), &quote!(#arguments));
        let held = held(root, params, lent, &none);
        return quote_spanned! {place=>
            |#call| #private::waiting(#call, #answer, |#arguments| {
                #held
                #some(#called)
            })
        };
    }
    let lent = (&quote!(&#call), &quote!(&mut #arguments));
    let held = held(root, params, lent, &quote!(#arguments.refuse()));
    quote_spanned! {place=>
        |#call| #private::Box::pin(async move {
            let mut #arguments = #call.arguments();
            #held
            #answer(#called.await)
        })
    }
}

/// Holds every argument, and returns when one has a finding.
fn held(
    root: &Root,
    params: &[Expanded<'_>],
    lent: (&TokenStream, &TokenStream),
    refusal: &TokenStream,
) -> TokenStream {
    let private = root.private();
    let arguments = local("arguments");
    let holds = params.iter().map(|param| param.hold(lent));
    let held = params.iter().map(|param| &param.held);
    let held_again = held.clone();
    if params.is_empty() {
        return quote! {
            if #arguments.finish() {
                return #refusal;
            }
        };
    }
    quote! {
        #(#holds)*
        let (false, #(#private::Option::Some(#held)),*) =
            (#arguments.finish(), #(#held_again),*)
        else {
            return #refusal;
        };
    }
}

/// The type that is returned, or the function's name where none is written.
fn output_place(tool: &Tool) -> Span {
    match &tool.signature.output {
        syn::ReturnType::Default => tool.ident.span(),
        syn::ReturnType::Type(_, output) => output.span(),
    }
}

/// What the tool says of itself.
fn info(tool: &Tool, root: &Root) -> TokenStream {
    let private = root.private();
    let options = &tool.options;
    let name = &tool.name;
    let description = tool.description.to_expr();
    let info_type = tool.role.info();
    let mut info = match tool.role {
        Role::Tool | Role::Prompt => quote!(#private::#info_type::new(#name, #description)),
        Role::Resource => {
            let uri = &tool.key;
            quote!(#private::#info_type::new(#uri, #name, #description))
        }
    };
    if let Some(template) = tool.address.template(root) {
        info.extend(quote!(.template(#template)));
    }
    let texts = [
        ("title", &options.title),
        ("mime_type", &options.mime_type),
        ("icon", &options.icon),
        ("size", &options.size),
        ("priority", &options.priority),
        ("last_modified", &options.last_modified),
    ];
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
    if !options.audience.is_empty() {
        let audience = &options.audience;
        info.extend(quote!(.audience(&[#(#private::Audience::#audience),*])));
    }
    let times = [
        ("cache_for", &options.cache_for),
        ("timeout", &options.timeout),
    ];
    for (method, milliseconds) in times {
        if let Some(milliseconds) = milliseconds {
            let method = local(method);
            info.extend(quote!(.#method(#private::Duration::from_millis(#milliseconds))));
        }
    }
    if options.any_path {
        info.extend(quote!(.any_path(true)));
    }
    if let Some(count) = &options.max_running {
        info.extend(quote!(.max_running(#count)));
    }
    if !options.scopes.is_empty() {
        let scopes = &options.scopes;
        info.extend(quote!(.scopes(&[#(#scopes),*])));
    }
    if let Some(CallRate { calls, per, .. }) = &options.rate {
        info.extend(quote!(.rate(#private::Rate::#per(#calls))));
    }
    if let Some(meta) = &options.meta {
        info.extend(quote!(.meta(|| #meta)));
    }
    if options.recursive {
        info.extend(quote!(.recursive()));
    }
    if options.any_host {
        info.extend(quote!(.any_host()));
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
    let scope = ("cache_scope", "CacheScope", &options.cache_scope);
    for (method, choice, variant) in choices.into_iter().chain([scope]) {
        if let Some(variant) = variant {
            let (method, choice) = (local(method), local(choice));
            info.extend(quote!(.#method(#private::#choice::#variant)));
        }
    }
    info
}
