//! `#[tool]`, `#[prompt]` or `#[resource]` on an impl block, whose items are listed by its type.

mod check;
mod expand;
mod model;
mod parse;

use proc_macro2::TokenStream;
use syn::parse::Parser;

use crate::diagnostics::{Errors, beside};
use crate::role::Role;
use model::{Group, GroupOptions};
use parse::Block;

/// Whether an item is an impl block.
pub(crate) fn is_block(item: &TokenStream) -> bool {
    parse::is_block.parse2(item.clone()).is_ok()
}

/// Expands `#[tool(arguments)] impl ..`, or the attribute of another role.
pub(crate) fn tools(role: Role, arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let options = GroupOptions::parse(role, arguments, &mut errors);
    let Some(mut block) = errors.take(Block::parse(item.clone())) else {
        return match errors.finish() {
            Ok(()) => item,
            Err(error) => beside(item, &error),
        };
    };
    let group = Group::read(role, options, &mut block, &mut errors);
    check::all(&group, &mut errors);
    match errors.finish() {
        Ok(()) => expand::group(&block, &group),
        Err(error) => beside(expand::stand_in(&block, &group), &error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    fn expanded(item: TokenStream) -> String {
        tools(Role::Tool, TokenStream::new(), item).to_string()
    }

    #[test]
    fn only_impl_blocks_are_blocks() {
        assert!(is_block(&quote!(
            #[allow(dead_code)]
            unsafe impl A for B {}
        )));
        assert!(!is_block(&quote!(
            fn f() -> impl A {}
        )));
        assert!(!is_block(&quote!(
            #[tool]
            pub fn f() {}
        )));
    }

    #[test]
    fn async_trait_is_refused() {
        let said = expanded(quote! {
            #[async_trait::async_trait]
            impl Orders {
                /// Count.
                #[tool]
                async fn count(&self) {}
            }
        });
        assert!(said.contains("rewrites the functions before"), "{said}");
    }

    #[test]
    fn a_tool_behind_a_condition_is_not_overlooked() {
        let said = expanded(quote! {
            impl Orders {
                /// Count.
                #[tool]
                fn count(&self) {}
                /// Count.
                #[cfg_attr(feature = "more", tool)]
                fn recount(&self) {}
            }
        });
        assert!(said.contains("comes too late for the impl block"), "{said}");
    }

    #[test]
    fn items_that_are_no_functions_stay() {
        let said = expanded(quote! {
            impl Orders {
                #![allow(dead_code)]
                const MOST: u8 = 3;
                macro_of_items! {}
                /// Count.
                #[tool]
                pub(crate) async unsafe fn count(&self) {}
            }
        });
        assert!(said.contains("const MOST : u8 = 3 ;"), "{said}");
        assert!(said.contains("macro_of_items ! { }"), "{said}");
        assert!(said.contains("cannot be `unsafe`"), "{said}");
    }
}
