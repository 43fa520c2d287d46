//! What an argument may be: the closed set of rules that are both advertised and checked.
//!
//! A schema is read into a [`Shape`] and written out of one, and values are checked against the
//! same one: what it cannot say is neither advertised nor silently left unchecked.

use serde_json::Value;

use super::pattern::Pattern;

pub(crate) mod advertise;

/// What a value may be, and what is said about it.
#[derive(Debug, Clone)]
pub(crate) struct Shape {
    /// What it means.
    pub(crate) description: Option<String>,
    /// What its allowed values mean, folded into the description.
    pub(crate) meanings: Option<String>,
    /// What it is when it is left out.
    pub(crate) default: Option<Value>,
    /// Values that it may have.
    pub(crate) examples: Vec<Value>,
    /// The header that repeats it over HTTP, by the name that `x-mcp-header` gives it.
    pub(crate) header: Option<&'static str>,
    /// Whether `null` is read as "none". Never advertised: what may be `null` may be left out.
    pub(crate) nullable: bool,
    /// What it may be.
    pub(crate) kind: Kind,
}

/// What a value may be.
#[derive(Debug, Clone)]
pub(crate) enum Kind {
    /// Anything.
    Any,
    /// `null` alone.
    Null,
    /// `true` or `false`.
    Boolean,
    /// A whole number.
    Integer(Integer),
    /// A number.
    Number(Number),
    /// A string.
    String(Text),
    /// One of these values.
    Enum(Vec<Value>),
    /// An array.
    Array(Array),
    /// An object.
    Object(Object),
    /// What one of these may be.
    AnyOf(Vec<Shape>),
    /// What the definition of this name may be.
    Reference(String),
}

/// Which whole numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Integer {
    /// The least one. Advertised when it is within 2^53 of 0.
    pub(crate) least: Option<i128>,
    /// The greatest one.
    pub(crate) greatest: Option<i128>,
    /// They are multiples of this.
    pub(crate) multiple_of: Option<i128>,
    /// 0 is not among them.
    pub(crate) non_zero: bool,
}

impl Integer {
    /// The same numbers, with 0 left out by the ends of the range where they can do so.
    pub(crate) fn settled(mut self) -> Self {
        if self.non_zero {
            self.least = self.least.map(|least| if least == 0 { 1 } else { least });
            self.greatest = self.greatest.map(|end| if end == 0 { -1 } else { end });
            self.non_zero = self.least.is_none_or(|least| least < 0)
                && self.greatest.is_none_or(|greatest| greatest > 0);
        }
        self
    }
}

/// Which numbers.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Number {
    /// The least one, or what they are all greater than.
    pub(crate) least: Option<Limit>,
    /// The greatest one, or what they are all less than.
    pub(crate) greatest: Option<Limit>,
    /// They are multiples of this.
    pub(crate) multiple_of: Option<f64>,
    /// They are lengths of time in seconds, for a [`Duration`](std::time::Duration).
    pub(crate) seconds: bool,
}

/// One end of a range.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Limit {
    pub(crate) value: f64,
    /// Whether the end itself is outside.
    pub(crate) exclusive: bool,
}

/// Which strings.
#[derive(Debug, Clone, Default)]
pub(crate) struct Text {
    /// How many characters.
    pub(crate) length: Length,
    /// A regular expression that finds something in them.
    pub(crate) pattern: Option<Pattern>,
    /// Their form, checked by the type that reads them.
    pub(crate) format: Option<String>,
}

/// Least and greatest counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Length {
    pub(crate) least: Option<u64>,
    pub(crate) greatest: Option<u64>,
}

/// Which arrays.
#[derive(Debug, Clone)]
pub(crate) struct Array {
    pub(crate) items: Items,
    pub(crate) length: Length,
    /// No item stands there twice.
    pub(crate) unique: bool,
}

/// What the items of an array may be.
#[derive(Debug, Clone)]
pub(crate) enum Items {
    /// Each of them this.
    Each(Box<Shape>),
    /// One of each, in this order.
    Tuple(Vec<Shape>),
}

/// Which objects.
#[derive(Debug, Clone)]
pub(crate) struct Object {
    pub(crate) properties: Vec<Property>,
    pub(crate) rest: Rest,
    pub(crate) length: Length,
    /// What the names of the rest are: for maps whose keys are not any text.
    pub(crate) keys: Option<Keys>,
}

/// Which names the members of a map may have.
#[derive(Debug, Clone)]
pub(crate) enum Keys {
    /// Whole numbers.
    Whole {
        /// Whether they may be below 0.
        signed: bool,
    },
    /// Those in which a pattern is found.
    Pattern(Pattern),
}

/// A named member of an object.
#[derive(Debug, Clone)]
pub(crate) struct Property {
    pub(crate) name: String,
    pub(crate) required: bool,
    pub(crate) shape: Shape,
}

/// What members without a name of their own may be.
#[derive(Debug, Clone)]
pub(crate) enum Rest {
    /// There are none.
    None,
    /// Each of them this.
    Each(Box<Shape>),
}

impl Shape {
    pub(crate) fn new(kind: Kind) -> Self {
        Self {
            description: None,
            meanings: None,
            default: None,
            examples: Vec::new(),
            header: None,
            nullable: false,
            kind,
        }
    }

    /// Whether `null` is read as a value, and is not another word for absent.
    pub(crate) fn means_null(&self, definitions: &Definitions) -> bool {
        self.nullable || self.allows_null(definitions)
    }

    /// Whether `null` is one of the values that are advertised.
    pub(crate) fn allows_null(&self, definitions: &Definitions) -> bool {
        match &self.kind {
            Kind::Any | Kind::Null => true,
            Kind::Enum(values) => values.contains(&Value::Null),
            Kind::AnyOf(shapes) => shapes.iter().any(|shape| shape.means_null(definitions)),
            Kind::Reference(name) => definitions
                .find(name)
                .is_some_and(|shape| shape.means_null(definitions)),
            _ => false,
        }
    }
}

/// The shapes that references name.
#[derive(Debug, Clone, Default)]
pub(crate) struct Definitions(pub(crate) Vec<(String, Shape)>);

impl Definitions {
    pub(crate) fn find(&self, name: &str) -> Option<&Shape> {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, shape)| shape)
    }

    /// The shape behind a reference, and any other shape as it is.
    pub(crate) fn resolve<'s>(&'s self, shape: &'s Shape) -> &'s Shape {
        match &shape.kind {
            Kind::Reference(name) => self.find(name).unwrap_or(shape),
            _ => shape,
        }
    }

    /// A definition that leads back to itself without a value in between.
    pub(crate) fn endless(&self) -> Option<&str> {
        fn leads<'s>(
            definitions: &'s Definitions,
            shape: &'s Shape,
            seen: &mut Vec<&'s str>,
        ) -> bool {
            match &shape.kind {
                Kind::AnyOf(shapes) => shapes.iter().any(|shape| leads(definitions, shape, seen)),
                Kind::Reference(name) => {
                    if seen.contains(&name.as_str()) {
                        return true;
                    }
                    seen.push(name);
                    let endless = definitions
                        .find(name)
                        .is_some_and(|shape| leads(definitions, shape, seen));
                    seen.pop();
                    endless
                }
                _ => false,
            }
        }
        self.0
            .iter()
            .find(|(name, shape)| leads(self, shape, &mut vec![name]))
            .map(|(name, _)| name.as_str())
    }
}
