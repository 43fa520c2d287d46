//! Sees to it that connections are served while a tool holds the thread of one.
//!
//! A thread of tokio's that is woken by one connection alone wakes no other thread to wait for the
//! next connection. While a tool holds it, nobody waits, whatever arrives. A task that comes from
//! outside wakes a thread, which then waits for connections.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use tokio::runtime::Handle;

use crate::transport::sleeper::Sleeper;

/// What is polled on the threads that serve connections.
#[derive(Debug, Default)]
pub(super) struct Watch {
    polls: AtomicUsize,
    over: AtomicBool,
    sleeper: Sleeper,
}

/// A tool is being polled.
#[derive(Debug)]
pub(super) struct Polling<'watch>(&'watch Watch);

impl Watch {
    /// Watches over the threads of a runtime: wakes one with every look at a tool that is polled.
    pub(super) fn start(threads: Handle) -> io::Result<Arc<Self>> {
        let watch = Arc::new(Self::default());
        let watching = Arc::clone(&watch);
        let run = move || {
            watching.sleeper.run(
                || watching.over.load(Ordering::SeqCst),
                || watching.is_polling(),
                || {
                    if watching.is_polling() {
                        threads.spawn(async {});
                    }
                },
            );
        };
        thread::Builder::new()
            .name("mcp-http-watch".into())
            .spawn(run)?;
        Ok(watch)
    }

    /// A tool is polled until what this gives is dropped.
    pub(super) fn polling(&self) -> Polling<'_> {
        self.polls.fetch_add(1, Ordering::SeqCst);
        self.sleeper.wake();
        Polling(self)
    }

    /// Nothing more is served.
    pub(super) fn end(&self) {
        self.over.store(true, Ordering::SeqCst);
        self.sleeper.end_sleep();
    }

    fn is_polling(&self) -> bool {
        self.polls.load(Ordering::SeqCst) > 0
    }
}

impl Drop for Polling<'_> {
    fn drop(&mut self) {
        self.0.polls.fetch_sub(1, Ordering::SeqCst);
    }
}
