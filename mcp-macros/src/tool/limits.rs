//! Which of the values of its type a parameter, or an item of one, may have: `range(..)`,
//! `length(..)`, `pattern = ".."` and `items(..)`.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, ExprRange, Lit, RangeLimits, UnOp};

use crate::diagnostics::Errors;
use crate::options::{Given, Known, literal};

/// What the rules of items know.
const KNOWN: Known = Known {
    owner: "`items`",
    names: &["range", "length", "pattern", "items"],
    repeatable: &[],
};

const LENGTH: &str = "length";
const EMPTY_EDIT: &str = "write the smaller end first; `a..=b` includes `b`";

/// The limits of a parameter, or of each of its items.
#[derive(Default)]
pub(crate) struct Limits {
    pub(crate) range: Option<Ends>,
    pub(crate) length: Option<Ends>,
    pub(crate) pattern: Option<Expr>,
    pub(crate) items: Option<Box<Limits>>,
}

/// Both ends of a `range(..)` or a `length(..)`, included.
#[derive(Clone)]
pub(crate) struct Ends {
    pub(crate) least: Option<End>,
    pub(crate) greatest: Option<End>,
    /// The greatest end was left out: `a..b`.
    pub(crate) open: bool,
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

impl Limits {
    /// Takes an option that is a limit; gives back any other.
    pub(crate) fn set(&mut self, given: Given, errors: &mut Errors) -> Option<Given> {
        let name = given.name.to_string();
        match name.as_str() {
            "range" => {
                let list = given.list("1..=16", errors);
                self.range = list.and_then(|list| Ends::of_range(list, errors));
            }
            LENGTH => {
                let list = given.list("1..=100", errors);
                self.length = list.and_then(|list| Ends::of_length(list, errors));
            }
            "pattern" => {
                let expr = given.expr("\"^[a-z]+$\"", errors);
                self.pattern = expr.filter(|expr| is_text(expr, errors));
            }
            "items" => {
                let list = given.list("length(1..=100)", errors);
                self.items = list.map(|list| Box::new(Self::of_items(list, errors)));
            }
            _ => return Some(given),
        }
        None
    }

    fn of_items(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut limits = Self::default();
        for given in KNOWN.read(tokens, errors) {
            limits.set(given, errors);
        }
        limits
    }
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
            open: is_open(&range),
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
            open: is_open(&range),
            written: tokens,
        };
        ends.refuse_empty(LENGTH, errors).then_some(ends)
    }

    /// Whether something is between the ends, as far as literals tell.
    fn refuse_empty(&self, what: &str, errors: &mut Errors) -> bool {
        let empty = match (&self.least, &self.greatest) {
            (Some(least), Some(greatest)) => least.is_up_to(greatest) == Some(false),
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
        format!("no {what} is in `{}`", self.compact())
    }

    /// The range as a person would write it.
    pub(crate) fn compact(&self) -> String {
        compact(&self.written)
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
    /// The number that a literal is.
    pub(crate) fn of(negative: bool, literal: &Lit) -> Option<Self> {
        match literal {
            Lit::Int(value) => {
                let value = value.base10_parse::<i128>().ok()?;
                Some(Self::Integer(if negative { -value } else { value }))
            }
            Lit::Float(value) => {
                // One that is too big for its type is infinite.
                let value = value.base10_parse::<f64>().ok()?;
                if !value.is_finite() {
                    return None;
                }
                Some(Self::Number(if negative { -value } else { value }))
            }
            _ => None,
        }
    }

    /// Whether this is not greater than another, where literals tell.
    pub(crate) fn is_up_to(&self, other: &Self) -> Option<bool> {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => Some(a <= b),
            (a, b) => Some(a.to_float()? <= b.to_float()?),
        }
    }

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

fn is_open(range: &ExprRange) -> bool {
    range.end.is_some() && matches!(range.limits, RangeLimits::HalfOpen(_))
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

/// The literal that an expression is, and whether a minus is before it.
pub(crate) fn signed_literal(expr: &Expr) -> Option<(bool, &Lit)> {
    match expr {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            Some((true, literal(&unary.expr)?))
        }
        expr => Some((false, literal(expr)?)),
    }
}

/// The number that an end says, or the expression that says it.
fn number(expr: &Expr, errors: &mut Errors) -> Option<End> {
    let end = match signed_literal(expr) {
        None => Some(End::Code(Box::new(expr.clone()))),
        Some((negative, literal)) => End::of(negative, literal),
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

/// A range of floats has no last number before its end, whatever its end looks like.
pub(crate) fn are_closed_for_floats(ty: &syn::Type, limits: &Limits, errors: &mut Errors) {
    if let Some(range) = limits.range.as_ref().filter(|range| range.open) {
        if is_float(ty) {
            let closed = range.compact().replacen("..", "..=", 1);
            errors.push_on(
                &range.written,
                "a range of numbers with fractions has no last number before its end",
                format_args!("include the end: `{closed}`"),
            );
        }
    }
    if let Some(items) = &limits.items {
        are_closed_for_floats(ty, items, errors);
    }
}

/// Whether a type is a float, or an `Option` or a list of them, as far as it is written.
fn is_float(ty: &syn::Type) -> bool {
    let written = ty.to_token_stream().to_string();
    let mut words = written
        .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|word| !word.is_empty())
        .rev();
    words
        .next()
        .is_some_and(|word| matches!(word, "f32" | "f64"))
        && words.all(|word| matches!(word, "Option" | "Vec"))
}

/// Tokens as a person would write them in a range.
fn compact(tokens: impl ToTokens) -> String {
    tokens.into_token_stream().to_string().replace(' ', "")
}

/// Whether a pattern is a text, as far as that is seen: a constant may be one.
fn is_text(pattern: &Expr, errors: &mut Errors) -> bool {
    let is_other = signed_literal(pattern).is_some_and(|(_, it)| !matches!(it, Lit::Str(_)));
    if is_other {
        errors.push_on(
            pattern,
            "a pattern is a text",
            "write a regular expression in quotation marks, such as `pattern = \"^[a-z]+$\"`",
        );
    }
    !is_other
}
