//! What a failure is: its variants, the path each takes, and its words.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Fields, Generics, LitStr, Token};

use super::field::Field;
use super::format::{self, Piece};
use super::kind::Kind;
use super::message::Message;
use super::options::{self, VariantOptions};
use crate::diagnostics::Errors;
use crate::names::Root;

/// A type whose values are failures.
pub(crate) struct Failure {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) root: Root,
    /// Whether `Display` and `Error` are written by this derive.
    pub(crate) own_words: bool,
    /// What an enum advises where a variant says nothing else.
    pub(crate) try_next: Option<Message>,
    pub(crate) otherwise: Option<Message>,
    pub(crate) variants: Vec<Variant>,
}

/// One of the things that can go wrong. A struct is one.
pub(crate) struct Variant {
    /// The name in the enum; none for a struct.
    pub(crate) name: Option<Ident>,
    /// The token to point at when something is missing.
    pub(crate) place: Span,
    pub(crate) fields: Vec<Field>,
    /// What `Display` shows.
    pub(crate) shown: Shown,
    /// What the model reads instead: `message = ..`.
    pub(crate) told: Option<Message>,
    pub(crate) try_next: Option<Message>,
    pub(crate) otherwise: Option<Message>,
    /// The kind of the type, where the variant names none.
    pub(crate) inherited: Option<Kind>,
    pub(crate) options: VariantOptions,
}

/// What a variant's `Display` shows.
pub(crate) enum Shown {
    /// Nothing was said of it.
    Unsaid,
    Message(Message),
    /// What a function or a `Display` written by hand makes of it.
    Whole(Span),
    /// What the error inside shows: `#[error(transparent)]`.
    Transparent(Span),
}

/// Where a variant leads.
pub(crate) enum Path<'a> {
    /// Nobody said.
    Missing,
    Kind(&'a Kind),
    /// To where the failure inside leads.
    Nested,
}

/// What the model reads of a variant.
pub(crate) enum Told<'a> {
    /// The safe sentence of internal failures.
    Safe,
    Message(&'a Message),
    /// What `Display` shows, cleaned whole.
    Whole(Option<Span>),
}

impl Failure {
    /// Reads a type. `None` for a union.
    pub(crate) fn read(input: DeriveInput, errors: &mut Errors) -> Option<Self> {
        let (of_type, of_all, data) = match input.data {
            Data::Enum(data) => {
                let (of_type, of_all) = options::of_enum(&input.attrs, errors);
                (of_type, of_all, Ok(data))
            }
            Data::Struct(data) => {
                let (of_type, of_all) = options::of_struct(&input.attrs, errors);
                (of_type, of_all, Err(data))
            }
            Data::Union(data) => {
                errors.push(
                    data.union_token.span(),
                    "a union cannot be a failure: nothing says which of its fields is there",
                    "make it an enum, with one variant for each thing that can go wrong",
                );
                return None;
            }
        };
        let mut failure = Self {
            ident: input.ident,
            generics: input.generics,
            root: of_type.root,
            own_words: false,
            try_next: None,
            otherwise: None,
            variants: Vec::new(),
        };
        let display = of_type.display;
        match data {
            Err(data) => {
                let place = failure.ident.span();
                let variant =
                    Variant::read(None, place, &data.fields, of_all, &input.attrs, &[], errors);
                failure.variants.push(variant);
            }
            Ok(data) => {
                several_kinds(&failure.ident, &of_all.kinds, errors);
                failure.try_next = for_all("try_next", of_all.try_next, errors);
                failure.otherwise = for_all("otherwise", of_all.otherwise, errors);
                for variant in data.variants {
                    let options = options::of_variant(&variant.attrs, errors);
                    let place = variant.ident.span();
                    let mut variant = Variant::read(
                        Some(variant.ident),
                        place,
                        &variant.fields,
                        options,
                        &variant.attrs,
                        &input.attrs,
                        errors,
                    );
                    variant.inherited = of_all.kinds.first().cloned();
                    variant.take_advice(&failure);
                    failure.variants.push(variant);
                }
            }
        }
        if let Some(display) = display {
            for variant in &mut failure.variants {
                if matches!(variant.shown, Shown::Unsaid) {
                    variant.shown = Shown::Whole(display);
                }
            }
        }
        failure.own_words = display.is_none()
            && failure
                .variants
                .iter()
                .all(|variant| matches!(variant.shown, Shown::Unsaid));
        Some(failure)
    }

    /// The type parameters' names.
    pub(crate) fn parameters(&self) -> Vec<&Ident> {
        self.generics
            .type_params()
            .map(|parameter| &parameter.ident)
            .collect()
    }
}

impl Variant {
    fn read(
        name: Option<Ident>,
        place: Span,
        fields: &Fields,
        mut options: VariantOptions,
        attributes: &[Attribute],
        of_enum: &[Attribute],
        errors: &mut Errors,
    ) -> Self {
        let fields = Field::all(fields, errors);
        let shown = match Shown::read(attributes, &fields, errors) {
            // thiserror takes what stands on the enum where a variant says nothing.
            Shown::Unsaid => Shown::read(of_enum, &fields, errors),
            said => said,
        };
        let mut message = |tokens: Option<TokenStream>| {
            tokens.and_then(|tokens| Message::read(tokens, &fields, errors))
        };
        let told = message(options.message.clone());
        let try_next = message(options.try_next.take());
        let otherwise = message(options.otherwise.take());
        Self {
            name,
            place,
            fields,
            shown,
            told,
            try_next,
            otherwise,
            inherited: None,
            options,
        }
    }

    /// What the enum advises, unless the variant says something else; nobody can do anything about an
    /// internal failure.
    fn take_advice(&mut self, failure: &Failure) {
        if !matches!(self.path(), Path::Kind(kind) if !kind.is("internal")) {
            return;
        }
        for (own, of_all) in [
            (&mut self.try_next, &failure.try_next),
            (&mut self.otherwise, &failure.otherwise),
        ] {
            if own.is_none() {
                *own = of_all.as_ref().map(Message::inherit);
            }
        }
    }

    /// How the variant is called in messages of the macro.
    pub(crate) fn called(&self, failure: &Failure) -> String {
        match &self.name {
            Some(name) => format!("the variant `{name}`"),
            None => format!("the failure `{}`", failure.ident),
        }
    }

    /// Where the variant leads.
    pub(crate) fn path(&self) -> Path<'_> {
        match (self.options.kinds.first(), self.options.transparent) {
            (Some(kind), _) => Path::Kind(kind),
            (None, Some(_)) => Path::Nested,
            (None, None) => self.inherited.as_ref().map_or(Path::Missing, Path::Kind),
        }
    }

    /// Whether it is a fault that the model cannot do anything about.
    pub(crate) fn is_internal(&self) -> bool {
        matches!(self.path(), Path::Kind(kind) if kind.is("internal"))
    }

    /// What the model reads.
    pub(crate) fn told(&self) -> Told<'_> {
        match (&self.told, &self.shown) {
            (Some(message), _) => Told::Message(message),
            _ if self.is_internal() => Told::Safe,
            (None, Shown::Message(message)) => Told::Message(message),
            (None, Shown::Whole(place)) => Told::Whole(Some(*place)),
            (None, Shown::Transparent(_) | Shown::Unsaid) => Told::Whole(None),
        }
    }

    /// Everything that was written to be read by somebody.
    pub(crate) fn messages(&self) -> impl Iterator<Item = &Message> {
        let shown = match &self.shown {
            Shown::Message(message) => Some(message),
            _ => None,
        };
        shown.into_iter().chain(self.sent())
    }

    /// Everything that was written for the model, without what it reads of `#[error]`.
    pub(crate) fn sent(&self) -> impl Iterator<Item = &Message> {
        self.told
            .iter()
            .chain(&self.try_next)
            .chain(&self.otherwise)
    }

    /// Everything that the model reads.
    pub(crate) fn sent_or_shown(&self) -> impl Iterator<Item = &Message> {
        let told = match self.told() {
            Told::Message(message) => Some(message),
            Told::Safe | Told::Whole(_) => None,
        };
        told.into_iter()
            .chain(&self.try_next)
            .chain(&self.otherwise)
    }

    /// The fields that may have a part in what the model reads and are not marked `untrusted`, each
    /// with the token to point at.
    pub(crate) fn unmarked(&self) -> Vec<(usize, Span)> {
        let shown = self
            .sent_or_shown()
            .flat_map(Message::values)
            .flat_map(|value| value.mentions.iter().map(|index| (*index, value.place)));
        // Nobody can tell which fields a text from a function shows.
        let whole = match (self.told(), self.path()) {
            (Told::Whole(Some(_)), Path::Kind(_)) => self.fields.as_slice(),
            _ => &[],
        };
        let all = whole.iter().enumerate();
        let mut found: Vec<(usize, Span)> = Vec::new();
        for (index, place) in shown.chain(all.map(|(index, field)| (index, field.ty.span()))) {
            let trusted = self.fields.get(index).is_some_and(|field| !field.untrusted);
            if trusted && found.iter().all(|(known, _)| *known != index) {
                found.push((index, place));
            }
        }
        found
    }

    /// `message = ..`.
    pub(crate) fn told_alone(&self) -> impl Iterator<Item = &Message> {
        self.told.iter()
    }

    /// The field that a nested failure is held in: the only one, but for a backtrace.
    pub(crate) fn inner(&self) -> Option<(usize, &Field)> {
        let mut fields = self
            .fields
            .iter()
            .enumerate()
            .filter(|(_, field)| !field.is_backtrace());
        fields.next().filter(|_| fields.next().is_none())
    }

    /// The field that holds the error behind this one.
    pub(crate) fn source(&self) -> Option<(usize, &Field)> {
        self.fields
            .iter()
            .enumerate()
            .find(|(_, field)| field.is_source)
    }

    /// The field that `after` names.
    pub(crate) fn after(&self) -> Option<&Field> {
        let token = self.options.after.as_ref()?;
        match options::field_name(token) {
            Some(name) => self
                .fields
                .iter()
                .find(|field| field.name.as_ref() == Some(&name)),
            None => self
                .fields
                .get(token.to_string().parse::<usize>().ok()?)
                .filter(|field| field.name.is_none()),
        }
    }

    /// The path of the constructor: `Failure` or `Failure::Variant`.
    pub(crate) fn constructor(&self, failure: &Failure) -> TokenStream {
        let ident = &failure.ident;
        let variant = self.name.iter();
        quote!(#ident #(::#variant)*)
    }
}

/// Advice for every variant of an enum. It shows nothing: not every variant has the same fields.
fn for_all(name: &str, tokens: Option<TokenStream>, errors: &mut Errors) -> Option<Message> {
    let tokens = tokens?;
    let literal: LitStr = syn::parse2(tokens.clone()).ok()?;
    match format::parse(&literal.value()) {
        Ok(pieces) if pieces.iter().any(|piece| matches!(piece, Piece::Hole(_))) => {
            errors.push(
                literal.span(),
                format_args!(
                    "`{name}` of a whole enum shows a value, and not every variant has it"
                ),
                "write it without the value, or at the variants that have it",
            );
            None
        }
        _ => Message::read(tokens, &[], errors),
    }
}

/// The first kind is kept where there are several.
pub(crate) fn several_kinds(called: &impl ToTokens, kinds: &[Kind], errors: &mut Errors) {
    let Some((first, more)) = kinds.split_first() else {
        return;
    };
    for kind in more {
        errors.push(
            kind.span,
            format_args!(
                "`{}` is both `{}` and `{}`, and every failure takes exactly one path",
                called.to_token_stream(),
                first.name,
                kind.name
            ),
            "keep the one that says what the model can do about it",
        );
    }
}

impl Shown {
    fn read(attributes: &[Attribute], fields: &[Field], errors: &mut Errors) -> Self {
        let error = attributes
            .iter()
            .find(|attribute| attribute.path().is_ident("error"));
        let Some(attribute) = error else {
            return Self::Unsaid;
        };
        let Ok(list) = attribute.meta.require_list() else {
            // thiserror says what is wrong with it.
            return Self::Whole(attribute.span());
        };
        let is_transparent = |input: ParseStream<'_>| {
            let word: Ident = input.parse()?;
            if word == "transparent" && input.is_empty() {
                return Ok(true);
            }
            input.parse::<Token![=]>()?;
            input.parse::<TokenStream>()?;
            Ok(false)
        };
        match is_transparent.parse2(list.tokens.clone()) {
            Ok(true) => Self::Transparent(list.tokens.span()),
            Ok(false) => Self::Whole(list.tokens.span()),
            Err(_) => Message::read(list.tokens.clone(), fields, errors)
                .map_or(Self::Whole(list.tokens.span()), Self::Message),
        }
    }
}
