//! What a tool, a prompt or a resource is, as far as its declaration tells.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Attribute, FnArg, Pat, PatType, Receiver, ReturnType, Signature, Type};

use super::arg::ArgOptions;
use super::options::ToolOptions;
use super::parse::Function;
use crate::description::Description;
use crate::diagnostics::Errors;
use crate::names;
use crate::resource::address::{Address, Wrong};
use crate::role::Role;

/// One tool, prompt or resource.
pub(crate) struct Tool {
    pub(crate) role: Role,
    /// The user's identifier of the function.
    pub(crate) ident: Ident,
    /// The name on the wire, and the token to change it at.
    pub(crate) name: String,
    pub(crate) name_span: Span,
    /// A resource's address, and whether it could be read.
    pub(crate) address: Address,
    pub(crate) address_is_read: bool,
    /// What no other of its kind has: the name, or a resource's address; and the token to change
    /// it at.
    pub(crate) key: String,
    pub(crate) key_span: Span,
    pub(crate) description: Description,
    pub(crate) options: ToolOptions,
    /// The function's signature, as the rules read it.
    pub(crate) signature: Signature,
    pub(crate) has_body: bool,
    pub(crate) params: Vec<Param>,
    /// The predicates of the function's `#[cfg]`s.
    pub(crate) conditions: Vec<TokenStream>,
    /// Whether calling the function is warned about, which is for others than the tool.
    pub(crate) is_deprecated: bool,
}

/// One parameter.
pub(crate) struct Param {
    /// Names the local that holds it.
    pub(crate) ident: Ident,
    /// The name on the wire.
    pub(crate) name: String,
    pub(crate) description: Description,
    /// The type as written, for spans and bounds.
    pub(crate) ty: Type,
    pub(crate) form: Form,
    pub(crate) options: ArgOptions,
    /// The predicates of the parameter's `#[cfg]`s.
    pub(crate) conditions: Vec<TokenStream>,
}

/// How a parameter is passed. This much is spelled; what a reference refers to (state, the
/// context, or an argument that is lent) is decided by its type.
#[derive(Clone)]
pub(crate) enum Form {
    /// `&self`.
    Receiver,
    /// `&X`, with the `X`.
    Reference(Box<Type>),
    /// A type that borrows below the top, such as `Option<&str>`.
    Borrowing,
    /// Everything else: moved into the function.
    Owned,
}

impl Tool {
    /// Reads a function, and takes off it what only the macro understands.
    pub(crate) fn read(
        role: Role,
        options: ToolOptions,
        function: &mut Function,
        errors: &mut Errors,
    ) -> Self {
        let attributes = function.take_parameter_attributes();
        let inputs = function.signature.inputs.iter();
        let params = inputs
            .zip(&attributes)
            .filter_map(|(input, attributes)| match input {
                FnArg::Receiver(receiver) => Param::receiver(receiver, attributes, errors),
                FnArg::Typed(parameter) => Param::read(role, parameter, attributes, errors),
            })
            .collect();
        let ident = function.signature.ident.clone();
        let (name, name_span) = match &options.name {
            Some(name) => (name.value(), name.span()),
            None => (names::wire(&ident), ident.span()),
        };
        let description = options
            .description
            .clone()
            .map_or_else(|| Description::of(&function.attributes), Description::given);
        let (key, key_span) = match &options.uri {
            Some(uri) => (uri.value(), uri.span()),
            None => (name.clone(), name_span),
        };
        let mut problems = Vec::new();
        let address = match &options.uri {
            Some(uri) => Address::read(&uri.value(), &mut problems),
            None => Address::default(),
        };
        let address_is_read = problems.is_empty();
        for Wrong(wrong, edit) in problems {
            errors.push(key_span, wrong, edit);
        }
        Self {
            role,
            ident,
            name,
            name_span,
            address,
            address_is_read,
            key,
            key_span,
            description,
            options,
            signature: function.signature.clone(),
            has_body: function.has_body(),
            params,
            conditions: conditions(&function.attributes),
            is_deprecated: function
                .attributes
                .iter()
                .any(|it| it.path().is_ident("deprecated")),
        }
    }

    /// The type that the function returns.
    pub(crate) fn output(&self) -> Type {
        match &self.signature.output {
            ReturnType::Default => syn::parse_quote!(()),
            ReturnType::Type(_, output) => (**output).clone(),
        }
    }

    /// Whether a parameter is a variable that an address may lack, without anything to stand for
    /// it.
    pub(crate) fn may_be_absent(&self, param: &Param) -> bool {
        self.address.may_lack(&param.name) && param.options.default.is_none()
    }

    /// Whether the function returns a future.
    pub(crate) fn is_async(&self) -> bool {
        self.signature.asyncness.is_some()
    }

    /// Whether the function is run on the blocking pool.
    pub(crate) fn is_blocking(&self) -> bool {
        self.options.blocking.as_ref().is_some_and(|flag| flag.on)
    }
}

impl Param {
    fn read(
        role: Role,
        parameter: &PatType,
        attributes: &[Attribute],
        errors: &mut Errors,
    ) -> Option<Self> {
        let options = ArgOptions::parse(attributes, errors);
        let ident = ident(role, &parameter.pat, errors)?;
        let description = options
            .description
            .clone()
            .map_or_else(|| Description::of(attributes), Description::given);
        let name = options
            .rename
            .as_ref()
            .map_or_else(|| names::wire(&ident), syn::LitStr::value);
        Some(Self {
            ident,
            name,
            description,
            ty: (*parameter.ty).clone(),
            form: Form::of(&parameter.ty),
            options,
            conditions: conditions(&parameter.attrs),
        })
    }

    fn receiver(
        receiver: &Receiver,
        attributes: &[Attribute],
        errors: &mut Errors,
    ) -> Option<Self> {
        if let Some(attribute) = attributes.iter().find(|it| super::parse::is_arg(it)) {
            errors.push_on(
                attribute,
                "`self` is the server's state, not an argument",
                "remove `#[arg(..)]` from it",
            );
            return None;
        }
        let span = receiver.self_token.span();
        Some(Self {
            ident: Ident::new("receiver", span),
            name: "self".to_owned(),
            description: Description::default(),
            ty: syn::parse_quote!(Self),
            form: Form::Receiver,
            options: ArgOptions::default(),
            conditions: Vec::new(),
        })
    }

    /// Whether the function's author calls it so.
    pub(crate) fn is_called(&self, name: &Ident) -> bool {
        match &self.form {
            Form::Receiver => name == "self",
            _ => *name == self.ident,
        }
    }

    /// The token to point at when the type is wrong.
    pub(crate) fn place(&self) -> Span {
        match &self.form {
            Form::Reference(referent) => referent.span(),
            Form::Receiver => self.ident.span(),
            Form::Borrowing | Form::Owned => self.ty.span(),
        }
    }
}

impl Form {
    fn of(written: &Type) -> Self {
        match plain(written) {
            Type::Reference(reference) => Self::Reference(Box::new(plain(&reference.elem).clone())),
            written if borrows(written.to_token_stream()) => Self::Borrowing,
            _ => Self::Owned,
        }
    }
}

/// A type without the parentheses around it, those of a `macro_rules!` fragment included.
pub(crate) fn plain(written: &Type) -> &Type {
    match written {
        Type::Group(group) => plain(&group.elem),
        Type::Paren(paren) => plain(&paren.elem),
        other => other,
    }
}

/// Whether a type has a reference in it, or a lifetime other than `'static`.
fn borrows(tokens: TokenStream) -> bool {
    let mut lifetime = false;
    tokens.into_iter().any(|token| match token {
        TokenTree::Punct(punct) => {
            lifetime = punct.as_char() == '\'';
            punct.as_char() == '&'
        }
        TokenTree::Ident(ident) => std::mem::take(&mut lifetime) && ident != "static",
        TokenTree::Group(group) => borrows(group.stream()),
        TokenTree::Literal(_) => false,
    })
}

/// The name of a parameter; what it destructures has none.
fn ident(role: Role, pattern: &Pat, errors: &mut Errors) -> Option<Ident> {
    if let Pat::Ident(name) = pattern {
        if name.subpat.is_none() && name.by_ref.is_none() {
            return Some(name.ident.clone());
        }
    }
    errors.push_on(
        pattern,
        format_args!("a parameter of a {} needs a name", role.word()),
        "write a name here, and take the value apart inside the function",
    );
    None
}

/// The predicates of the `#[cfg]`s among some attributes.
pub(crate) fn conditions(attributes: &[Attribute]) -> Vec<TokenStream> {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"))
        .filter_map(|attribute| attribute.meta.require_list().ok())
        .map(|list| list.tokens.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(written: &Type) -> &'static str {
        match Form::of(written) {
            Form::Receiver => "receiver",
            Form::Reference(_) => "reference",
            Form::Borrowing => "borrowing",
            Form::Owned => "owned",
        }
    }

    #[test]
    fn a_reference_is_one_in_parentheses_too() {
        assert_eq!(form(&syn::parse_quote!(&str)), "reference");
        assert_eq!(form(&syn::parse_quote!((&(dyn Clock + Send)))), "reference");
    }

    #[test]
    fn a_reference_below_the_top_is_borrowing() {
        assert_eq!(form(&syn::parse_quote!(Option<&str>)), "borrowing");
        assert_eq!(form(&syn::parse_quote!(Reason<'_>)), "borrowing");
        assert_eq!(form(&syn::parse_quote!((u8, &str))), "borrowing");
    }

    #[test]
    fn what_lasts_is_owned() {
        assert_eq!(form(&syn::parse_quote!(Cow<'static, str>)), "owned");
        assert_eq!(form(&syn::parse_quote!(Option<Vec<u8>>)), "owned");
    }
}
