//! Calls that wait for something: woken, queued, polled again by a worker thread.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use crate::server::answer::Answer;
use crate::server::dispatch::Running;

use super::engine::Engine;
use super::lanes::Lane;

/// How long a worker without work stays.
const LINGER: Duration = Duration::from_secs(10);
/// How many workers there may be when tools hold them; as many as tokio has blocking threads.
const MOST_WORKERS: usize = 512;
/// After so many polls finished answers are written even while more work is waiting.
const FLUSH_EVERY: u32 = 32;

/// The calls that can go on, and the threads that poll them.
#[derive(Debug, Default)]
pub(super) struct Tasks {
    ready: Mutex<Ready>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Ready {
    queue: VecDeque<Arc<Task>>,
    workers: usize,
    idle: usize,
    closed: bool,
}

/// One call on its way to its answer.
#[derive(Debug)]
pub(super) struct Task {
    engine: Arc<Engine>,
    state: AtomicU8,
    /// The end of serving waits for its answer.
    counts: bool,
    running: Mutex<Option<Running>>,
}

/// Waits to be woken.
const WAITING: u8 = 0;
/// In the queue.
const QUEUED: u8 = 1;
/// Being polled.
const POLLED: u8 = 2;
/// Being polled, and woken meanwhile.
const WOKEN: u8 = 3;
/// Answered.
const DONE: u8 = 4;

impl Task {
    /// A task for a call; `spare` is used again where nobody else has a hold of it any more, as
    /// after most calls: those are answered where they arrive.
    pub(super) fn begin(
        engine: &Arc<Engine>,
        running: Running,
        spare: Option<Arc<Self>>,
    ) -> Arc<Self> {
        if let Some(mut task) = spare {
            if let Some(free) = Arc::get_mut(&mut task) {
                *free.state.get_mut() = QUEUED;
                free.counts = !running.listens();
                *free
                    .running
                    .get_mut()
                    .unwrap_or_else(PoisonError::into_inner) = Some(running);
                return task;
            }
        }
        Arc::new(Self {
            engine: Arc::clone(engine),
            state: AtomicU8::new(QUEUED),
            counts: !running.listens(),
            running: Mutex::new(Some(running)),
        })
    }

    /// The call has its answer, or is owed none.
    pub(super) fn is_done(&self) -> bool {
        self.state.load(Ordering::SeqCst) == DONE
    }

    /// Polls once, and queues the answer when that gave one.
    pub(super) fn poll(self: &Arc<Self>, lane: &Lane) {
        let mut slot = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(tool) = slot.as_ref().map(|running| Arc::clone(&running.tool)) else {
            return;
        };
        lane.polls(Some(tool));
        self.state.store(POLLED, Ordering::SeqCst);
        let waker = Waker::from(Arc::clone(self));
        // The dispatcher lets no panic of a tool out; one of ours must not end this thread.
        let polled = catch_unwind(AssertUnwindSafe(|| {
            let polled = match slot.as_mut() {
                Some(running) => Pin::new(running).poll(&mut Context::from_waker(&waker)),
                None => Poll::Pending,
            };
            if polled.is_ready() {
                *slot = None;
            }
            polled
        }));
        drop(slot);
        lane.polls(None);
        match polled {
            Ok(Poll::Pending) => self.rest(),
            Ok(Poll::Ready(answer)) => self.finish(answer),
            Err(_) => {
                tracing::error!("a call ended in a panic outside of its tool and has no answer");
                self.finish(None);
            }
        }
    }

    /// Waits for its waker, unless that came during the poll.
    fn rest(self: &Arc<Self>) {
        let rested =
            self.state
                .compare_exchange(POLLED, WAITING, Ordering::SeqCst, Ordering::SeqCst);
        if rested.is_err() {
            self.state.store(QUEUED, Ordering::SeqCst);
            self.engine.tasks.add(&self.engine, Arc::clone(self));
        }
    }

    fn finish(&self, answer: Option<Answer>) {
        self.state.store(DONE, Ordering::SeqCst);
        if let Some(answer) = answer {
            self.engine.output.push(answer.json);
        }
        if self.counts {
            self.engine.finished();
        }
    }
}

impl Wake for Task {
    fn wake(self: Arc<Self>) {
        let woken =
            self.state
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |state| match state {
                    WAITING => Some(QUEUED),
                    POLLED => Some(WOKEN),
                    _ => None,
                });
        if woken == Ok(WAITING) {
            let engine = Arc::clone(&self.engine);
            engine.tasks.add(&engine, self);
        }
    }
}

impl Tasks {
    fn add(&self, engine: &Arc<Engine>, task: Arc<Task>) {
        let mut ready = self.lock();
        ready.queue.push_back(task);
        if ready.idle > 0 {
            drop(ready);
            self.changed.notify_one();
        } else if ready.workers < engine.base_workers {
            self.start_worker(engine, ready);
        }
    }

    /// Starts one more worker when there is work that no worker gets to; the watchdog calls this
    /// when all of them are held.
    pub(super) fn help(&self, engine: &Arc<Engine>) {
        let ready = self.lock();
        if !ready.queue.is_empty() && ready.idle == 0 && ready.workers < MOST_WORKERS {
            self.start_worker(engine, ready);
        }
    }

    pub(super) fn is_waiting(&self) -> bool {
        let ready = self.lock();
        !ready.queue.is_empty() && ready.idle == 0
    }

    /// Workers end once there is nothing left to do.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    fn start_worker(&self, engine: &Arc<Engine>, mut ready: MutexGuard<'_, Ready>) {
        ready.workers += 1;
        drop(ready);
        let worker = Arc::clone(engine);
        if engine
            .start_thread("mcp-worker", move || work(&worker))
            .is_err()
        {
            // Out of threads: those that run go on, and the watchdog tries again.
            self.lock().workers -= 1;
            engine.watch();
        }
    }

    /// The next task; `None` ends the worker, which is then no longer counted.
    fn next(&self, flush: impl Fn()) -> Option<Arc<Task>> {
        let mut ready = self.lock();
        loop {
            if let Some(task) = ready.queue.pop_front() {
                return Some(task);
            }
            drop(ready);
            flush();
            ready = self.lock();
            if !ready.queue.is_empty() {
                continue;
            }
            if ready.closed {
                ready.workers -= 1;
                return None;
            }
            ready.idle += 1;
            let (again, timeout) = self
                .changed
                .wait_timeout(ready, LINGER)
                .unwrap_or_else(PoisonError::into_inner);
            ready = again;
            ready.idle -= 1;
            if timeout.timed_out() && ready.queue.is_empty() {
                ready.workers -= 1;
                return None;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Ready> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn work(engine: &Arc<Engine>) {
    let lane = engine.lanes.enter(None);
    let mut polls: u32 = 0;
    loop {
        let next = engine.tasks.next(|| {
            engine.output.flush();
            lane.idle();
        });
        let Some(task) = next else { return };
        lane.busy();
        engine.watch();
        task.poll(&lane);
        polls = polls.wrapping_add(1);
        if polls % FLUSH_EVERY == 0 {
            engine.output.flush();
        }
    }
}
