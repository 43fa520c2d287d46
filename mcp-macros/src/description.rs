//! From doc comments to the description that a model reads.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Attribute, Expr, Lit, Meta};

use crate::names::at;
use crate::options::literal;

/// A description: text, or expressions such as `include_str!(..)` that the compiler makes text of.
#[derive(Clone, Default)]
pub(crate) struct Description {
    parts: Vec<Part>,
}

#[derive(Clone)]
enum Part {
    Text(String),
    Code(Box<Expr>),
}

impl Description {
    /// What the doc comments among some attributes say. `#[doc(hidden)]` and its like say nothing.
    pub(crate) fn of(attributes: &[Attribute]) -> Self {
        let mut parts = Vec::new();
        let mut text = String::new();
        for value in attributes.iter().filter_map(doc_value) {
            if let Some(Lit::Str(line)) = literal(value) {
                text.push_str(&without_stars(line.value()));
                text.push('\n');
            } else {
                push_text(&mut parts, &text);
                text.clear();
                parts.push(Part::Code(Box::new(value.clone())));
            }
        }
        push_text(&mut parts, &text);
        Self { parts }
    }

    /// What the option `description = ..` says.
    pub(crate) fn given(expr: Expr) -> Self {
        let part = match literal(&expr) {
            Some(Lit::Str(text)) => Part::Text(text.value().trim().to_owned()),
            _ => Part::Code(Box::new(expr)),
        };
        Self { parts: vec![part] }
    }

    /// Whether there is nothing to read. Of an expression the macro cannot tell.
    pub(crate) fn is_empty(&self) -> bool {
        self.parts.iter().all(|part| match part {
            Part::Text(text) => text.is_empty(),
            Part::Code(_) => false,
        })
    }

    /// The description as an expression of type `&'static str`.
    pub(crate) fn to_expr(&self) -> TokenStream {
        match self.parts.as_slice() {
            [] => "".to_token_stream(),
            [Part::Text(text)] => text.to_token_stream(),
            [Part::Code(code)] => code.to_token_stream(),
            parts => {
                // `concat!` reads `include_str!(..)` and `stringify!(..)`, as rustdoc does.
                let parts = parts.iter().enumerate().map(|(index, part)| {
                    let between = (index > 0).then_some("\n\n").into_iter();
                    let part = match part {
                        Part::Text(text) => text.to_token_stream(),
                        Part::Code(code) => code.to_token_stream(),
                    };
                    quote_spanned!(at(Span::call_site())=> #(#between,)* #part)
                });
                quote_spanned!(at(Span::call_site())=> ::core::concat!(#(#parts),*))
            }
        }
    }
}

/// Whether an attribute is a doc comment, or says something to rustdoc.
pub(crate) fn is_doc(attribute: &Attribute) -> bool {
    attribute.path().is_ident("doc")
}

fn doc_value(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(pair) if is_doc(attribute) => Some(&pair.value),
        _ => None,
    }
}

/// Adds some lines; between two parts stands an empty line.
fn push_text(parts: &mut Vec<Part>, text: &str) {
    let text = unindented(text);
    if text.is_empty() {
        return;
    }
    parts.push(Part::Text(text));
}

/// The lines without the indentation that all of them share, and without blank lines at either
/// end. Paragraphs and lists stay as written.
fn unindented(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let shared = lines
        .iter()
        .filter(|line| !line.is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or_default();
    let kept: Vec<&str> = lines
        .iter()
        .map(|line| line.get(shared..).unwrap_or_default())
        .collect();
    kept.join("\n").trim_matches('\n').to_owned()
}

/// A block comment without the column of asterisks that many people draw.
fn without_stars(comment: String) -> String {
    let starred = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('*');
    if !comment.contains('\n') || !comment.lines().skip(1).all(|line| starred(&line)) {
        return comment;
    }
    let bare = |line: &str| line.trim_start().trim_start_matches('*').to_owned();
    let mut lines = comment.lines();
    let first = lines.next().map(ToOwned::to_owned);
    let lines: Vec<String> = first.into_iter().chain(lines.map(bare)).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    fn described(tokens: &TokenStream) -> String {
        let function: syn::ItemFn = syn::parse_quote!(#tokens fn f() {});
        Description::of(&function.attrs).to_expr().to_string()
    }

    #[test]
    fn doc_lines_lose_one_space_and_keep_paragraphs() {
        let text = described(&quote! {
            #[doc = " First."]
            #[doc = ""]
            #[doc = " - a list"]
            #[doc = "   goes on"]
        });
        assert_eq!(text, r#""First.\n\n- a list\n  goes on""#);
    }

    #[test]
    fn block_comments_lose_their_asterisks() {
        let text = described(&quote!(#[doc = "\n * First.\n *\n * Second.\n "]));
        assert_eq!(text, r#""First.\n\nSecond.""#);
    }

    #[test]
    fn a_star_list_is_not_a_column_of_asterisks() {
        let text = described(&quote! {
            #[doc = " One of:"]
            #[doc = " * a"]
        });
        assert_eq!(text, r#""One of:\n* a""#);
    }

    #[test]
    fn included_text_is_left_to_the_compiler() {
        assert_eq!(
            described(&quote!(#[doc = include_str!("x.md")])),
            r#"include_str ! ("x.md")"#
        );
        assert_eq!(
            described(&quote!(#[doc = " First."] #[doc = include_str!("x.md")])),
            r#":: core :: concat ! ("First." , "\n\n" , include_str ! ("x.md"))"#
        );
    }

    #[test]
    fn hidden_documentation_says_nothing() {
        let function: syn::ItemFn = syn::parse_quote!(
            #[doc(hidden)]
            fn f() {}
        );
        assert!(Description::of(&function.attrs).is_empty());
    }
}
