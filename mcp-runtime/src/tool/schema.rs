//! The input schema of a tool, built from its parameters.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::argument::{Argument, BorrowedArgument};

/// What a parameter's declaration says beside its type; built by the macro.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) default: Option<fn() -> Result<Value, serde_json::Error>>,
    pub(crate) examples: &'static [fn() -> Result<Value, serde_json::Error>],
    pub(crate) range: (Option<Bound>, Option<Bound>),
    pub(crate) length: (Option<u64>, Option<u64>),
    pub(crate) secret: bool,
}

/// One inclusive end of `#[arg(range(..))]`.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Bound {
    /// A whole number.
    Integer(i128),
    /// Any other number.
    Number(f64),
}

impl Parameter {
    /// A parameter with a description, which may be empty.
    #[must_use]
    pub const fn new(name: &'static str, description: &'static str) -> Self {
        Self {
            name,
            description,
            default: None,
            examples: &[],
            range: (None, None),
            length: (None, None),
            secret: false,
        }
    }

    /// The default, advertised and used when the argument is absent or `null`.
    #[must_use]
    pub const fn default(mut self, default: fn() -> Result<Value, serde_json::Error>) -> Self {
        self.default = Some(default);
        self
    }

    /// Examples, advertised.
    #[must_use]
    pub const fn examples(
        mut self,
        examples: &'static [fn() -> Result<Value, serde_json::Error>],
    ) -> Self {
        self.examples = examples;
        self
    }

    /// The least and the greatest number allowed, both included.
    #[must_use]
    pub const fn range(mut self, least: Option<Bound>, greatest: Option<Bound>) -> Self {
        self.range = (least, greatest);
        self
    }

    /// The least and the greatest length allowed: characters of a string, items of an array,
    /// members of a map.
    #[must_use]
    pub const fn length(mut self, least: Option<u64>, greatest: Option<u64>) -> Self {
        self.length = (least, greatest);
        self
    }

    /// Values are never echoed nor logged.
    #[must_use]
    pub const fn secret(mut self) -> Self {
        self.secret = true;
        self
    }
}

/// The value of a `default` or an `example`, as JSON.
///
/// # Errors
///
/// The value cannot be written as JSON.
pub fn to_value<T: Serialize + JsonSchema>(value: &T) -> Result<Value, serde_json::Error> {
    serde_json::to_value(value)
}

/// Collects the parameters of one tool.
#[derive(Debug, Default)]
pub struct InputSchema {
    pub(crate) parameters: Vec<Parameter>,
}

impl InputSchema {
    /// Adds an argument taken by value.
    #[must_use]
    pub fn property<T: Argument>(mut self, parameter: Parameter) -> Self {
        self.parameters.push(parameter);
        self
    }

    /// Adds a borrowed argument.
    #[must_use]
    pub fn borrowed<'held, P: BorrowedArgument<'held>>(self, parameter: Parameter) -> Self {
        self.property::<P::Owned>(parameter)
    }
}
