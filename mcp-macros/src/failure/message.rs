//! A message: a format string, its arguments, and which field each placeholder shows.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, TokenStreamExt, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Lit, LitStr, Token};

use super::field::Field;
use super::format::{self, Argument, Count, Hole, Piece, Spec};
use super::shorthand;
use super::weak::VALUE;
use crate::diagnostics::Errors;
use crate::names::{Root, at};

/// A message that is put together from what the failure holds.
pub(crate) struct Message {
    pub(crate) literal: LitStr,
    pub(crate) parts: Vec<Part>,
    /// It is said for a whole enum.
    pub(crate) inherited: bool,
}

/// A stretch of a message.
pub(crate) enum Part {
    Text(String),
    Value(Box<Value>),
}

/// A placeholder and what it shows.
pub(crate) struct Value {
    expr: TokenStream,
    /// The token to point at.
    pub(crate) place: Span,
    /// The field that is shown as it is.
    pub(crate) field: Option<usize>,
    /// Every field that has a part in what is shown.
    pub(crate) mentions: Vec<usize>,
    pub(crate) spec: Spec,
    width: Option<TokenStream>,
    precision: Option<TokenStream>,
    /// Whether the field itself is shown, so that a path shows itself as thiserror's do.
    direct: bool,
}

/// An argument behind the format string.
struct Given {
    name: Option<Ident>,
    expr: Expr,
}

impl Parse for Given {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let named =
            input.peek(Ident::peek_any) && input.peek2(Token![=]) && !input.peek2(Token![==]);
        let name = if named {
            let name = input.call(Ident::parse_any)?;
            input.parse::<Token![=]>()?;
            Some(name)
        } else {
            None
        };
        Ok(Self {
            name,
            expr: input.parse()?,
        })
    }
}

impl Message {
    /// Reads `"text {placeholder}", arguments..`.
    pub(crate) fn read(tokens: TokenStream, fields: &[Field], errors: &mut Errors) -> Option<Self> {
        let parser = |input: ParseStream<'_>| {
            let literal: LitStr = input.parse()?;
            Ok((literal, input.parse::<TokenStream>()?))
        };
        let place = tokens.clone();
        let Ok((literal, rest)) = parser.parse2(tokens) else {
            errors.push_on(
                place,
                "a message starts with its text in quotation marks",
                "write the text as a string literal, such as `\"no city named '{city}'\"`",
            );
            return None;
        };
        let rest = shorthand::spelled_out(rest, fields);
        let list = |input: ParseStream<'_>| {
            input.parse::<Option<Token![,]>>()?;
            Punctuated::<Given, Token![,]>::parse_terminated(input)
        };
        let given = errors.take(list.parse2(rest))?;
        Self::resolve(
            literal,
            &given.into_iter().collect::<Vec<_>>(),
            fields,
            errors,
        )
    }

    fn resolve(
        literal: LitStr,
        given: &[Given],
        fields: &[Field],
        errors: &mut Errors,
    ) -> Option<Self> {
        let pieces = match format::parse(&literal.value()) {
            Ok(pieces) => pieces,
            Err(wrong) => {
                errors.push(
                    literal.span(),
                    format_args!("{wrong} in this text"),
                    "write a brace that is part of the text twice, as `{{` or `}}`",
                );
                return None;
            }
        };
        let mut resolver = Resolver {
            literal: &literal,
            given,
            fields,
            next: 0,
            used: vec![false; given.len()],
        };
        let mut parts = Vec::new();
        let mut failed = false;
        for piece in pieces {
            match piece {
                Piece::Text(text) => parts.push(Part::Text(text)),
                Piece::Hole(hole) => match resolver.value(hole) {
                    Ok(value) => parts.push(value.folded()),
                    Err((wrong, edit)) => {
                        errors.push(literal.span(), wrong, edit);
                        failed = true;
                    }
                },
            }
        }
        for (given, _) in given.iter().zip(&resolver.used).filter(|(_, used)| !**used) {
            // Where a placeholder is wrong already, the argument may belong to it.
            if !failed {
                errors.push_on(
                    &given.expr,
                    "no placeholder shows this argument",
                    "add a placeholder to the text, or leave the argument out",
                );
            }
        }
        (!failed).then_some(Self {
            literal,
            parts,
            inherited: false,
        })
    }

    /// The message of a whole enum as that of one variant. It shows nothing.
    pub(crate) fn inherit(&self) -> Self {
        let parts = self.parts.iter().filter_map(|part| match part {
            Part::Text(text) => Some(Part::Text(text.clone())),
            Part::Value(_) => None,
        });
        Self {
            literal: self.literal.clone(),
            parts: parts.collect(),
            inherited: true,
        }
    }

    /// The placeholders.
    pub(crate) fn values(&self) -> impl Iterator<Item = &Value> {
        self.parts.iter().filter_map(|part| match part {
            Part::Text(_) => None,
            Part::Value(value) => Some(&**value),
        })
    }

    /// The text without what the placeholders show; a blank stands for each.
    pub(crate) fn words(&self) -> String {
        self.outline().replace(VALUE, " ")
    }

    /// The text with [`VALUE`] for what each placeholder shows.
    pub(crate) fn outline(&self) -> String {
        let mut outline = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => outline.push_str(text),
                Part::Value(_) => outline.push(VALUE),
            }
        }
        outline
    }

    /// Whether something that is shown comes from a field marked `untrusted`.
    pub(crate) fn quotes(&self, fields: &[Field]) -> bool {
        self.values().any(|value| value.is_untrusted(fields))
    }

    /// The message as arguments of `format_args!`, with values as they are: for people and logs.
    pub(crate) fn to_arguments(&self, root: &Root) -> TokenStream {
        let mut text = String::new();
        let mut values = TokenStream::new();
        for part in &self.parts {
            match part {
                Part::Text(plain) => text.push_str(&plain.replace('{', "{{").replace('}', "}}")),
                Part::Value(value) => {
                    text.push_str("{}");
                    let value = value.to_expr(root);
                    values.append_all(quote!(, #value));
                }
            }
        }
        let text = LitStr::new(&text, at(self.literal.span()));
        quote!(#text #values)
    }

    /// The message as a list of parts, for a model: the runtime cleans values, quotes those that
    /// are untrusted, and knows where they stand.
    pub(crate) fn to_parts(&self, fields: &[Field], root: &Root) -> TokenStream {
        let private = root.private();
        let place = at(self.literal.span());
        let parts = self.parts.iter().map(|part| match part {
            Part::Text(words) => {
                let words = LitStr::new(words, place);
                quote!(#private::Part::Words(#words))
            }
            Part::Value(value) => {
                let shown = value.to_expr(root);
                let field = LitStr::new(&value.called(fields), place);
                if value.is_untrusted(fields) {
                    quote!(#private::Part::Quoted(#field, &#shown))
                } else {
                    quote!(#private::Part::Value(#field, &#shown))
                }
            }
        });
        // A text without words still has a type.
        quote!(&[#(#parts),*])
    }
}

impl Value {
    /// Whether a field marked `untrusted` has a part in it.
    pub(crate) fn is_untrusted(&self, fields: &[Field]) -> bool {
        self.mentions
            .iter()
            .filter_map(|index| fields.get(*index))
            .any(|field| field.untrusted)
    }

    /// Whether the field itself is shown, without a wish about how.
    pub(crate) fn is_direct(&self) -> bool {
        self.direct && self.spec.is_plain()
    }

    /// The value; or its text, where a literal is shown: "error" is no more behind a placeholder.
    fn folded(self) -> Part {
        let written = self.spec.is_plain().then(|| text_of(&self.expr)).flatten();
        written.map_or_else(|| Part::Value(Box::new(self)), Part::Text)
    }

    /// The fields that must be bound to show it.
    pub(crate) fn uses(&self, fields: &[Field]) -> Vec<usize> {
        let counts = self.width.iter().chain(&self.precision);
        counts
            .flat_map(|count| shorthand::mentioned(count.clone(), fields))
            .chain(self.mentions.iter().copied())
            .collect()
    }

    /// The field that is shown, or the first that has a part in what is.
    fn called(&self, fields: &[Field]) -> String {
        let index = self.field.or_else(|| self.mentions.first().copied());
        let field = index.and_then(|index| fields.get(index));
        field.map(Field::called).unwrap_or_default()
    }

    /// Where it asks the failure itself.
    pub(crate) fn asks_self(&self) -> Option<Span> {
        let counts = self.width.iter().chain(&self.precision);
        let mut all = counts.chain([&self.expr]).cloned();
        all.find_map(shorthand::self_in)
    }

    /// What shows the value, as the author wished it.
    fn to_expr(&self, root: &Root) -> TokenStream {
        let private = root.private();
        let expr = &self.expr;
        if self.is_direct() {
            let place = at(self.place);
            let private = root.private_at(place);
            return quote_spanned!(place=> #private::Field(#expr).__as_display());
        }
        let placeholder = LitStr::new(&self.spec.to_placeholder(), at(self.place));
        let width = self.width.iter();
        let precision = self.precision.iter();
        quote! {
            #private::format_args!(
                #placeholder, value = #expr #(, width = #width)* #(, precision = #precision)*
            )
        }
    }
}

/// The text of a literal, or of a `concat!` of literals.
fn text_of(tokens: &TokenStream) -> Option<String> {
    let text = |expr: &Expr| match expr {
        Expr::Lit(written) => Some(match &written.lit {
            Lit::Str(text) => text.value(),
            Lit::Char(letter) => letter.value().to_string(),
            Lit::Int(number) => number.base10_digits().to_owned(),
            Lit::Float(number) => number.base10_digits().to_owned(),
            Lit::Bool(truth) => truth.value.to_string(),
            _ => return None,
        }),
        Expr::Paren(inner) => text_of(&inner.expr.to_token_stream()),
        Expr::Group(inner) => text_of(&inner.expr.to_token_stream()),
        Expr::Reference(inner) => text_of(&inner.expr.to_token_stream()),
        Expr::Macro(call) if call.mac.path.segments.last()?.ident == "concat" => {
            let list = Punctuated::<Expr, Token![,]>::parse_terminated;
            let list = list.parse2(call.mac.tokens.clone()).ok()?;
            list.iter()
                .map(|expr| text_of(&expr.to_token_stream()))
                .collect()
        }
        _ => None,
    };
    text(&syn::parse2(tokens.clone()).ok()?)
}

/// Finds what placeholders refer to.
struct Resolver<'a> {
    literal: &'a LitStr,
    given: &'a [Given],
    fields: &'a [Field],
    next: usize,
    /// Which arguments were referred to.
    used: Vec<bool>,
}

/// What is wrong, and the edit.
type Wrong = (String, String);

/// What a placeholder refers to.
enum Target<'a> {
    Field(usize),
    Given(&'a Expr),
    /// A constant in scope.
    Captured(Ident),
}

impl<'a> Resolver<'a> {
    fn value(&mut self, hole: Hole) -> Result<Value, Wrong> {
        // `.*` takes its argument before the value does.
        let precision = self.count(hole.spec.precision.as_ref())?;
        let width = self.count(hole.spec.width.as_ref())?;
        let place = self.literal.span();
        let mut value = Value {
            expr: TokenStream::new(),
            place,
            field: None,
            mentions: Vec::new(),
            spec: hole.spec,
            width,
            precision,
            direct: false,
        };
        match self.target(&hole.argument)? {
            Target::Field(index) => {
                if let Some(field) = self.fields.get(index) {
                    let mut binding = field.binding.clone();
                    binding.set_span(at(place).resolved_at(binding.span()));
                    value.expr = binding.into_token_stream();
                }
                value.field = Some(index);
                value.mentions = vec![index];
                value.direct = true;
            }
            Target::Given(expr) => {
                value.place = expr.span();
                value.field = shorthand::shows(expr, self.fields);
                value.mentions = shorthand::mentioned(expr.to_token_stream(), self.fields);
                value.expr = expr.to_token_stream();
            }
            Target::Captured(name) => value.expr = name.into_token_stream(),
        }
        Ok(value)
    }

    fn count(&mut self, count: Option<&Count>) -> Result<Option<TokenStream>, Wrong> {
        let Some(Count::Of(argument)) = count else {
            return Ok(None);
        };
        Ok(Some(match self.target(argument)? {
            // Fields are borrowed, and a width is a number.
            Target::Field(index) => {
                let binding = self.fields.get(index).map(|field| &field.binding);
                quote!(*#binding)
            }
            Target::Given(expr) => expr.into_token_stream(),
            Target::Captured(name) => name.into_token_stream(),
        }))
    }

    fn target(&mut self, argument: &Argument) -> Result<Target<'a>, Wrong> {
        match argument {
            Argument::Next => {
                let unnamed = |(_, given): &(usize, &Given)| given.name.is_none();
                let index = self.given.iter().enumerate().filter(unnamed).nth(self.next);
                self.next += 1;
                index
                    .and_then(|(index, _)| self.given(index))
                    .ok_or_else(|| self.wrong("a placeholder `{}` has nothing to show"))
            }
            Argument::Index(index) => self.numbered(*index),
            Argument::Name(name) => Ok(self.named(name)),
        }
    }

    fn numbered(&mut self, index: usize) -> Result<Target<'a>, Wrong> {
        let tuple = self
            .fields
            .first()
            .is_some_and(|field| field.name.is_none());
        if tuple && index < self.fields.len() {
            return Ok(Target::Field(index));
        }
        let given = if tuple { None } else { self.given(index) };
        given.ok_or_else(|| {
            self.wrong(&format!(
                "there is no field {index} for `{{{index}}}` to show"
            ))
        })
    }

    fn named(&mut self, name: &str) -> Target<'a> {
        let is_it = |ident: &Ident| ident.unraw() == name;
        let given = |given: &Given| given.name.as_ref().is_some_and(is_it);
        let index = self.given.iter().position(given);
        if let Some(given) = index.and_then(|index| self.given(index)) {
            return given;
        }
        let field = |field: &Field| field.name.as_ref().is_some_and(is_it);
        match self.fields.iter().position(field) {
            Some(index) => Target::Field(index),
            None => Target::Captured(Ident::new(name, self.literal.span())),
        }
    }

    /// An argument, which is used now.
    fn given(&mut self, index: usize) -> Option<Target<'a>> {
        *self.used.get_mut(index)? = true;
        let given: &'a [Given] = self.given;
        given.get(index).map(|given| Target::Given(&given.expr))
    }

    fn wrong(&self, wrong: &str) -> Wrong {
        let names: Vec<String> = self
            .fields
            .iter()
            .enumerate()
            .map(|(index, field)| match &field.name {
                Some(name) => format!("`{{{}}}`", name.unraw()),
                None => format!("`{{{index}}}`"),
            })
            .collect();
        let edit = if names.is_empty() {
            "give what it shows an argument behind the text, or leave the placeholder out"
                .to_owned()
        } else {
            format!("name a field: {}", names.join(", "))
        };
        (wrong.to_owned(), edit)
    }
}
