//! The rules about an impl block that holds tools.
//!
//! [`is_inherent`], [`is_owned`], [`marks_one_type`], [`has_tools`], [`names_differ`], and those of
//! each tool.

use quote::ToTokens;
use syn::{GenericParam, spanned::Spanned};

use super::model::Group;
use crate::diagnostics::Errors;
use crate::role::Role;
use crate::tool::check::{self, lifetime};
use crate::tool::model::Tool;

/// Applies every rule. In a block that is none of ours, the tools have no say.
pub(crate) fn all(group: &Group, errors: &mut Errors) {
    if !is_inherent(group, errors) {
        return;
    }
    is_owned(group, errors);
    marks_one_type(group, errors);
    has_tools(group, errors);
    names_differ(group, errors);
    for tool in &group.tools {
        check::all(tool, errors);
    }
}

/// The tools of a trait would be listed by a type, and a type implements many traits.
fn is_inherent(group: &Group, errors: &mut Errors) -> bool {
    let of_trait = group.of_trait.as_ref();
    let word = group.role.word();
    if let Some(of_trait) = of_trait {
        errors.push_on(
            of_trait,
            format_args!("{word}s belong to a type, not to a trait that it implements"),
            format_args!(
                "move the {word}s into an `impl` block of the type itself, and call the trait's methods from them"
            ),
        );
    } else if let Some(attribute) = group.rewriting.first() {
        errors.push_on(
            attribute,
            format_args!("`#[async_trait]` rewrites the functions before they can become {word}s"),
            "remove it: an inherent `async fn` needs no help",
        );
    }
    of_trait.is_none() && group.rewriting.is_empty()
}

/// A server owns its state.
fn is_owned(group: &Group, errors: &mut Errors) {
    let mut params = group.generics.params.iter();
    let declared = params.find_map(|param| match param {
        GenericParam::Lifetime(lifetime) => Some(lifetime.lifetime.span()),
        GenericParam::Type(_) | GenericParam::Const(_) => None,
    });
    if let Some(place) = declared.or_else(|| lifetime(group.self_type.to_token_stream())) {
        errors.push(
            place,
            format_args!(
                "the {}s of a type that borrows cannot be served: a server owns its state",
                group.role.word()
            ),
            "let the type own what it uses, or share it in an `Arc`",
        );
    }
}

/// A marker stands for one type.
fn marks_one_type(group: &Group, errors: &mut Errors) {
    if let (Some(marker), Some(_)) = (&group.options.marker, group.generics.params.first()) {
        errors.push(
            marker.span(),
            "a generic impl block cannot have a `marker`, which stands for one type",
            format_args!(
                "remove `marker`, and put all {}s of the generic type into one block",
                group.role.word()
            ),
        );
    }
}

/// A group is there for its tools.
fn has_tools(group: &Group, errors: &mut Errors) {
    let word = group.role.word();
    if group.tools.is_empty() {
        errors.push(
            group.self_type.span(),
            format_args!("no function of this impl block is a {word}"),
            format_args!("put `#[{word}]` on those that are, or remove it from the block"),
        );
    }
}

/// A client calls tools by their names. Two under `#[cfg]` may exclude each other: those are told
/// apart where the tools are listed.
fn names_differ(group: &Group, errors: &mut Errors) {
    let word = group.role.word();
    let (named, option) = match group.role {
        Role::Tool | Role::Prompt => ("are named", "name"),
        Role::Resource => ("have the address", "uri"),
    };
    let mut seen: Vec<&Tool> = Vec::new();
    for tool in group.tools.iter().filter(|tool| tool.conditions.is_empty()) {
        if let Some(other) = seen.iter().find(|other| other.key == tool.key) {
            errors.push(
                tool.key_span,
                format_args!(
                    "two {word}s {named} `{}`: `{}` and `{}`",
                    tool.key, other.ident, tool.ident
                ),
                format_args!(
                    "give one of them another {option} with `#[{word}({option} = \"..\")]`"
                ),
            );
        }
        seen.push(tool);
    }
}
