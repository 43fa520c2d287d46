//! A field of a failure: how it is bound, and what was said of it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Type};

use super::options;
use crate::diagnostics::Errors;

/// A field.
pub(crate) struct Field {
    /// Its name, unless it has only a number.
    pub(crate) name: Option<Ident>,
    /// The local that holds a reference to it: its name, or `_0` as in thiserror.
    pub(crate) binding: Ident,
    pub(crate) ty: Type,
    /// Where `#[from]` is written.
    pub(crate) from: Option<Span>,
    /// The error that caused the failure: `#[source]`, `#[from]`, or a field called `source`.
    pub(crate) is_source: bool,
    /// It holds text from elsewhere.
    pub(crate) untrusted: bool,
    /// It must not be shown.
    pub(crate) secret: bool,
}

impl Field {
    /// Reads the fields of a variant or a struct.
    pub(crate) fn all(fields: &syn::Fields, errors: &mut Errors) -> Vec<Self> {
        fields
            .iter()
            .enumerate()
            .map(|(index, field)| Self::read(index, field, errors))
            .collect()
    }

    fn read(index: usize, field: &syn::Field, errors: &mut Errors) -> Self {
        let options = options::of_field(&field.attrs, errors);
        let from = marked(&field.attrs, "from");
        let named_source = field.ident.as_ref().is_some_and(|name| name == "source");
        Self {
            name: field.ident.clone(),
            binding: field
                .ident
                .clone()
                .unwrap_or_else(|| format_ident!("_{}", index, span = Span::call_site())),
            ty: field.ty.clone(),
            from,
            is_source: from.is_some() || marked(&field.attrs, "source").is_some() || named_source,
            untrusted: options.untrusted,
            secret: options.secret,
        }
    }

    /// How the field is called in messages of the macro.
    pub(crate) fn called(&self) -> String {
        self.name
            .as_ref()
            .unwrap_or(&self.binding)
            .unraw()
            .to_string()
            .trim_start_matches('_')
            .to_owned()
    }

    /// The member in a pattern or an expression that builds the value.
    pub(crate) fn member(&self, index: usize) -> TokenStream {
        if let Some(name) = &self.name {
            return quote!(#name);
        }
        let index = syn::Index::from(index);
        quote!(#index)
    }

    /// Whether the field holds a backtrace, which thiserror fills in by itself.
    pub(crate) fn is_backtrace(&self) -> bool {
        last_segment(&self.ty).is_some_and(|name| name == "Backtrace")
    }

    /// Whether the type is spelled `Option<..>`.
    pub(crate) fn is_optional(&self) -> bool {
        last_segment(&self.ty).is_some_and(|name| name == "Option")
    }
}

fn last_segment(ty: &Type) -> Option<&Ident> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|segment| &segment.ident),
        _ => None,
    }
}

fn marked(attributes: &[Attribute], name: &str) -> Option<Span> {
    attributes
        .iter()
        .find(|attribute| attribute.path().is_ident(name))
        .map(Spanned::span)
}
