//! An impl block as tokens: its head and the signatures parsed, the bodies kept as they came.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt};
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Attribute, Generics, ImplItem, Signature, Token, Type, Visibility};

use crate::tool::parse::Function;

/// An impl block.
pub(crate) struct Block {
    /// Everything before the braces, as it came.
    head: TokenStream,
    braces: Group,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) generics: Generics,
    /// The trait that is implemented.
    pub(crate) of_trait: Option<Type>,
    pub(crate) self_type: Type,
    inner: Vec<Attribute>,
    pub(crate) items: Vec<Item>,
}

/// One item of it.
pub(crate) enum Item {
    Function(Box<Function>),
    Other(TokenStream),
}

impl Block {
    pub(crate) fn parse(tokens: TokenStream) -> syn::Result<Self> {
        let mut head: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let Some(TokenTree::Group(braces)) = head.pop() else {
            return Err(syn::Error::new_spanned(tokens, "expected an impl block"));
        };
        let head: TokenStream = head.into_iter().collect();
        let parsed = (|input: ParseStream<'_>| {
            let attributes = input.call(Attribute::parse_outer)?;
            input.parse::<Option<Token![unsafe]>>()?;
            let (generics, of_trait, self_type) = read_head(input)?;
            Ok((attributes, generics, of_trait, self_type))
        })
        .parse2(head.clone())?;
        let (attributes, generics, of_trait, self_type) = parsed;
        let (inner, items) = read_items.parse2(braces.stream())?;
        Ok(Self {
            head,
            braces,
            attributes,
            generics,
            of_trait,
            self_type,
            inner,
            items,
        })
    }

    /// The functions among the items.
    pub(crate) fn functions(&mut self) -> impl Iterator<Item = &mut Function> {
        self.items.iter_mut().filter_map(|item| match item {
            Item::Function(function) => Some(&mut **function),
            Item::Other(_) => None,
        })
    }
}

/// Reads over the start of an impl block.
pub(crate) fn is_block(input: ParseStream<'_>) -> syn::Result<()> {
    input.call(Attribute::parse_outer)?;
    input.parse::<Option<Token![unsafe]>>()?;
    input.parse::<Token![impl]>()?;
    input.parse::<TokenStream>()?;
    Ok(())
}

fn read_head(input: ParseStream<'_>) -> syn::Result<(Generics, Option<Type>, Type)> {
    input.parse::<Token![impl]>()?;
    let mut generics: Generics = input.parse()?;
    input.parse::<Option<Token![const]>>()?;
    input.parse::<Option<Token![!]>>()?;
    let first: Type = input.parse()?;
    let (of_trait, self_type) = if input.parse::<Option<Token![for]>>()?.is_some() {
        (Some(first), input.parse()?)
    } else {
        (None, first)
    };
    generics.where_clause = input.parse()?;
    Ok((generics, of_trait, self_type))
}

fn read_items(input: ParseStream<'_>) -> syn::Result<(Vec<Attribute>, Vec<Item>)> {
    let inner = input.call(Attribute::parse_inner)?;
    let mut items = Vec::new();
    while !input.is_empty() {
        let ahead = input.fork();
        let is_function = ahead.call(Attribute::parse_outer).is_ok()
            && ahead.parse::<Visibility>().is_ok()
            && ahead.parse::<Signature>().is_ok();
        items.push(if is_function {
            Item::Function(Box::new(Function::parse(input)?))
        } else {
            Item::Other(input.parse::<ImplItem>()?.into_token_stream())
        });
    }
    Ok((inner, items))
}

impl ToTokens for Block {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.head.to_tokens(tokens);
        let mut inside = TokenStream::new();
        inside.append_all(&self.inner);
        inside.append_all(&self.items);
        let mut braces = Group::new(self.braces.delimiter(), inside);
        braces.set_span(self.braces.span());
        tokens.append(braces);
    }
}

impl ToTokens for Item {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Function(function) => function.to_tokens(tokens),
            Self::Other(other) => other.to_tokens(tokens),
        }
    }
}
