//! What a macro says when something is wrong: every mistake, each on its own token, with the edit.

use std::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// The mistakes found so far. It must be [finished](Errors::finish): dropping it panics, so that
/// no macro can find a mistake and keep quiet about it.
#[derive(Default)]
pub(crate) struct Errors {
    found: Vec<syn::Error>,
    finished: bool,
}

impl Errors {
    /// Notes a mistake on a token: what is wrong in the user's words, and the edit that cures it.
    pub(crate) fn push(&mut self, span: Span, wrong: impl Display, edit: impl Display) {
        self.found
            .push(syn::Error::new(span, format!("{wrong}\n\nhelp: {edit}")));
    }

    /// As [`push`](Errors::push), on all of some tokens.
    pub(crate) fn push_on(
        &mut self,
        tokens: impl ToTokens,
        wrong: impl Display,
        edit: impl Display,
    ) {
        let message = format!("{wrong}\n\nhelp: {edit}");
        self.found.push(syn::Error::new_spanned(tokens, message));
    }

    /// The value, or `None` after its error was noted.
    pub(crate) fn take<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.found.push(error);
                None
            }
        }
    }

    /// All mistakes as one error.
    pub(crate) fn finish(mut self) -> syn::Result<()> {
        self.finished = true;
        let mut found = self.found.drain(..);
        let Some(mut error) = found.next() else {
            return Ok(());
        };
        error.extend(found);
        Err(error)
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        let forgotten = !self.finished && !std::thread::panicking();
        assert!(!forgotten, "errors were collected and never finished");
    }
}

/// The error's messages as `compile_error!` items, beside tokens that keep everything else quiet.
pub(crate) fn beside(tokens: TokenStream, error: &syn::Error) -> TokenStream {
    let mut all = tokens;
    all.extend(error.to_compile_error());
    all
}

/// The one of `known` that `name` was probably meant to be.
pub(crate) fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    known
        .iter()
        .map(|known| (distance(name, known), *known))
        .filter(|(distance, known)| *distance <= known.len().max(name.len()).div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// The number of letters to insert, remove or replace, where two letters that changed places count
/// as one.
fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (row, from) in left.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, to) in right.iter().enumerate() {
            let at =
                |line: &[usize], column: usize| line.get(column).copied().unwrap_or(usize::MAX);
            let mut best = (at(&above, column) + usize::from(from != to))
                .min(at(&above, column + 1) + 1)
                .min(at(&current, column) + 1);
            let swapped = row > 0
                && column > 0
                && left.get(row - 1) == Some(to)
                && right.get(column - 1) == Some(from);
            if swapped {
                best = best.min(at(&before, column - 1) + 1);
            }
            current.push(best);
        }
        before = std::mem::replace(&mut above, current);
    }
    above.last().copied().unwrap_or_default()
}

/// Names in backticks, with `and` before the last.
pub(crate) fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "never finished")]
    fn dropping_unfinished_errors_panics() {
        drop(Errors::default());
    }

    #[test]
    fn every_mistake_is_reported_in_one_error() {
        let mut errors = Errors::default();
        errors.push(Span::call_site(), "one", "a");
        errors.push(Span::call_site(), "two", "b");
        let messages: Vec<String> = errors
            .finish()
            .map_or_else(|error| error.into_iter().collect(), |()| Vec::new())
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(messages, ["one\n\nhelp: a", "two\n\nhelp: b"]);
    }

    #[test]
    fn a_slip_of_the_keyboard_finds_the_name_that_was_meant() {
        let known = ["name", "title", "read_only", "timeout"];
        assert_eq!(nearest("readonly", &known), Some("read_only"));
        assert_eq!(nearest("tiemout", &known), Some("timeout"));
        assert_eq!(nearest("something", &known), None);
        assert_eq!(nearest("", &known), None);
    }
}
