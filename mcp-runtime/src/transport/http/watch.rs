//! Sees to it that connections are served while a tool holds the thread of one.
//!
//! A thread of tokio's that is woken by one connection alone wakes no other thread to wait for the
//! next connection. While a tool holds it, nobody waits, whatever arrives. A task that comes from
//! outside wakes a thread, which then waits for connections.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{self, Thread};
use std::time::Duration;

use tokio::runtime::Handle;

/// How long connections may wait for a thread.
const TICK: Duration = Duration::from_millis(5);
/// Ticks without a poll, after which the watch sleeps until it is woken.
const IDLE_TICKS: u32 = 40;

/// What is polled on the threads that serve connections.
#[derive(Debug, Default)]
pub(super) struct Watch {
    polls: AtomicUsize,
    awake: AtomicBool,
    over: AtomicBool,
    thread: OnceLock<Thread>,
}

/// A tool is being polled.
#[derive(Debug)]
pub(super) struct Polling<'watch>(&'watch Watch);

impl Watch {
    /// Watches over the threads of a runtime.
    pub(super) fn start(threads: Handle) -> io::Result<Arc<Self>> {
        let watch = Arc::new(Self::default());
        let watching = Arc::clone(&watch);
        let thread = thread::Builder::new()
            .name("mcp-http-watch".into())
            .spawn(move || watching.run(&threads))?;
        let _ = watch.thread.set(thread.thread().clone());
        Ok(watch)
    }

    /// A tool is polled until what this gives is dropped.
    pub(super) fn polling(&self) -> Polling<'_> {
        self.polls.fetch_add(1, Ordering::SeqCst);
        if !self.awake.load(Ordering::SeqCst) && !self.awake.swap(true, Ordering::SeqCst) {
            self.end_sleep();
        }
        Polling(self)
    }

    /// Nothing more is served.
    pub(super) fn end(&self) {
        self.over.store(true, Ordering::SeqCst);
        self.end_sleep();
    }

    fn end_sleep(&self) {
        if let Some(thread) = self.thread.get() {
            thread.unpark();
        }
    }

    fn is_idle(&self) -> bool {
        self.polls.load(Ordering::SeqCst) == 0
    }

    /// Wakes a thread every few milliseconds while tools are polled; an idle server costs nothing.
    fn run(&self, threads: &Handle) {
        let mut quiet = 0;
        while !self.over.load(Ordering::SeqCst) {
            if quiet > IDLE_TICKS {
                self.awake.store(false, Ordering::SeqCst);
                // Whoever polls from here on finds the watch asleep.
                if self.is_idle() {
                    thread::park();
                }
                self.awake.store(true, Ordering::SeqCst);
                quiet = 0;
                continue;
            }
            thread::park_timeout(TICK);
            if self.is_idle() {
                quiet += 1;
            } else {
                quiet = 0;
                threads.spawn(async {});
            }
        }
    }
}

impl Drop for Polling<'_> {
    fn drop(&mut self) {
        self.0.polls.fetch_sub(1, Ordering::SeqCst);
    }
}
