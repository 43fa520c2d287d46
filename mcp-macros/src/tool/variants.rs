//! One expansion for every combination of the `#[cfg]`s on a tool's parameters.

use proc_macro2::TokenStream;
use quote::quote;

use super::model::{Param, Tool};

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
            for variant in &mut all {
                variant.params.push(param);
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::Errors;
    use crate::role::Role;
    use crate::tool::options::ToolOptions;

    fn names(function: TokenStream) -> Vec<String> {
        let mut errors = Errors::default();
        let mut function = syn::parse2(function).unwrap_or_else(|error| unreachable!("{error}"));
        let tool = Tool::read(
            Role::Tool,
            ToolOptions::default(),
            &mut function,
            &mut errors,
        );
        assert!(errors.finish().is_ok());
        variants(&tool)
            .iter()
            .map(|variant| {
                let names: Vec<&str> = variant.params.iter().map(|it| it.name.as_str()).collect();
                names.join(" ")
            })
            .collect()
    }

    #[test]
    fn a_function_without_conditions_is_one() {
        assert_eq!(
            names(quote!(
                fn f(a: u8, b: u8) {}
            )),
            ["a b"]
        );
    }

    #[test]
    fn parameters_under_one_condition_come_and_go_together() {
        let function = quote!(
            fn f(#[cfg(x)] a: u8, b: u8, #[cfg(x)] c: u8) {}
        );
        assert_eq!(names(function), ["a b c", "b"]);
    }

    #[test]
    fn different_conditions_are_combined() {
        let function = quote!(
            fn f(#[cfg(x)] a: u8, #[cfg(y)] b: u8) {}
        );
        assert_eq!(names(function), ["a b", "a", "b", ""]);
    }
}
