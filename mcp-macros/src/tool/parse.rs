//! A function as tokens: the signature parsed, the body kept as it came.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, FnArg, Signature, Visibility};

use crate::description;

/// A function that is to be a tool.
#[derive(Clone)]
pub(crate) struct Function {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) signature: Signature,
    /// The body, or the semicolon where there is none.
    body: TokenTree,
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self {
            attributes: input.call(Attribute::parse_outer)?,
            visibility: input.parse()?,
            signature: input.parse()?,
            body: input.parse()?,
        })
    }
}

impl Function {
    /// Takes the attributes that are read by the macro off the parameters: `#[arg(..)]`, and doc
    /// comments, which the compiler refuses there.
    pub(crate) fn take_parameter_attributes(&mut self) -> Vec<Vec<Attribute>> {
        let ours = |attribute: &Attribute| is_arg(attribute) || description::is_doc(attribute);
        self.signature
            .inputs
            .iter_mut()
            .map(|input| {
                let attributes = match input {
                    FnArg::Receiver(receiver) => &mut receiver.attrs,
                    FnArg::Typed(parameter) => &mut parameter.attrs,
                };
                let (taken, left) = std::mem::take(attributes).into_iter().partition(ours);
                *attributes = left;
                taken
            })
            .collect()
    }

    /// Whether the function has a body.
    pub(crate) fn has_body(&self) -> bool {
        matches!(self.body, TokenTree::Group(_))
    }
}

/// Whether an attribute is `#[arg(..)]`.
pub(crate) fn is_arg(attribute: &Attribute) -> bool {
    attribute.path().is_ident("arg")
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all(&self.attributes);
        self.visibility.to_tokens(tokens);
        self.signature.to_tokens(tokens);
        self.body.to_tokens(tokens);
    }
}
