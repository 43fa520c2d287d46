//! The rules about a resource's address.
//!
//! [`has_address`], [`variables_are_parameters`] and [`parameters_are_variables`], as far as the
//! spelling of a type tells an argument from state; the types have the last word when the server
//! is built.

use quote::ToTokens;
use syn::Type;

use crate::diagnostics::{Errors, listed, nearest};
use crate::role::Role;
use crate::tool::model::{Form, Param, Tool, plain};

/// Applies every rule.
pub(crate) fn all(tool: &Tool, errors: &mut Errors) {
    if tool.role != Role::Resource {
        return;
    }
    if has_address(tool, errors) {
        variables_are_parameters(tool, errors);
        parameters_are_variables(tool, errors);
    }
}

/// A client reads a resource by its address.
fn has_address(tool: &Tool, errors: &mut Errors) -> bool {
    if tool.options.uri.is_none() && !tool.options.wrote("uri") {
        errors.push(
            tool.ident.span(),
            format_args!("the resource `{}` has no address", tool.ident),
            "write one, as in `#[resource(uri = \"notes://today\")]`",
        );
    }
    tool.options.uri.is_some() && tool.address_is_read
}

/// What an address brings has to go somewhere.
fn variables_are_parameters(tool: &Tool, errors: &mut Errors) {
    let params: Vec<&str> = tool.params.iter().map(|param| &*param.name).collect();
    for variable in tool.address.variables() {
        if params.contains(&variable) {
            continue;
        }
        let edit = match nearest(variable, &params) {
            Some(near) => format!(
                "did you mean `{{{near}}}`? or add a parameter, such as `{variable}: String`"
            ),
            None => {
                format!("add a parameter, such as `{variable}: String`, or remove the variable")
            }
        };
        errors.push(
            tool.key_span,
            format_args!(
                "the address has the variable `{variable}`, and no parameter is called so"
            ),
            edit,
        );
    }
}

/// What a function asks for has to come from somewhere.
fn parameters_are_variables(tool: &Tool, errors: &mut Errors) {
    let variables: Vec<&str> = tool.address.variables().collect();
    for param in &tool.params {
        let name = &*param.name;
        if variables.contains(&name) || !is_argument(param) {
            continue;
        }
        let there_are = if variables.is_empty() {
            "which has no variables".to_owned()
        } else {
            format!("whose variables are {}", listed(&variables))
        };
        errors.push(
            param.ident.span(),
            format_args!("`{name}` is not in the address, {there_are}"),
            format_args!(
                "write `{{{name}}}` or `{{?{name}}}` into the address; state is taken by reference, as in `&Notes`"
            ),
        );
    }
}

/// Whether the spelling alone says that a parameter is an argument.
fn is_argument(param: &Param) -> bool {
    match &param.form {
        Form::Receiver => false,
        Form::Owned | Form::Borrowing => true,
        Form::Reference(referent) => {
            matches!(plain(referent), Type::Slice(_))
                || matches!(
                    referent.to_token_stream().to_string().as_str(),
                    "str" | "Path"
                )
        }
    }
}
