//! What a declaration says of a parameter, beside its type.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// What a parameter's declaration says beside its type; built by the macro.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) default: Option<fn() -> Result<Value, serde_json::Error>>,
    pub(crate) examples: &'static [fn() -> Result<Value, serde_json::Error>],
    pub(crate) limits: Limits,
    pub(crate) header: Option<&'static str>,
    pub(crate) secret: bool,
    pub(crate) title: Option<&'static str>,
}

/// Which of the values of its type a parameter, or an item of one, may have; built by the macro.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Limits {
    pub(crate) range: (Option<Bound>, Option<Bound>),
    pub(crate) length: (Option<u64>, Option<u64>),
    pub(crate) pattern: Option<&'static str>,
    pub(crate) items: Option<Box<Limits>>,
}

/// The same methods for a parameter and for the items of one.
macro_rules! limits {
    ($($limits:ident)?) => {
        /// The least and the greatest number allowed, both included.
        #[must_use]
        pub const fn range(mut self, least: Option<Bound>, greatest: Option<Bound>) -> Self {
            self.$($limits.)?range = (least, greatest);
            self
        }

        /// The least and the greatest length allowed: characters of a string, items of an array,
        /// members of a map.
        #[must_use]
        pub const fn length(mut self, least: Option<u64>, greatest: Option<u64>) -> Self {
            self.$($limits.)?length = (least, greatest);
            self
        }

        /// What is found in every text allowed.
        #[must_use]
        pub const fn pattern(mut self, pattern: &'static str) -> Self {
            self.$($limits.)?pattern = Some(pattern);
            self
        }

        /// What each item of an array keeps to.
        #[must_use]
        pub fn items(mut self, items: Limits) -> Self {
            self.$($limits.)?items = Some(Box::new(items));
            self
        }
    };
}

/// One end of `#[arg(range(..))]`.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Bound {
    /// A whole number.
    Integer(i128),
    /// The whole number before this one: `..10`.
    Before(i128),
    /// Any other number.
    Number(f64),
}

impl Limits {
    /// No limits.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            range: (None, None),
            length: (None, None),
            pattern: None,
            items: None,
        }
    }

    limits!();
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
            limits: Limits::new(),
            header: None,
            secret: false,
            title: None,
        }
    }

    /// A name for people; only an argument of a prompt has one.
    #[must_use]
    pub const fn title(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
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

    limits!(limits);

    /// The header that repeats the value over HTTP, without what is before every such name.
    #[must_use]
    pub const fn header(mut self, name: &'static str) -> Self {
        self.header = Some(name);
        self
    }

    /// Values are never echoed nor logged.
    #[must_use]
    pub const fn secret(mut self) -> Self {
        self.secret = true;
        self
    }
}

/// A type whose values can be advertised, as a `default` or an `example`: anything that implements
/// [`serde::Serialize`] and [`schemars::JsonSchema`].
#[diagnostic::on_unimplemented(
    message = "a `{Self}` cannot be advertised as a default or an example",
    label = "cannot be written as JSON",
    note = "the schema says defaults and examples as JSON: derive `serde::Serialize` on `{Self}`, or on the types in it that are yours",
    note = "or remove the `default` or `example`, and take an `Option` that the function fills in"
)]
pub trait Advertised: Serialize + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema> Advertised for T {}

/// The value of a `default` or an `example`, as JSON.
///
/// # Errors
///
/// The value cannot be written as JSON.
pub fn to_value<T: Advertised>(value: &T) -> Result<Value, serde_json::Error> {
    serde_json::to_value(value)
}
