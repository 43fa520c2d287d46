//! Choices, each made by the next byte of the input: what the generators of the property tests draw from.

pub(super) struct Random<'a>(&'a [u8]);

impl<'a> Random<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(super) fn is_used_up(&self) -> bool {
        self.0.is_empty()
    }

    /// From 0 up to, and without, `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        usize::from(*first) % end
    }

    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    pub(super) fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }

    pub(super) fn word(&mut self, from: &[&'static str]) -> &'static str {
        self.pick::<&str>(from)
    }
}
