//! Who may answer a call: one holder, once.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Waker;

use tokio::sync::Notify;

/// How a call came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The tool returned.
    Returned,
    /// It was cancelled, ran out of time, broke, or the server stopped: nobody waits any more for
    /// what the tool still does.
    Stopped,
}

/// The right to answer one call.
///
/// Whoever wants to end the call (the call itself, a timeout, a cancellation, a server that
/// stops) claims the ticket, and only the one whose claim succeeds decides what is sent. What the
/// call tells its client on the way goes through [`Ticket::while_open`], under the same lock, so
/// that nothing follows the answer.
#[derive(Debug, Default)]
pub(crate) struct Ticket {
    state: Mutex<State>,
    stopped: Notify,
}

#[derive(Debug, Default)]
struct State {
    end: Option<End>,
    /// The task that runs the call, to be told when another ends it.
    waker: Option<Waker>,
    /// Others that wait for the end.
    waiting: Vec<Waker>,
    progress: Option<f64>,
}

impl Ticket {
    /// Ends the call. `true` exactly once: for the one that is to answer.
    pub(crate) fn claim(&self, end: End) -> bool {
        let (waker, waiting) = {
            let mut state = self.lock();
            if state.end.is_some() {
                return false;
            }
            state.end = Some(end);
            (state.waker.take(), std::mem::take(&mut state.waiting))
        };
        if end == End::Stopped {
            self.stopped.notify_waiters();
        }
        if let Some(waker) = waker {
            waker.wake();
        }
        waiting.into_iter().for_each(Waker::wake);
        true
    }

    /// Has the task that runs the call look at it.
    pub(crate) fn wake(&self) {
        let waker = self.lock().waker.clone();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// The call has ended, however it did; until then, `waker` is woken when it ends.
    pub(crate) fn has_ended(&self, waker: &Waker) -> bool {
        let mut state = self.lock();
        if state.end.is_some() {
            return true;
        }
        if !state.waiting.iter().any(|known| known.will_wake(waker)) {
            state.waiting.push(waker.clone());
        }
        false
    }

    /// The call has not ended; if another ends it, `waker` is woken.
    pub(crate) fn is_open(&self, waker: &Waker) -> bool {
        let mut state = self.lock();
        let open = state.end.is_none();
        match &mut state.waker {
            _ if !open => {}
            Some(known) => known.clone_from(waker),
            none => *none = Some(waker.clone()),
        }
        open
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.lock().end == Some(End::Stopped)
    }

    /// Completes when the call is stopped; never when its tool returns first.
    pub(crate) async fn stopped(&self) {
        let mut notified = std::pin::pin!(self.stopped.notified());
        loop {
            notified.as_mut().enable();
            if self.is_stopped() {
                return;
            }
            notified.as_mut().await;
            notified.set(self.stopped.notified());
        }
    }

    /// Does something that may only happen before the answer, and says whether it did.
    pub(crate) fn while_open(&self, act: impl FnOnce()) -> bool {
        let state = self.lock();
        let open = state.end.is_none();
        if open {
            act();
        }
        open
    }

    /// As [`Self::while_open`], and only when `progress` is more than it ever was.
    pub(crate) fn while_rising(&self, progress: f64, act: impl FnOnce()) {
        let mut state = self.lock();
        let rises = state.progress.is_none_or(|before| progress > before);
        if state.end.is_none() && rises {
            state.progress = Some(progress);
            act();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn a_ticket_is_claimed_once() {
        let ticket = Ticket::default();
        let claims = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    if ticket.claim(End::Returned) {
                        claims.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        });
        assert_eq!(claims.into_inner(), 1);
    }

    #[test]
    fn nothing_happens_after_the_end_and_progress_only_rises() {
        let ticket = Ticket::default();
        let count = Cell::new(0);
        let act = || count.set(count.get() + 1);
        ticket.while_rising(1.0, act);
        ticket.while_rising(1.0, act);
        ticket.while_rising(0.5, act);
        ticket.while_rising(2.0, act);
        assert!(ticket.while_open(act));
        assert_eq!(count.get(), 3);
        assert!(ticket.claim(End::Stopped));
        ticket.while_rising(3.0, act);
        assert!(!ticket.while_open(act));
        assert_eq!(count.get(), 3);
    }
}
