//! What parts a server's state has.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{
    Attribute, Data, DeriveInput, Field, GenericArgument, Generics, Ident, Member, PathArguments,
    Type,
};

use crate::diagnostics::Errors;
use crate::names::Root;
use crate::options::{Given, Known, of_attribute};
use crate::tool::model::{conditions, plain};

/// What `#[state(..)]` knows on the struct.
const OF_STRUCT: Known = Known {
    owner: "`#[state]` on a struct",
    names: &["crate"],
    repeatable: &[],
};

/// What `#[state(..)]` knows on a field.
const OF_FIELD: Known = Known {
    owner: "`#[state]` on a field",
    names: &["skip", "deref"],
    repeatable: &[],
};

/// A struct of several states.
pub(crate) struct State {
    pub(crate) root: Root,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) parts: Vec<Part>,
}

/// One field that tools may ask for.
pub(crate) struct Part {
    pub(crate) member: Member,
    /// The type that tools ask for: the field's, or that which it points to.
    pub(crate) ty: Type,
    /// The field's type, when it is what the field points to.
    pub(crate) pointer: Option<Type>,
    pub(crate) conditions: Vec<TokenStream>,
}

impl State {
    pub(crate) fn read(input: DeriveInput, errors: &mut Errors) -> Self {
        let mut state = Self {
            root: Root::default(),
            ident: input.ident,
            generics: input.generics,
            parts: Vec::new(),
        };
        for given in given(&OF_STRUCT, &input.attrs, errors) {
            state.root = Root(given.path(errors));
        }
        let fields = match input.data {
            Data::Struct(data) => data.fields,
            Data::Enum(data) => {
                refuse(
                    data.enum_token.span(),
                    "an enum has no part that is always there",
                    errors,
                );
                return state;
            }
            Data::Union(data) => {
                refuse(
                    data.union_token.span(),
                    "a union has no part that is always there",
                    errors,
                );
                return state;
            }
        };
        for (member, field) in fields.members().zip(&fields) {
            state.parts.extend(Part::read(member, field, errors));
        }
        state.refuse_twins(errors);
        state
    }

    /// A tool asks for a part by its type, so no two may have the same.
    fn refuse_twins(&mut self, errors: &mut Errors) {
        let mut kept: Vec<Part> = Vec::new();
        for part in self.parts.drain(..) {
            let twin = kept.iter().find(|other| {
                other.conditions.is_empty()
                    && part.conditions.is_empty()
                    && same(&other.ty, &part.ty)
            });
            let Some(twin) = twin else {
                kept.push(part);
                continue;
            };
            errors.push_on(
                &part.ty,
                format_args!(
                    "`{}` and `{}` have the same type, and a function asks for a part by its type",
                    name(&twin.member),
                    name(&part.member)
                ),
                "give one of them a type of its own, or put `#[state(skip)]` on it",
            );
        }
        self.parts = kept;
    }
}

impl Part {
    fn read(member: Member, field: &Field, errors: &mut Errors) -> Option<Self> {
        let mut skip = None;
        let mut deref = None;
        for given in given(&OF_FIELD, &field.attrs, errors) {
            let on = given.flag(errors).unwrap_or_default();
            let place = on.then(|| given.name.span());
            if given.name == "skip" {
                skip = place;
            } else {
                deref = place;
            }
        }
        if let (Some(_), Some(place)) = (skip, deref) {
            errors.push(
                place,
                format_args!("`{}` is skipped, so nothing of it is given", name(&member)),
                "remove `skip` or `deref`",
            );
        }
        if skip.is_some() {
            return None;
        }
        let ty = match deref {
            Some(_) => pointee(&field.ty, errors)?,
            None => field.ty.clone(),
        };
        Some(Self {
            member,
            ty,
            pointer: deref.map(|_| field.ty.clone()),
            conditions: conditions(&field.attrs),
        })
    }
}

/// What a pointer such as `Arc<T>` points to. It is read from the spelling: the compiler takes
/// `<Arc<T> as Deref>::Target` for a type that any other part might have.
fn pointee(pointer: &Type, errors: &mut Errors) -> Option<Type> {
    let arguments = match plain(pointer) {
        Type::Path(path) => path.path.segments.last().map(|last| &last.arguments),
        _ => None,
    };
    if let Some(PathArguments::AngleBracketed(arguments)) = arguments {
        if let Some(GenericArgument::Type(pointee)) = arguments.args.first() {
            return Some(pointee.clone());
        }
    }
    errors.push_on(
        pointer,
        "`deref` cannot see what this type points to",
        "write the pointer out, as in `Arc<Stations>`, or remove `deref`",
    );
    None
}

fn given(known: &Known, attributes: &[Attribute], errors: &mut Errors) -> Vec<Given> {
    let mut tokens = TokenStream::new();
    for attribute in attributes.iter().filter(|it| it.path().is_ident("state")) {
        tokens.extend(of_attribute(attribute, errors));
        tokens.extend(<syn::Token![,]>::default().into_token_stream());
    }
    known.read(tokens, errors)
}

fn refuse(place: Span, wrong: &str, errors: &mut Errors) {
    errors.push(
        place,
        wrong,
        "derive `State` on a struct with a field for each part; another type can be a part itself",
    );
}

fn same(one: &Type, other: &Type) -> bool {
    one.to_token_stream().to_string() == other.to_token_stream().to_string()
}

fn name(member: &Member) -> String {
    match member {
        Member::Named(ident) => ident.to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}
