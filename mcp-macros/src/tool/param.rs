//! One parameter: its line in the schema, the line that holds it, the word that lends it.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Lit, Type};

use super::limits::{End, Ends, Limits, signed_literal};
use super::model::{Form, Param};
use super::provided::Provided;
use crate::names::{self, Root, at, local};
use crate::options::literal;

/// One parameter on its way to tokens.
pub(super) struct Expanded<'tool> {
    param: &'tool Param,
    root: &'tool Root,
    pub(super) held: Ident,
    /// The marker of what is provided; `None` for what is moved in or lent by an argument alone.
    from: Option<(Type, Ident)>,
}

impl<'tool> Expanded<'tool> {
    pub(super) fn new(param: &'tool Param, root: &'tool Root, provided: &mut Provided) -> Self {
        let from = match &param.form {
            Form::Receiver => Some(param.ty.clone()),
            Form::Reference(referent) => Some((**referent).clone()),
            Form::Borrowing | Form::Owned => None,
        };
        let from = from.map(|referent| {
            let from = provided.from(&referent, param.place());
            (referent, from)
        });
        Self {
            param,
            root,
            held: names::held(&param.ident),
            from,
        }
    }

    /// `<State as Provide<X, From>>`.
    fn provide(&self, referent: &Type, from: &Ident) -> TokenStream {
        let private = self.root.private_at(self.param.place());
        let state = names::state();
        quote_spanned!(at(self.param.place())=> <#state as #private::Provide<#referent, #from>>)
    }

    /// Adds the parameter to the schema; `self` is never in it.
    pub(super) fn property(&self) -> Option<TokenStream> {
        let schema = local("schema");
        let ty = &self.param.ty;
        let place = at(self.param.place());
        let parameter = self.parameter();
        match (&self.param.form, &self.from) {
            (Form::Receiver, _) => None,
            // Options are for arguments: then the reference has to be one.
            (Form::Reference(_), Some((referent, from))) if self.param.options.given.is_empty() => {
                let provide = self.provide(referent, from);
                Some(quote_spanned!(place=> #provide::property(#schema, #parameter)))
            }
            (Form::Owned, _) => Some(quote_spanned!(place=> #schema.property::<#ty>(#parameter))),
            (Form::Reference(_) | Form::Borrowing, _) => {
                Some(quote_spanned!(place=> #schema.borrowed::<#ty>(#parameter)))
            }
        }
    }

    /// What the declaration says beside the type.
    fn parameter(&self) -> TokenStream {
        let private = self.root.private();
        let options = &self.param.options;
        let name = &self.param.name;
        let description = self.param.description.to_expr();
        let mut parameter = quote!(#private::Parameter::new(#name, #description));
        if let Some(default) = &options.default {
            let ty = self.owned();
            let default = self.default_value(default);
            parameter.extend(quote!(.default(|| #private::to_value::<#ty>(&#default))));
        }
        if !options.examples.is_empty() {
            let examples = options.examples.iter().map(|example| {
                let private = self.root.private_at(example.span());
                let value = example_value(example);
                quote_spanned!(at(example.span())=> || #private::to_value(&#value))
            });
            parameter.extend(quote!(.examples(&[#(#examples),*])));
        }
        parameter.extend(limits(&options.limits, &private));
        if let Some(header) = &options.header {
            parameter.extend(quote!(.header(#header)));
        }
        if let Some(title) = &options.title {
            parameter.extend(quote!(.title(#title)));
        }
        if options.secret {
            parameter.extend(quote!(.secret()));
        }
        parameter
    }

    /// Whether the call may have to provide it.
    pub(super) fn is_provided(&self) -> bool {
        self.from.is_some()
    }

    /// Whether the function owns what it is given.
    pub(super) fn is_owned(&self) -> bool {
        !self.is_provided() && matches!(self.param.form, Form::Owned)
    }

    /// The type of the value that is kept in the place of what is lent.
    fn owned(&self) -> TokenStream {
        let ty = &self.param.ty;
        if self.is_moved() {
            return ty.to_token_stream();
        }
        let private = self.root.private_at(self.param.place());
        quote_spanned!(at(self.param.place())=> #private::OwnedOf<'_, #ty>)
    }

    fn is_moved(&self) -> bool {
        matches!(self.param.form, Form::Owned)
    }

    /// A default. A literal becomes a value of the parameter's type: a text whatever text that is,
    /// and a whole number also one with a fraction; and so does whatever stands for what is lent. It
    /// is written in two places, and what the compiler has to say about its type is the same in
    /// both, so that it says so once.
    fn default_value(&self, default: &Expr) -> TokenStream {
        let place = at(default.span());
        let private = self.root.private_at(default.span());
        let ty = self.owned();
        if !self.is_moved() || signed_literal(default).is_some() {
            return quote_spanned!(place=> #private::DefaultOf::<#ty, _>::default_of(#default));
        }
        let value = local("default");
        quote_spanned!(place=> { let #value: #ty = #default; #value })
    }

    /// Takes the value from the call, which is lent as written here, and so are its arguments.
    pub(super) fn hold(&self, (call, lent): (&TokenStream, &TokenStream)) -> TokenStream {
        let held = &self.held;
        let arguments = local("arguments");
        let ty = &self.param.ty;
        let name = &self.param.name;
        let place = at(self.param.place());
        if let Some(default) = &self.param.options.default {
            let default = self.default_value(default);
            let taken = local(if self.is_moved() {
                "hold_or"
            } else {
                "hold_borrowed_or"
            });
            return quote_spanned!(place=> let #held = #arguments.#taken::<#ty>(#name, || #default););
        }
        if let Some((referent, from)) = &self.from {
            let provide = self.provide(referent, from);
            return quote_spanned!(place=> let #held = #provide::hold(#call, #lent, #name););
        }
        let taken = local(if self.is_moved() {
            "hold"
        } else {
            "hold_borrowed"
        });
        quote_spanned!(place=> let #held = #arguments.#taken::<#ty>(#name);)
    }

    /// The argument's name, and what suggests values for it.
    pub(super) fn completer(&self, all: &[Self]) -> Option<TokenStream> {
        let complete = self.param.options.complete.as_ref()?;
        let private = self.root.private();
        let completing = local("completing");
        let (function, name) = (&complete.function, &self.param.name);
        // Those that are not there were refused before, or are under another `#[cfg]`.
        let others: Vec<&Self> = complete
            .others
            .iter()
            .filter_map(|other| all.iter().find(|it| it.param.is_called(other)))
            .collect();
        let known = others.iter().filter_map(|other| other.known(&completing));
        let lends = others.iter().map(|other| {
            if let Some((referent, from)) = &other.from {
                let (provide, held) = (other.provide(referent, from), &other.held);
                return quote!(#provide::lend(&#held));
            }
            let name = &other.param.name;
            quote!(#completing.text(#name))
        });
        let place = at(function.span());
        let call = quote_spanned!(place=> #function(#completing.text(#name), #(#lends),*));
        Some(quote! {
            (#name, |#completing| #private::Box::pin(async move {
                #(#known)*
                #private::Completed::completed(#call).await
            }))
        })
    }

    /// Takes what a completion is given from what is known.
    fn known(&self, completing: &Ident) -> Option<TokenStream> {
        let (referent, from) = self.from.as_ref()?;
        let (provide, held, name) = (self.provide(referent, from), &self.held, &self.param.name);
        Some(quote!(let #held = #provide::known(&#completing, #name);))
    }

    /// Passes the value to the function.
    pub(super) fn lend(&self) -> TokenStream {
        let held = &self.held;
        match (&self.from, &self.param.options.default) {
            (Some(_), Some(_)) => {
                let (private, ty) = (self.root.private(), &self.param.ty);
                return quote!(<#ty as #private::BorrowedArgument<'_>>::lend(&#held));
            }
            (Some((referent, from)), None) => {
                let provide = self.provide(referent, from);
                return quote!(#provide::lend(&#held));
            }
            (None, _) => {}
        }
        match &self.param.form {
            Form::Borrowing => {
                let private = self.root.private();
                quote!(#private::BorrowedArgument::lend(&#held))
            }
            _ => held.into_token_stream(),
        }
    }
}

/// An example, whose type is its own: a number for an `Option` of one. A number without a type
/// is given room.
fn example_value(example: &Expr) -> TokenStream {
    match literal(example) {
        Some(Lit::Int(number)) if number.suffix().is_empty() => {
            let mut wide = number.base10_parse::<i64>().map_or_else(
                |_| number.to_token_stream(),
                |it| Literal::i64_suffixed(it).into_token_stream(),
            );
            if let Ok(number) = number.base10_parse::<u64>() {
                if i64::try_from(number).is_err() {
                    wide = Literal::u64_suffixed(number).into_token_stream();
                }
            }
            wide
        }
        _ => example.to_token_stream(),
    }
}

/// The limits of a parameter, or of its items, as calls behind it.
fn limits(written: &Limits, private: &TokenStream) -> TokenStream {
    let mut calls = TokenStream::new();
    if let Some(range) = &written.range {
        let (least, mut greatest) = ends(range, private, bound);
        // What the type turns out to be decides whether there is a number before it.
        if let (true, Some(End::Integer(last))) = (range.open, &range.greatest) {
            let end = Literal::i128_unsuffixed(last.saturating_add(1));
            greatest = quote!(#private::Option::Some(#private::Bound::Before(#end)));
        }
        calls.extend(quote!(.range(#least, #greatest)));
    }
    if let Some(length) = &written.length {
        let (least, greatest) = ends(length, private, count);
        calls.extend(quote!(.length(#least, #greatest)));
    }
    if let Some(pattern) = &written.pattern {
        calls.extend(quote!(.pattern(#pattern)));
    }
    if let Some(items) = &written.items {
        let items = limits(items, private);
        calls.extend(quote!(.items(#private::Limits::new() #items)));
    }
    calls
}

/// Both ends as `Option`s.
fn ends(
    ends: &Ends,
    private: &TokenStream,
    end: impl Fn(&End, &TokenStream) -> TokenStream,
) -> (TokenStream, TokenStream) {
    let some = |it: &Option<End>| {
        let Some(it) = it else {
            return quote!(#private::Option::None);
        };
        let it = end(it, private);
        quote!(#private::Option::Some(#it))
    };
    (some(&ends.least), some(&ends.greatest))
}

fn bound(end: &End, private: &TokenStream) -> TokenStream {
    match end {
        End::Integer(value) => {
            let value = Literal::i128_unsuffixed(*value);
            quote!(#private::Bound::Integer(#value))
        }
        End::Number(value) => {
            let value = Literal::f64_suffixed(*value);
            quote!(#private::Bound::Number(#value))
        }
        End::Code(code) => quote!(#private::bound(#code)),
        End::Before(code) => quote!(#private::bound_before(#code)),
    }
}

fn count(end: &End, private: &TokenStream) -> TokenStream {
    match end {
        End::Integer(value) => Literal::i128_unsuffixed(*value).into_token_stream(),
        // Refused before: a length has no fraction.
        End::Number(_) => quote!(0),
        End::Code(code) => quote!(#private::count(#code)),
        End::Before(code) => quote!(#private::count_before(#code)),
    }
}
