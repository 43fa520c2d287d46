//! `code = ..`: a code of the application's own.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprUnary, Lit, UnOp};

use crate::diagnostics::Errors;
use crate::names::{Root, at};
use crate::options::literal;

/// A code as it is written: a number, or a constant that the compiler knows.
pub(crate) struct Code {
    expr: Expr,
    number: Option<i128>,
}

impl Code {
    pub(crate) fn read(expr: Expr, errors: &mut Errors) -> Option<Self> {
        let number = number(&expr);
        let constant = matches!(&expr, Expr::Path(_));
        if number.is_none() && !constant {
            errors.push_on(
                &expr,
                "a code is an integer or a constant that holds one",
                "write `code = 4009`, or `code = OUT_OF_STOCK` with `const OUT_OF_STOCK: i64 = 4009;`",
            );
            return None;
        }
        let code = Self { expr, number };
        if let Some((why, edit)) = code.number.and_then(reserved) {
            errors.push_on(&code.expr, why, edit);
        }
        Some(code)
    }

    /// The constant's check, beside the type: what stands in an impl is not always evaluated.
    pub(crate) fn check(&self, root: &Root) -> Option<TokenStream> {
        if self.number.is_some() {
            return None;
        }
        let span = at(self.span());
        let code = self.to_expr(root);
        let expr = &self.expr;
        let private = root.private();
        Some(quote_spanned!(span=>
            const _: () = #private::is_code(&#expr);
            const _: #private::ErrorCode = #code;
        ))
    }

    /// The code as an `ErrorCode`.
    pub(crate) fn to_expr(&self, root: &Root) -> TokenStream {
        let span = self.span();
        let private = root.private_at(span);
        let expr = &self.expr;
        if self.number.is_some() {
            quote!(#private::ErrorCode::application(#expr))
        } else {
            quote_spanned!(at(span)=> #private::Code(#expr).application())
        }
    }

    /// The token to point at.
    pub(crate) fn span(&self) -> Span {
        match &self.expr {
            Expr::Path(path) => path
                .path
                .segments
                .last()
                .map_or_else(|| path.span(), |name| name.ident.span()),
            expr => expr.span(),
        }
    }
}

/// The number that an expression is, whatever its spelling.
fn number(expr: &Expr) -> Option<i128> {
    match expr {
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => Some(-number(expr)?),
        Expr::Paren(inner) => number(&inner.expr),
        Expr::Group(inner) => number(&inner.expr),
        _ => match literal(expr)? {
            Lit::Int(digits) => digits.base10_parse().ok(),
            _ => None,
        },
    }
}

/// Why a number cannot be an application's code, and what to use. The words are those of the
/// runtime's `ReservedCode`, which says them of constants.
fn reserved(code: i128) -> Option<(&'static str, &'static str)> {
    const OUTSIDE: &str = "use an integer outside -32768..=-32000";
    const OWN: &str = "use an integer outside -32768..=-32000 for an error of your own";
    Some(match code {
        -32002 => (
            "the error code -32002 (resource not found) was retired and may not be sent; the runtime answers an unknown resource with -32602, and a tool says it with a `not_found` failure",
            OWN,
        ),
        -32042 => (
            "the error code -32042 (URL elicitation required) was retired with 2025-11-25 and may not be sent; input is now asked for with multi-round-trip requests",
            OWN,
        ),
        -32019..=-32000 => (
            "the error codes -32019..=-32000 are closed: older implementations used them without agreement",
            OUTSIDE,
        ),
        -32099..=-32020 => (
            "the error codes -32099..=-32020 are reserved by the MCP specification, which defines -32020 (header mismatch), -32021 (missing client capability) and -32022 (unsupported protocol version); the runtime alone sends those",
            OUTSIDE,
        ),
        -32768..=-32100 => (
            "the error codes -32768..=-32100 are reserved by JSON-RPC",
            OUTSIDE,
        ),
        _ if code.unsigned_abs() > 1 << 53 => (
            "an error code must lie within -2^53..=2^53, because many readers hold numbers as doubles",
            "use a smaller integer outside -32768..=-32000",
        ),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_in_every_spelling() {
        for written in [
            "-32050",
            "-32_050",
            "-0x7d32",
            "-(32050)",
            "-0b111_1101_0011_0010",
            "-32050i64",
        ] {
            let code = syn::parse_str(written).ok().as_ref().and_then(number);
            assert_eq!(code, Some(-32050), "{written}");
        }
    }

    #[test]
    fn the_ranges_end_where_the_specification_ends_them() {
        for code in [-32769, -31999, 0, 4009, 1 << 53, -(1 << 53)] {
            assert_eq!(reserved(code), None, "{code}");
        }
        for code in [
            -32768,
            -32100,
            -32099,
            -32020,
            -32019,
            -32000,
            (1 << 53) + 1,
        ] {
            assert!(reserved(code).is_some(), "{code}");
        }
    }
}
