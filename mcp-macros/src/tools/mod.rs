//! `#[tool]` on an impl block, whose tools are listed by its type.

mod check;
mod expand;
mod model;
mod parse;

use proc_macro2::TokenStream;
use syn::parse::Parser;

use crate::diagnostics::{Errors, beside};
use model::{Group, GroupOptions};
use parse::Block;

/// Whether an item is an impl block.
pub(crate) fn is_block(item: &TokenStream) -> bool {
    parse::is_block.parse2(item.clone()).is_ok()
}

/// Expands `#[tool(arguments)] impl ..`.
pub(crate) fn tools(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let options = GroupOptions::parse(arguments, &mut errors);
    let Some(mut block) = errors.take(Block::parse(item.clone())) else {
        return match errors.finish() {
            Ok(()) => item,
            Err(error) => beside(item, &error),
        };
    };
    let group = Group::read(options, &mut block, &mut errors);
    check::all(&group, &mut errors);
    match errors.finish() {
        Ok(()) => expand::group(&block, &group),
        Err(error) => beside(expand::stand_in(&block, &group), &error),
    }
}
