//! What a constant can find out about a type, seen through its aliases.

use std::marker::PhantomData;

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
    /// `T` is not an `Option`.
    const IS_OPTION: bool = false;
    /// `T` is not an `Option` of an `Option`.
    const IS_NESTED_OPTION: bool = false;
}

impl<T> ProbeFallback for Probe<T> {}
