//! What a group of tools is, as far as its impl block tells.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{Attribute, GenericParam, Generics, Type, Visibility};

use super::parse::Block;
use crate::diagnostics::Errors;
use crate::names::Root;
use crate::options::{Known, of_attribute};
use crate::role::Role;
use crate::tool::check::find_word;
use crate::tool::model::{Tool, conditions};
use crate::tool::options::ToolOptions;
use crate::tool::parse::{Function, is_arg};

/// What the attribute on an impl block knows.
fn known(role: Role) -> Known {
    Known {
        owner: match role {
            Role::Tool => "`#[tool]` on an impl block",
            Role::Prompt => "`#[prompt]` on an impl block",
            Role::Resource => "`#[resource]` on an impl block",
        },
        names: &["marker", "crate"],
        repeatable: &[],
    }
}

/// What was written between the parentheses of `#[tool(..)]` on an impl block.
#[derive(Default)]
pub(crate) struct GroupOptions {
    pub(crate) root: Root,
    pub(crate) marker: Option<Ident>,
}

impl GroupOptions {
    pub(crate) fn parse(role: Role, tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut options = Self::default();
        for given in known(role).read(tokens, errors) {
            if given.name == "marker" {
                options.marker = given.ident("OrderQueries", errors);
            } else {
                options.root = Root(given.path(errors));
            }
        }
        options
    }
}

/// The tools of one impl block.
pub(crate) struct Group {
    pub(crate) role: Role,
    pub(crate) options: GroupOptions,
    pub(crate) self_type: Type,
    pub(crate) generics: Generics,
    pub(crate) of_trait: Option<Type>,
    /// Attributes that make other code of the block before the compiler sees it.
    pub(crate) rewriting: Vec<Attribute>,
    pub(crate) tools: Vec<Tool>,
    /// How visible the most visible tool is, for the marker.
    pub(crate) visibility: Visibility,
    /// The predicates of the block's `#[cfg]`s.
    pub(crate) conditions: Vec<TokenStream>,
}

impl Group {
    /// Reads a block, and takes off it what only the macro understands.
    pub(crate) fn read(
        role: Role,
        options: GroupOptions,
        block: &mut Block,
        errors: &mut Errors,
    ) -> Self {
        let word = role.word();
        let mut tools = Vec::new();
        let mut visibility = Visibility::Inherited;
        for function in block.functions() {
            let (ours, others): (Vec<_>, Vec<_>) = std::mem::take(&mut function.attributes)
                .into_iter()
                .partition(|it| is_of(role, it));
            function.attributes = others;
            let Some((first, rest)) = ours.split_first() else {
                refuse_late(role, function, errors);
                refuse_stray_arg(role, function, errors);
                continue;
            };
            for again in rest {
                errors.push_on(
                    again,
                    format_args!("`{}` has `#[{word}]` twice", function.signature.ident),
                    format_args!("write its options into one `#[{word}(..)]`"),
                );
            }
            let mut own = ToolOptions::parse(role, of_attribute(first, errors), errors);
            for option in &own.of_the_block {
                errors.push(
                    option.span(),
                    format_args!("`{option}` belongs to the impl block"),
                    format_args!("write `#[{word}({option} = ..)]` on it"),
                );
            }
            own.root = options.root.clone();
            visibility = wider(visibility, &function.visibility);
            tools.push(Tool::read(role, own, function, errors));
        }
        Self {
            role,
            options,
            self_type: block.self_type.clone(),
            generics: block.generics.clone(),
            of_trait: block.of_trait.clone(),
            rewriting: block
                .attributes
                .iter()
                .filter(|it| rewrites(it))
                .cloned()
                .collect(),
            tools,
            visibility,
            conditions: conditions(&block.attributes),
        }
    }

    /// The names that mean something inside the block alone: its type parameters, and `Self` when
    /// there are any.
    pub(crate) fn hidden_names(&self) -> Vec<String> {
        let params = self.generics.params.iter().filter_map(|param| match param {
            GenericParam::Type(param) => Some(param.ident.to_string()),
            GenericParam::Const(param) => Some(param.ident.to_string()),
            GenericParam::Lifetime(_) => None,
        });
        let itself = (!self.generics.params.is_empty()).then(|| "Self".to_owned());
        params.chain(itself).collect()
    }

    /// What the tools are listed as: the type itself, or the marker.
    pub(crate) fn listed(&self) -> TokenStream {
        match &self.options.marker {
            Some(marker) => marker.to_token_stream(),
            None => self.self_type.to_token_stream(),
        }
    }
}

/// The block is expanded before the compiler looks into `cfg_attr`.
fn refuse_late(role: Role, function: &Function, errors: &mut Errors) {
    let word = role.word();
    let conditional = |it: &&Attribute| it.path().is_ident("cfg_attr");
    for attribute in function.attributes.iter().filter(conditional) {
        let tokens = attribute.meta.to_token_stream();
        if let Some(place) = find_word(tokens, word) {
            errors.push(
                place,
                format_args!("`#[{word}]` in a `cfg_attr` comes too late for the impl block"),
                format_args!("write `#[{word}]` on the function, and `#[cfg(..)]` beside it"),
            );
        }
    }
}

/// `#[arg]` says nothing about a function that is no tool.
fn refuse_stray_arg(role: Role, function: &mut Function, errors: &mut Errors) {
    let is_another = |it: &Attribute| Role::ALL.into_iter().any(|other| is_of(other, it));
    if function.attributes.iter().any(is_another) {
        // The block has another attribute, which comes next.
        return;
    }
    let word = role.word();
    let ident = function.signature.ident.clone();
    let taken = function.take_parameter_attributes();
    for attribute in taken.iter().flatten().filter(|it| is_arg(it)) {
        errors.push_on(
            attribute,
            format_args!("`{ident}` is not a {word}, so it has no arguments to describe"),
            format_args!("put `#[{word}]` on the function, or remove `#[arg(..)]`"),
        );
    }
}

/// Whether an attribute is that of a role, by whatever path.
fn is_of(role: Role, attribute: &Attribute) -> bool {
    attribute
        .path()
        .segments
        .last()
        .is_some_and(|last| last.ident == role.word())
}

/// Whether an attribute turns async functions into others.
fn rewrites(attribute: &Attribute) -> bool {
    attribute
        .path()
        .segments
        .last()
        .is_some_and(|last| last.ident == "async_trait")
}

fn wider(one: Visibility, other: &Visibility) -> Visibility {
    match (&one, other) {
        (Visibility::Inherited, _) | (Visibility::Restricted(_), Visibility::Public(_)) => {
            other.clone()
        }
        _ => one,
    }
}
