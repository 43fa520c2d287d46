//! A call, polled where its response is made, in the context of the author's runtime.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;

use crate::server::answer::Answer;
use crate::server::dispatch::Running;

use super::calls::{Calls, Counted};
use super::phase::Phase;
use super::watch::Watch;

/// A poll that takes longer holds its thread.
const LONG: Duration = Duration::from_millis(100);

/// Where calls run when connections are served by threads of their own.
#[derive(Debug, Clone)]
pub(super) struct Apart {
    /// Timers, sockets and spawned tasks of the tools belong to the author's runtime.
    pub(super) runtime: Handle,
    pub(super) watch: Arc<Watch>,
}

/// A call on its way to its answer. Dropping it cancels it.
pub(super) struct Call {
    running: Option<Running>,
    apart: Option<Apart>,
    /// The end of serving waits for it, unless it only listens.
    counted: Option<Counted>,
}

impl Call {
    pub(super) fn new(running: Running, apart: Option<Apart>, calls: &Arc<Calls>) -> Self {
        Self {
            counted: (!running.listens()).then(|| calls.count_in()),
            running: Some(running),
            apart,
        }
    }

    /// `Ready(None)` when it was cancelled.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<Answer>> {
        let _inside = self.apart.as_ref().map(|apart| apart.runtime.enter());
        let _polling = self.apart.as_ref().map(|apart| apart.watch.polling());
        let Some(running) = &mut self.running else {
            return Poll::Ready(None);
        };
        let started = Instant::now();
        let polled = Pin::new(&mut *running).poll(cx);
        if started.elapsed() > LONG {
            warn(&running.tool, started.elapsed());
        }
        if polled.is_ready() {
            self.running = None;
            self.counted = None;
        }
        polled
    }

    /// When it is ended: what listens is not waited for.
    pub(super) fn ends_at(&self) -> Phase {
        match &self.running {
            Some(running) if running.listens() => Phase::Draining,
            _ => Phase::Stopping,
        }
    }

    /// Ends it because the server stops, and gives the answer that it is owed.
    pub(super) fn abandon(&mut self) -> Option<Answer> {
        let _inside = self.apart.as_ref().map(|apart| apart.runtime.enter());
        let abandoned = self.running.take()?.abandon();
        self.counted = None;
        abandoned
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let _inside = self.apart.as_ref().map(|apart| apart.runtime.enter());
        self.running = None;
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("running", &self.running)
            .finish_non_exhaustive()
    }
}

fn warn(tool: &str, held: Duration) {
    tracing::warn!(
        tool,
        "the tool `{tool}` held its thread: it did not return from one poll for {} ms. Mark a plain \
         function that blocks with #[tool(blocking)], or move the blocking part to \
         tokio::task::spawn_blocking",
        held.as_millis()
    );
}
