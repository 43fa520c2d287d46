//! What a constant can find out about a type, seen through its aliases.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Asks whether `T` is an `Option`: the constants of the type itself win over those of
/// [`ProbeFallback`].
#[derive(Debug)]
pub struct Probe<T>(PhantomData<T>);

impl<T> Probe<Option<T>> {
    /// `T` is an `Option`.
    pub const IS_OPTION: bool = true;
}

impl<T> Probe<Option<Option<T>>> {
    /// `T` is an `Option` of an `Option`.
    pub const IS_NESTED_OPTION: bool = true;
}

/// What holds for every other type.
pub trait ProbeFallback {
    /// Only its schema tells what `T` is.
    const LOOKS: Looks = Looks::Unknown;
    /// `T` is not an `Option`.
    const IS_OPTION: bool = false;
    /// `T` is not an `Option` of an `Option`.
    const IS_NESTED_OPTION: bool = false;
}

impl<T> ProbeFallback for Probe<T> {}

/// What a type is, as far as a constant can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Looks {
    /// A text.
    Text,
    /// A whole number.
    Integer,
    /// A number that may have a fraction.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A list of items.
    List,
    /// Values by their names.
    Map,
    /// Several values, or any.
    Structure,
    /// Something else.
    Unknown,
}

/// An option that is for some types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// `range(..)`
    Range,
    /// `range(0..10)`, without its end
    OpenRange,
    /// `length(..)`
    Length,
    /// `pattern = ".."`
    Pattern,
    /// `items(..)`
    Items,
    /// `header = ".."`
    Header,
    /// To be an argument of a prompt.
    Argument,
    /// To be a variable of an address.
    Variable,
}

impl Looks {
    /// Why an option is not for such a type, and what to write.
    #[must_use]
    pub const fn misfit(self, limit: Limit) -> Option<&'static str> {
        Some(match (limit, self) {
            (Limit::Range, Self::Text) => {
                "a text is not a number with a range\n\nhelp: use `length(..)` for text"
            }
            (Limit::Range, Self::List) => {
                "a list is not a number with a range\n\nhelp: use `length(..)` for the list, or `items(range(..))` for each item"
            }
            (Limit::Range, Self::Boolean | Self::Map) => {
                "only numbers have a range\n\nhelp: remove `range`"
            }
            (Limit::OpenRange, Self::Number) => {
                "a range of numbers with fractions has no last number before its end\n\nhelp: include the end, as in `0.0..=9.0`"
            }
            (Limit::Length, Self::Integer | Self::Number) => {
                "a number has no length\n\nhelp: use `range(..)` for a number"
            }
            (Limit::Length, Self::Boolean) => {
                "only texts, lists and maps have a length\n\nhelp: remove `length`"
            }
            (Limit::Pattern, Self::Integer | Self::Number) => {
                "a pattern is for text\n\nhelp: use `range(..)` for a number"
            }
            (Limit::Pattern, Self::List) => {
                "a pattern is for text\n\nhelp: write `items(pattern = \"..\")` for each item"
            }
            (Limit::Pattern, Self::Boolean | Self::Map) => {
                "a pattern is for text\n\nhelp: remove `pattern`"
            }
            (Limit::Items, Self::Text | Self::Integer | Self::Number | Self::Boolean) => {
                "only lists have items\n\nhelp: write what is in `items(..)` without it"
            }
            (Limit::Items, Self::Map) => {
                "only lists have items\n\nhelp: give the values of the map a type with the rule in it"
            }
            (Limit::Header, Self::Number) => {
                "a header cannot carry a number with a fraction\n\nhelp: take an integer, or remove `header`"
            }
            (Limit::Header, Self::List | Self::Map) => {
                "a header carries text, integers and booleans\n\nhelp: remove `header`"
            }
            (Limit::Argument, Self::List) => {
                "an argument of a prompt is one text, and this is a list\n\nhelp: take a `String` and split it in the function"
            }
            (Limit::Argument, Self::Map | Self::Structure) => {
                "an argument of a prompt is one text, and this is more than one can say\n\nhelp: take an argument for each part, or a `String` and read it in the function"
            }
            (Limit::Variable, Self::List) => {
                "a variable of an address is one text, and this is a list\n\nhelp: take a `String` and split it in the function"
            }
            (Limit::Variable, Self::Map | Self::Structure) => {
                "a variable of an address is one text, and this is more than one can say\n\nhelp: take a variable for each part, or a `String` and read it in the function"
            }
            _ => return None,
        })
    }
}

macro_rules! looks {
    ($($looks:ident: $([$($generics:tt)*] $type:ty),+;)+) => {$($(
        impl<$($generics)*> Probe<$type> {
            /// What it is.
            pub const LOOKS: Looks = Looks::$looks;
        }
        impl<$($generics)*> Probe<Option<$type>> {
            /// What it is.
            pub const LOOKS: Looks = Looks::$looks;
        }
    )+)+};
}

looks! {
    Text: [] String, ['a] &'a str, [] Box<str>, [] Arc<str>, ['a] Cow<'a, str>, [] char,
        [] PathBuf, ['a] &'a Path;
    Integer: [] i8, [] i16, [] i32, [] i64, [] i128, [] isize,
        [] u8, [] u16, [] u32, [] u64, [] u128, [] usize;
    Number: [] f32, [] f64, [] Duration;
    Boolean: [] bool;
    List: [T] Vec<T>, ['a, T] &'a [T], [T] Box<[T]>, [T, const N: usize] [T; N], [T] VecDeque<T>,
        [T] BTreeSet<T>, [T, S] HashSet<T, S>;
    Map: [K, V] BTreeMap<K, V>, [K, V, S] HashMap<K, V, S>,
        [] serde_json::Map<String, serde_json::Value>;
    Structure: [] serde_json::Value, [] (), [A] (A,), [A, B] (A, B), [A, B, C] (A, B, C),
        [A, B, C, D] (A, B, C, D);
}
