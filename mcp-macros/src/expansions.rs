//! Golden files: what the macros write changes only on purpose.
//!
//! `expansions/<name>.rs` holds items, `expansions/<name>.expanded.rs` what becomes of them.
//! `EXPANSIONS=overwrite cargo test -p mcp-macros expansions` writes the latter anew.

use std::path::{Path, PathBuf};
use std::{env, fs};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Item, Meta};

use crate::role::Role;

#[test]
fn expansions_are_as_written_down() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("expansions");
    let sources = sources(&folder);
    assert!(!sources.is_empty(), "{} is empty", folder.display());
    for source in sources {
        let golden = source.with_extension("expanded.rs");
        let expanded = expanded(&source);
        if env::var_os("EXPANSIONS").is_some() {
            fs::write(&golden, expanded).expect("a golden file can be written");
            continue;
        }
        let written = fs::read_to_string(&golden).unwrap_or_default();
        // A checkout may have other line ends.
        assert_eq!(written.replace('\r', ""), expanded, "{}", golden.display());
    }
}

/// What compiling a tool costs grows with what is written for it.
#[test]
fn a_tool_and_each_of_its_parameters_stay_within_their_budget() {
    let tokens = |parameters: &str| {
        let source = format!("/// Search.\n#[tool]\nasync fn search({parameters}) -> String {{}}");
        let item: Item = syn::parse_str(&source).expect("a source is Rust");
        let function: TokenStream = syn::parse_str(&source.replace("#[tool]", "")).expect("Rust");
        count(expand(item)) - count(function)
    };
    let each = |parameter: &str| {
        let more = parameter.replace("it:", "more:");
        tokens(&format!("{parameter}, {more}")) - tokens(parameter)
    };
    let over: Vec<String> = [
        ("a tool without parameters", tokens(""), 280),
        // A line of schema, a line to hold, a word to lend.
        ("an argument", each("it: String"), 68),
        // A call to lend.
        ("a borrowed argument", each("it: Option<&str>"), 92),
        // The type and its marker in each of them, and a bound.
        ("state", each("it: &State"), 128),
    ]
    .into_iter()
    .filter(|(_, taken, budget)| taken > budget)
    .map(|(what, taken, budget)| format!("{what} takes {taken} tokens of {budget}"))
    .collect();
    assert!(over.is_empty(), "{over:#?}");
}

/// The tokens of a stream, those in groups and the brackets included.
fn count(tokens: TokenStream) -> usize {
    let tokens = tokens.into_iter();
    tokens
        .map(|token| match token {
            proc_macro2::TokenTree::Group(group) => 2 + count(group.stream()),
            _ => 1,
        })
        .sum()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).expect("the folder can be read");
    let mut sources: Vec<PathBuf> = read
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|file| !file.to_string_lossy().ends_with(".expanded.rs"))
        .collect();
    sources.sort();
    sources
}

fn expanded(source: &Path) -> String {
    let text = fs::read_to_string(source).expect("a source can be read");
    let file = syn::parse_file(&text).expect("a source is Rust");
    let tokens: TokenStream = file.items.into_iter().map(expand).collect();
    prettyplease::unparse(&syn::parse2(tokens).expect("an expansion is Rust"))
}

fn expand(mut item: Item) -> TokenStream {
    let attributes = match &mut item {
        Item::Fn(function) => &mut function.attrs,
        Item::Impl(block) => &mut block.attrs,
        Item::Enum(failure) => {
            failure
                .attrs
                .retain(|attribute| !attribute.path().is_ident("derive"));
            return crate::failure::failure(item.into_token_stream());
        }
        Item::Struct(structure) => {
            structure
                .attrs
                .retain(|attribute| !attribute.path().is_ident("derive"));
            let item = item.into_token_stream();
            return [item.clone(), crate::state::state(item)]
                .into_iter()
                .collect();
        }
        other => return other.to_token_stream(),
    };
    let role = |attribute: &Attribute| {
        let is_of = |role: &Role| attribute.path().is_ident(role.word());
        Role::ALL.into_iter().find(is_of)
    };
    let (place, role) = attributes
        .iter()
        .enumerate()
        .find_map(|(place, attribute)| Some((place, role(attribute)?)))
        .expect("the item has the attribute");
    let arguments = arguments(&attributes.remove(place));
    let item = item.into_token_stream();
    if crate::tools::is_block(&item) {
        crate::tools::tools(role, arguments, item)
    } else {
        crate::tool::tool(role, arguments, item)
    }
}

fn arguments(attribute: &Attribute) -> TokenStream {
    match &attribute.meta {
        Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    }
}
