//! The option `complete` of `#[arg(..)]`: the function that suggests values for an argument.

use proc_macro2::Ident;
use syn::Expr;

use crate::diagnostics::Errors;
use crate::options::Given;

/// `complete = cities`, or `complete = cities(stations, country)`: the function that suggests
/// values, and the other parameters that it asks for.
pub(crate) struct Complete {
    pub(crate) function: Expr,
    pub(crate) others: Vec<Ident>,
}

impl Complete {
    pub(super) fn read(given: Given, errors: &mut Errors) -> Option<Self> {
        let expr = given.expr("cities", errors)?;
        match expr {
            Expr::Path(_) => Some(Self {
                function: expr,
                others: Vec::new(),
            }),
            Expr::Call(call) if matches!(*call.func, Expr::Path(_)) => {
                let mut others = Vec::new();
                for other in &call.args {
                    match other {
                        Expr::Path(path) if path.path.get_ident().is_some() => {
                            others.extend(path.path.get_ident().cloned());
                        }
                        other => errors.push_on(
                            other,
                            "a function that completes is given other parameters, by their names",
                            "write the name of a parameter",
                        ),
                    }
                }
                Some(Self {
                    function: *call.func,
                    others,
                })
            }
            other => {
                errors.push_on(
                    &other,
                    "`complete` is the name of a function",
                    "write `complete = cities`, or `complete = cities(stations)` to give it other parameters as well",
                );
                None
            }
        }
    }
}
