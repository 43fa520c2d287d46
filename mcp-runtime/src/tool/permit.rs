//! How many calls may run at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What is wrong with how many calls may run at once; asked in constants.
#[must_use]
pub const fn max_running_fault(most: usize) -> Option<&'static str> {
    if most > 0 {
        return None;
    }
    Some(
        "with `max_running = 0` every call would be refused\n\nhelp: write `max_running = 4`, or leave it out for the server's own limit",
    )
}

/// A number of calls that may run at once.
#[derive(Debug)]
pub(crate) struct Limit {
    running: AtomicUsize,
    pub(crate) most: usize,
}

impl Limit {
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            running: AtomicUsize::new(0),
            most,
        })
    }

    /// Leave to run one more call, given back when it is dropped.
    pub(crate) fn take(self: &Arc<Self>) -> Option<Permit> {
        let before = self.running.fetch_add(1, Ordering::Relaxed);
        // From here the permit gives back what was just taken, also when it is not handed out.
        let permit = Permit(Arc::clone(self));
        (before < self.most).then_some(permit)
    }
}

/// Leave to run one call. Whatever runs the call holds it, so that a thread which cannot be
/// stopped is counted until it returns.
#[derive(Debug)]
pub(crate) struct Permit(Arc<Limit>);

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_than_the_limit_run_and_what_ends_makes_room() {
        let limit = Limit::new(2);
        let first = limit.take();
        let second = limit.take();
        assert!(first.is_some() && second.is_some());
        assert!(limit.take().is_none());
        drop(first);
        assert!(limit.take().is_some());
    }
}
