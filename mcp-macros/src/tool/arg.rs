//! The options of `#[arg(..)]` on a parameter.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, ExprRange, Lit, LitStr, RangeLimits, UnOp};

use crate::diagnostics::Errors;
use crate::options::{self, Given, Known, literal};

/// What `#[arg(..)]` knows. The last two are known to be refused: they come later.
const KNOWN: Known = Known {
    owner: "`#[arg]`",
    names: &[
        "rename",
        "description",
        "default",
        "example",
        "range",
        "length",
        "secret",
        "header",
        "pattern",
        "items",
    ],
    repeatable: &["example"],
};

const LENGTH: &str = "length";
const EMPTY_EDIT: &str = "write the smaller end first; `a..=b` includes `b`";

/// What was written in the `#[arg(..)]`s of one parameter.
#[derive(Default)]
pub(crate) struct ArgOptions {
    pub(crate) rename: Option<LitStr>,
    pub(crate) description: Option<Expr>,
    pub(crate) default: Option<Expr>,
    pub(crate) examples: Vec<Expr>,
    pub(crate) range: Option<Ends>,
    pub(crate) length: Option<Ends>,
    pub(crate) secret: bool,
    pub(crate) header: Option<LitStr>,
    /// Where an option was written that only an argument can have, and its name.
    pub(crate) given: Vec<(Span, String)>,
}

/// Both ends of a `range(..)` or a `length(..)`, included.
#[derive(Clone)]
pub(crate) struct Ends {
    pub(crate) least: Option<End>,
    pub(crate) greatest: Option<End>,
    pub(crate) written: TokenStream,
}

/// One end.
#[derive(Clone)]
pub(crate) enum End {
    Integer(i128),
    Number(f64),
    /// A constant expression.
    Code(Box<Expr>),
    /// The whole number before a constant expression.
    Before(Box<Expr>),
}

impl ArgOptions {
    /// Reads every `#[arg(..)]` among the attributes of a parameter.
    pub(crate) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut tokens = TokenStream::new();
        for attribute in attributes.iter().filter(|it| super::parse::is_arg(it)) {
            // Several attributes are one list, so that an option in two of them is found.
            tokens.extend(options::of_attribute(attribute, errors));
            tokens.extend(<syn::Token![,]>::default().into_token_stream());
        }
        let mut read = Self::default();
        for given in KNOWN.read(tokens, errors) {
            read.set(given, errors);
        }
        read
    }

    fn set(&mut self, given: Given, errors: &mut Errors) {
        let name = given.name.to_string();
        self.given.push((given.name.span(), name.clone()));
        match name.as_str() {
            "rename" => self.rename = given.text("city", errors),
            "description" => self.description = given.expr("\"City name\"", errors),
            "default" => self.default = given.expr("10", errors),
            "example" => self.examples.extend(given.expr("\"Oslo\"", errors)),
            "range" => {
                let list = given.list("1..=16", errors);
                self.range = list.and_then(|list| Ends::of_range(list, errors));
            }
            "length" => {
                let list = given.list("1..=100", errors);
                self.length = list.and_then(|list| Ends::of_length(list, errors));
            }
            "secret" => self.secret = given.flag(errors).unwrap_or_default(),
            "header" => self.header = given.text("Region", errors),
            _ => later(&given, errors),
        }
    }
}

/// The options that are not built yet are refused: ignoring one would let through what the author
/// believes to be checked.
fn later(given: &Given, errors: &mut Errors) {
    let name = given.name.to_string();
    let meanwhile = match name.as_str() {
        "pattern" => {
            "check the text in the function meanwhile, and say in the description what it must look like"
        }
        _ => {
            "check the items in the function meanwhile, or give them a type of their own that implements `Deserialize` and `JsonSchema` with the rule in it"
        }
    };
    errors.push(
        given.name.span(),
        format_args!("`{name}` is not supported yet"),
        format_args!("remove it; {meanwhile}"),
    );
}

impl Ends {
    /// `range(1..=16)`, of numbers.
    fn of_range(tokens: TokenStream, errors: &mut Errors) -> Option<Self> {
        let range = parse_range(&tokens, "range", "1..=16", errors)?;
        let least = match range.start.as_deref() {
            Some(expr) => Some(number(expr, errors)?),
            None => None,
        };
        let greatest = match range.end.as_deref() {
            Some(expr) => Some(last(number(expr, errors)?, &range.limits, expr, errors)?),
            None => None,
        };
        let ends = Self {
            least,
            greatest,
            written: tokens,
        };
        ends.refuse_empty("number", errors).then_some(ends)
    }

    /// `length(1..=100)`, of characters or items.
    fn of_length(tokens: TokenStream, errors: &mut Errors) -> Option<Self> {
        let range = parse_range(&tokens, "length", "1..=100", errors)?;
        let mut natural = |expr: &Expr| match number(expr, errors)? {
            end @ (End::Code(_) | End::Before(_)) => Some(end),
            End::Integer(count) if u64::try_from(count).is_ok() => Some(End::Integer(count)),
            End::Integer(_) | End::Number(_) => {
                errors.push_on(
                    expr,
                    "a length is a whole number from 0 up",
                    "write `length(1..=100)`",
                );
                None
            }
        };
        let least = match range.start.as_deref() {
            Some(expr) => Some(natural(expr)?),
            None => None,
        };
        let greatest = match range.end.as_deref() {
            Some(expr) => Some((natural(expr)?, expr)),
            None => None,
        };
        let greatest = match greatest {
            Some((end, expr)) => Some(last(end, &range.limits, expr, errors)?),
            None => None,
        };
        let ends = Self {
            least,
            greatest,
            written: tokens,
        };
        ends.refuse_empty(LENGTH, errors).then_some(ends)
    }

    /// Whether something is between the ends, as far as literals tell.
    fn refuse_empty(&self, what: &str, errors: &mut Errors) -> bool {
        let empty = match (&self.least, &self.greatest) {
            (Some(End::Integer(least)), Some(End::Integer(greatest))) => least > greatest,
            (Some(least), Some(greatest)) => least
                .to_float()
                .zip(greatest.to_float())
                .is_some_and(|(least, greatest)| least > greatest),
            // `length(..0)`.
            (None, Some(End::Integer(greatest))) => what == LENGTH && *greatest < 0,
            _ => false,
        };
        if empty {
            errors.push_on(&self.written, self.wrong(what), EMPTY_EDIT);
        }
        !empty
    }

    fn wrong(&self, what: &str) -> String {
        format!("no {what} is in `{}`", compact(&self.written))
    }

    /// What to say when constants turn out to leave nothing between them.
    pub(crate) fn emptiness(&self, what: &str) -> String {
        format!("{}\n\nhelp: {EMPTY_EDIT}", self.wrong(what))
    }

    /// What must hold for something to be between the ends, where only the compiler can tell.
    pub(crate) fn comparison(&self) -> Option<TokenStream> {
        let (Some(least), Some(greatest)) = (&self.least, &self.greatest) else {
            return None;
        };
        let are_known = least.to_float().is_some() && greatest.to_float().is_some();
        if are_known {
            return None;
        }
        let left = least.written();
        let right = greatest.written();
        Some(if matches!(greatest, End::Before(_)) {
            quote!(#left < #right)
        } else {
            quote!(#left <= #right)
        })
    }
}

impl End {
    #[allow(
        clippy::cast_precision_loss,
        reason = "only compared, and only where the other end has a fraction"
    )]
    fn to_float(&self) -> Option<f64> {
        match self {
            Self::Integer(value) => Some(*value as f64),
            Self::Number(value) => Some(*value),
            Self::Code(_) | Self::Before(_) => None,
        }
    }

    fn written(&self) -> TokenStream {
        match self {
            Self::Integer(value) => Literal::i128_unsuffixed(*value).into_token_stream(),
            Self::Number(value) => Literal::f64_unsuffixed(*value).into_token_stream(),
            Self::Code(code) | Self::Before(code) => code.to_token_stream(),
        }
    }
}

fn parse_range(
    tokens: &TokenStream,
    name: &str,
    example: &str,
    errors: &mut Errors,
) -> Option<ExprRange> {
    let parsed = syn::parse2::<Expr>(tokens.clone());
    let range = match parsed {
        Ok(Expr::Range(range)) => Some(range),
        Ok(_) | Err(_) => None,
    };
    match range {
        Some(range) if range.start.is_some() || range.end.is_some() => Some(range),
        _ => {
            errors.push_on(
                tokens,
                format_args!("`{name}` takes a range with at least one end"),
                format_args!("write `{name}({example})`, `{name}(1..)` or `{name}(..=16)`"),
            );
            None
        }
    }
}

/// The number that an end says, or the expression that says it.
fn number(expr: &Expr, errors: &mut Errors) -> Option<End> {
    let (negative, inner) = match expr {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => (true, &*unary.expr),
        _ => (false, expr),
    };
    let end = match literal(inner) {
        None => Some(End::Code(Box::new(expr.clone()))),
        Some(Lit::Int(value)) => value
            .base10_parse::<i128>()
            .ok()
            .map(|value| End::Integer(if negative { -value } else { value })),
        Some(Lit::Float(value)) => value
            .base10_parse::<f64>()
            .ok()
            .map(|value| End::Number(if negative { -value } else { value })),
        Some(_) => None,
    };
    if end.is_none() {
        errors.push_on(
            expr,
            "an end of a range is a number",
            "write a number, or the name of a constant that is one",
        );
    }
    end
}

/// The last number that a range lets through: `a..b` ends before `b`.
fn last(end: End, limits: &RangeLimits, expr: &Expr, errors: &mut Errors) -> Option<End> {
    match (limits, end) {
        (RangeLimits::Closed(_), end) => Some(end),
        (RangeLimits::HalfOpen(_), End::Integer(value)) => Some(End::Integer(value - 1)),
        (RangeLimits::HalfOpen(_), End::Number(_)) => {
            errors.push_on(
                expr,
                "a range of numbers with fractions has no last number before its end",
                format_args!("include the end: `..={}`", compact(expr)),
            );
            None
        }
        (RangeLimits::HalfOpen(_), End::Code(expr) | End::Before(expr)) => Some(End::Before(expr)),
    }
}

/// Tokens as a person would write them in a range.
fn compact(tokens: impl ToTokens) -> String {
    tokens.into_token_stream().to_string().replace(' ', "")
}
