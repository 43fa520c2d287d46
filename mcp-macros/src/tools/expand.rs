//! From a checked group of tools to tokens.

use proc_macro2::{Group as Braces, Ident, Literal, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericParam, Type, WherePredicate};

use super::model::Group;
use super::parse::Block;
use crate::names::{self, local};
use crate::tool::expand::{empty_tool, entry, shapes};
use crate::tool::model::{Form, Tool};
use crate::tool::probes::probes;
use crate::tool::provided::Provided;
use crate::tool::variants::variants;

/// The impl block and what `#[tool]` adds to it.
pub(crate) fn group(block: &Block, group: &Group) -> TokenStream {
    let mut tokens = block.to_token_stream();
    tokens.extend(hidden(group));
    tokens.extend(names(group, &group.tools));
    tokens.extend(entries(group));
    for tool in &group.tools {
        let probes = probes(tool, &group.options.root, &group.hidden_names());
        tokens.extend(replace_self(probes, &group.self_type));
    }
    tokens
}

/// The impl block, and what keeps the places that list its type from failing as well.
pub(crate) fn stand_in(block: &Block, group: &Group) -> TokenStream {
    let mut tokens = block.to_token_stream();
    tokens.extend(hidden(group));
    if let Some(marker) = &group.options.marker {
        // The marker is not generic, whatever the block is.
        tokens.extend(empty_tool(
            group.role,
            &group.options.root,
            marker,
            &group.conditions,
        ));
        return tokens;
    }
    tokens.extend(names(group, &[]));
    tokens.extend(implementation(
        group,
        &Provided::default(),
        &[],
        &quote!(&[]),
    ));
    tokens
}

/// The type that a second block is listed as.
fn hidden(group: &Group) -> TokenStream {
    let Some(marker) = &group.options.marker else {
        return TokenStream::new();
    };
    let conditions = &group.conditions;
    let hidden = names::hidden_type(&group.visibility, marker);
    quote!(#(#[cfg(#conditions)])* #hidden)
}

/// The names of some tools, each under its `#[cfg]`s.
fn names(group: &Group, tools: &[Tool]) -> TokenStream {
    let private = group.options.root.private();
    let (generics, _, predicates) = group.generics.split_for_impl();
    let listed = group.listed();
    let conditions = &group.conditions;
    let names = tools.iter().map(|tool| {
        let conditions = &tool.conditions;
        let key = &tool.key;
        quote!(#(#[cfg(#conditions)])* #key)
    });
    let names_trait = group.role.names();
    let shapes = shapes(tools, true);
    quote! {
        #(#[cfg(#conditions)])*
        #[automatically_derived]
        impl #generics #private::#names_trait for #listed #predicates {
            const NAMES: &'static [&'static str] = &[#(#names),*];
            #shapes
        }
    }
}

/// The entries of the tools, in the order written. A tool whose `#[cfg]`s also decide what the
/// state must provide has an implementation of its own, for a bound cannot have a `#[cfg]`.
fn entries(group: &Group) -> TokenStream {
    let private = group.options.root.private();
    let state = names::state();
    let listed = group.listed();
    let method_trait = group.role.method();
    let mut provided = Provided::default();
    let mut apart = TokenStream::new();
    let mut methods: Vec<Ident> = Vec::new();
    let mut groups: Vec<TokenStream> = Vec::new();
    let mut together: Vec<TokenStream> = Vec::new();
    for tool in &group.tools {
        if stands_apart(tool) {
            if !together.is_empty() {
                let entries = std::mem::take(&mut together);
                groups.push(quote!(&[#(#entries),*]));
            }
            let index = Literal::usize_unsuffixed(methods.len());
            let method = local(&format!("__Method{index}"));
            groups.push(
                quote!(<#listed as #private::#method_trait<#index, #state, #method>>::ENTRIES),
            );
            apart.extend(implementation_apart(group, tool, &index));
            methods.push(method);
        } else {
            let conditions = &tool.conditions;
            let params: Vec<_> = tool.params.iter().collect();
            let function = function(group, tool);
            let entry = entry(tool, &params, &group.options.root, function, &mut provided);
            together.push(quote!(#(#[cfg(#conditions)])* #entry));
        }
    }
    if !together.is_empty() {
        groups.push(quote!(&[#(#together),*]));
    }
    let groups = quote!(&[#(#groups),*]);
    let mut tokens = implementation(group, &provided, &methods, &groups);
    tokens.extend(apart);
    tokens
}

/// Whether the `#[cfg]`s of a tool decide what the state must provide.
fn stands_apart(tool: &Tool) -> bool {
    let is_provided = |form: &Form| matches!(form, Form::Reference(_));
    tool.params.iter().any(|param| !param.conditions.is_empty())
        || (!tool.conditions.is_empty() && tool.params.iter().any(|it| is_provided(&it.form)))
}

/// `impl Tool` for what is listed.
fn implementation(
    group: &Group,
    provided: &Provided,
    methods: &[Ident],
    groups: &TokenStream,
) -> TokenStream {
    let private = group.options.root.private();
    let state = names::state();
    let froms = provided.froms();
    let listed = group.listed();
    let conditions = &group.conditions;
    let bounds = provided.bounds(&group.options.root);
    let indices = (0..methods.len()).map(Literal::usize_unsuffixed);
    let (generics, predicates) = widened(group, &[&froms, methods]);
    let (item, entry) = (group.role.item(), group.role.entry());
    let method_trait = group.role.method();
    let tokens = quote! {
        #(#[cfg(#conditions)])*
        #[automatically_derived]
        impl<#generics> #private::#item<#state, (#(#froms,)* #(#methods,)*)> for #listed
        where
            #(#predicates,)*
            #bounds
            #(#listed: #private::#method_trait<#indices, #state, #methods>,)*
        {
            const GROUPS: &'static [&'static [#private::#entry<#state>]] = #groups;
        }
    };
    within(group, &tokens)
}

/// `impl Method` for a tool whose `#[cfg]`s decide about bounds: with its entry where it is
/// compiled in, and empty where it is not.
fn implementation_apart(group: &Group, tool: &Tool, index: &Literal) -> TokenStream {
    let private = group.options.root.private();
    let state = names::state();
    let listed = group.listed();
    let mut tokens = TokenStream::new();
    let around = &group.conditions;
    let own = &tool.conditions;
    let (method_trait, entry_type) = (group.role.method(), group.role.entry());
    for variant in variants(tool) {
        let mut provided = Provided::default();
        let function = function(group, tool);
        let entry = entry(
            tool,
            &variant.params,
            &group.options.root,
            function,
            &mut provided,
        );
        let froms = provided.froms();
        let bounds = provided.bounds(&group.options.root);
        let (generics, predicates) = widened(group, &[&froms]);
        let conditions = around.iter().chain(own).chain(&variant.conditions);
        tokens.extend(quote! {
            #(#[cfg(#conditions)])*
            #[automatically_derived]
            impl<#generics> #private::#method_trait<#index, #state, (#(#froms,)*)> for #listed
            where
                #(#predicates,)*
                #bounds
            {
                const ENTRIES: &'static [#private::#entry_type<#state>] = &[#entry];
            }
        });
    }
    if !own.is_empty() {
        let (generics, predicates) = widened(group, &[]);
        tokens.extend(quote! {
            #(#[cfg(#around)])*
            #[cfg(not(all(#(#own),*)))]
            #[automatically_derived]
            impl<#generics> #private::#method_trait<#index, #state, ()> for #listed
            where
                #(#predicates,)*
                #state: 'static,
            {
                const ENTRIES: &'static [#private::#entry_type<#state>] = &[];
            }
        });
    }
    within(group, &tokens)
}

/// The block's own parameters and ours, and the predicates of the block. The server shares the
/// type between threads for as long as it runs, and so the types that it is made of.
fn widened(group: &Group, ours: &[&[Ident]]) -> (TokenStream, Vec<WherePredicate>) {
    let private = group.options.root.private();
    let state = names::state();
    let mut predicates: Vec<WherePredicate> = group
        .generics
        .where_clause
        .iter()
        .flat_map(|clause| clause.predicates.iter().cloned())
        .collect();
    let mut params = TokenStream::new();
    for param in &group.generics.params {
        let mut param = param.clone();
        match &mut param {
            GenericParam::Type(param) => {
                param.default = None;
                let ident = &param.ident;
                predicates.push(syn::parse_quote! {
                    #ident: #private::Send + #private::Sync + 'static
                });
            }
            GenericParam::Const(param) => {
                param.default = None;
            }
            GenericParam::Lifetime(_) => {}
        }
        params.extend(quote!(#param,));
    }
    let ours = ours.iter().copied().flatten();
    (quote!(#params #state, #(#ours),*), predicates)
}

/// The path of a tool's function.
fn function(group: &Group, tool: &Tool) -> TokenStream {
    let ident = &tool.ident;
    let self_type = &group.self_type;
    if group.options.marker.is_some() {
        quote!(<#self_type>::#ident)
    } else {
        quote!(Self::#ident)
    }
}

/// Tokens of an implementation, where `Self` means the type of the block even for a marker.
fn within(group: &Group, tokens: &TokenStream) -> TokenStream {
    match &group.options.marker {
        Some(_) => replace_self(tokens.clone(), &group.self_type),
        None => tokens.clone(),
    }
}

/// `Self` replaced by the type. Before `::` it needs angle brackets.
fn replace_self(tokens: TokenStream, self_type: &Type) -> TokenStream {
    let mut replaced = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(word) if word == "Self" => {
                let before_path = matches!(
                    tokens.peek(),
                    Some(TokenTree::Punct(punct))
                        if punct.as_char() == ':' && punct.spacing() == Spacing::Joint
                );
                if before_path {
                    replaced.extend(quote!(<#self_type>));
                } else {
                    self_type.to_tokens(&mut replaced);
                }
            }
            TokenTree::Group(group) => {
                let inside = replace_self(group.stream(), self_type);
                let mut braces = Braces::new(group.delimiter(), inside);
                braces.set_span(group.span());
                replaced.extend([TokenTree::Group(braces)]);
            }
            other => replaced.extend([other]),
        }
    }
    replaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn self_is_the_type_at_every_depth() {
        let self_type: Type = syn::parse_quote!(Orders);
        let replaced = replace_self(quote!(Vec<Self>, (Self::MOST, [Self])), &self_type);
        let expected = quote!(Vec<Orders>, (<Orders>::MOST, [Orders]));
        assert_eq!(replaced.to_string(), expected.to_string());
    }
}
