//! A thread that looks every few milliseconds while there is something to see, and sleeps else.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

/// How long it is from one look to the next.
pub(super) const TICK: Duration = Duration::from_millis(5);

/// Looks without anything to see, after which the thread sleeps until it is woken.
const IDLE_TICKS: u32 = 40;

/// A thread that looks, and whether it is awake.
#[derive(Debug, Default)]
pub(super) struct Sleeper {
    awake: AtomicBool,
    thread: OnceLock<Thread>,
}

impl Sleeper {
    /// There is something to see.
    pub(super) fn wake(&self) {
        if !self.awake.load(Ordering::SeqCst) && !self.awake.swap(true, Ordering::SeqCst) {
            self.end_sleep();
        }
    }

    /// Ends the thread's sleep, whether or not it thinks it is awake.
    pub(super) fn end_sleep(&self) {
        if let Some(thread) = self.thread.get() {
            thread.unpark();
        }
    }

    /// Makes this the thread that looks, until `is_over`. It sleeps while it is not `is_busy`, which
    /// whoever wakes it makes true first.
    pub(super) fn run(
        &self,
        is_over: impl Fn() -> bool,
        is_busy: impl Fn() -> bool,
        mut look: impl FnMut(),
    ) {
        let _ = self.thread.set(thread::current());
        let mut quiet = 0;
        while !is_over() {
            if quiet > IDLE_TICKS {
                self.awake.store(false, Ordering::SeqCst);
                // Whoever became busy before the line above saw the thread awake.
                if !is_busy() {
                    thread::park();
                }
                self.awake.store(true, Ordering::SeqCst);
                quiet = 0;
                continue;
            }
            thread::park_timeout(TICK);
            quiet = if is_busy() { 0 } else { quiet + 1 };
            look();
        }
    }
}
