//! The rules about a resource's address.
//!
//! [`has_address`], [`variables_are_parameters`], [`parameters_are_variables`] and
//! [`what_may_be_absent_is_optional`], as far as the spelling of a type tells an argument from
//! state; the types have the last word when the server is built; and [`a_template_has_no_size`].

use quote::ToTokens;
use syn::Type;

use crate::diagnostics::{Errors, listed, nearest};
use crate::role::Role;
use crate::tool::check::{is_primitive, spelled};
use crate::tool::model::{Form, Param, Tool, plain};

/// Applies every rule.
pub(crate) fn all(tool: &Tool, errors: &mut Errors) {
    if tool.role != Role::Resource {
        return;
    }
    if has_address(tool, errors) {
        variables_are_parameters(tool, errors);
        parameters_are_variables(tool, errors);
        what_may_be_absent_is_optional(tool, errors);
        a_template_has_no_size(tool, errors);
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
        let ty = if tool.address.may_lack(variable) {
            "Option<String>"
        } else {
            "String"
        };
        let edit = match nearest(variable, &params) {
            Some(near) => {
                format!("did you mean `{near}`? or add a parameter, such as `{variable}: {ty}`")
            }
            None => {
                format!("add a parameter, such as `{variable}: {ty}`, or remove the variable")
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
        let is_optional = param.options.default.is_some()
            || param
                .ty
                .to_token_stream()
                .to_string()
                .starts_with("Option <");
        let written = if is_optional {
            format!("`{{{name}}}` or, at its end, `{{?{name}}}`")
        } else {
            format!("`{{{name}}}`")
        };
        errors.push(
            param.ident.span(),
            format_args!("`{name}` is not in the address, {there_are}"),
            format_args!(
                "write {written} into the address; state is taken by reference, as in `&Notes`"
            ),
        );
    }
}

/// A client may leave out what stands behind the `?` of an address. What a type is behind its
/// aliases, a constant finds out.
fn what_may_be_absent_is_optional(tool: &Tool, errors: &mut Errors) {
    for param in tool.params.iter().filter(|param| tool.may_be_absent(param)) {
        let plainly = match &param.form {
            Form::Reference(_) => true,
            _ => spelled(&param.ty).is_some_and(|word| word == "String" || is_primitive(&word)),
        };
        if plainly {
            let (wrong, edit) = needs_option(param);
            errors.push(param.place(), wrong, edit);
        }
    }
}

/// What is said where `None` cannot say that a variable is absent.
pub(crate) fn needs_option(param: &Param) -> (String, String) {
    let ty = param.ty.to_token_stream().to_string().replace("& ", "&");
    (
        format!(
            "`{}` may be left out of an address, and then its type has nothing to say so",
            param.name
        ),
        format!("write `Option<{ty}>`, or give it a default with `#[arg(default = ..)]`"),
    )
}

/// A size is that of one resource.
fn a_template_has_no_size(tool: &Tool, errors: &mut Errors) {
    if let (Some(size), Some(_)) = (&tool.options.size, tool.address.variables().next()) {
        errors.push_on(
            size,
            "a template stands for many resources, and each has a size of its own",
            "remove `size`: a client learns it by reading",
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
