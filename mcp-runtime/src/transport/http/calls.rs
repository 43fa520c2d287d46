//! How many calls run, whoever waits for them: the end of serving waits for these.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Notify;

/// The calls that run.
#[derive(Debug, Default)]
pub(super) struct Calls {
    running: AtomicUsize,
    none: Notify,
}

/// Something that is to be answered, until this is dropped.
#[derive(Debug)]
pub(super) struct Counted(Arc<Calls>);

impl Calls {
    pub(super) fn count_in(self: &Arc<Self>) -> Counted {
        self.running.fetch_add(1, Ordering::SeqCst);
        Counted(Arc::clone(self))
    }

    pub(super) fn running(&self) -> usize {
        self.running.load(Ordering::SeqCst)
    }

    /// Waits until none runs.
    pub(super) async fn none(&self) {
        loop {
            let mut none = pin!(self.none.notified());
            none.as_mut().enable();
            if self.running() == 0 {
                return;
            }
            none.await;
        }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        if self.0.running.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.0.none.notify_waiters();
        }
    }
}
