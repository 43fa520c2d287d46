//! What each thread is doing, for the watchdog to see.

use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The lanes of all threads that run.
#[derive(Debug, Default)]
pub(super) struct Lanes(Mutex<Vec<Arc<Lane>>>);

/// One thread: a count that moves with every step, odd while the thread is busy.
#[derive(Debug, Default)]
pub(super) struct Lane {
    /// The turn at reading that the thread was given.
    reads: Option<u64>,
    steps: AtomicU64,
    /// The tool that is being polled.
    tool: Mutex<Option<Arc<str>>>,
}

/// A thread's own lane; it is gone when the thread is.
#[derive(Debug)]
pub(super) struct Entered<'lanes> {
    lanes: &'lanes Lanes,
    lane: Arc<Lane>,
}

impl Lanes {
    /// A lane for the current thread; `reads` is its turn at reading.
    pub(super) fn enter(&self, reads: Option<u64>) -> Entered<'_> {
        let lane = Arc::new(Lane {
            reads,
            ..Lane::default()
        });
        self.lock().push(Arc::clone(&lane));
        Entered { lanes: self, lane }
    }

    pub(super) fn all(&self) -> Vec<Arc<Lane>> {
        self.lock().clone()
    }

    pub(super) fn any_busy(&self) -> bool {
        self.lock().iter().any(|lane| lane.steps() % 2 == 1)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Lane>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lane {
    /// One more step of work.
    pub(super) fn busy(&self) {
        // One writer: the thread itself.
        let steps = self.steps.load(Ordering::Relaxed);
        self.steps
            .store(steps + 2 - (steps + 1) % 2, Ordering::SeqCst);
    }

    /// The thread waits for something to do.
    pub(super) fn idle(&self) {
        let steps = self.steps.load(Ordering::Relaxed);
        self.steps.store(steps + steps % 2, Ordering::SeqCst);
    }

    pub(super) fn reads(&self) -> Option<u64> {
        self.reads
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps.load(Ordering::SeqCst)
    }

    /// The thread polls a tool's call, or has finished doing so.
    pub(super) fn polls(&self, tool: Option<Arc<str>>) {
        *self.tool.lock().unwrap_or_else(PoisonError::into_inner) = tool;
    }

    pub(super) fn tool(&self) -> Option<Arc<str>> {
        self.tool
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl Deref for Entered<'_> {
    type Target = Arc<Lane>;

    fn deref(&self) -> &Arc<Lane> {
        &self.lane
    }
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        self.lanes
            .lock()
            .retain(|lane| !Arc::ptr_eq(lane, &self.lane));
    }
}

#[cfg(test)]
mod tests {
    use super::Lanes;

    #[test]
    fn steps_are_odd_while_busy_and_move_with_each_step() {
        let lanes = Lanes::default();
        let lane = lanes.enter(None);
        let mut seen = vec![lane.steps()];
        lane.busy();
        seen.push(lane.steps());
        lane.busy();
        seen.push(lane.steps());
        lane.idle();
        seen.push(lane.steps());
        lane.idle();
        seen.push(lane.steps());
        assert_eq!(seen, [0, 1, 3, 4, 4]);
        assert!(!lanes.any_busy());
        drop(lane);
        assert!(lanes.all().is_empty());
    }
}
