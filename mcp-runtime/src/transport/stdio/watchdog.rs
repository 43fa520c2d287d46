//! Sees to it that a tool which holds its thread holds up nothing else.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use super::engine::Engine;
use super::lanes::Lane;

/// A thread that made no step for this long is held.
const TICK: Duration = Duration::from_millis(5);
/// Ticks without anything busy, after which the watchdog sleeps until it is woken.
const IDLE_TICKS: u32 = 40;
/// Ticks after which a warning names the tool that holds its thread.
const WARN_TICKS: u32 = 20;

/// The watchdog's thread, and whether it is awake.
#[derive(Debug, Default)]
pub(super) struct Watchdog {
    awake: AtomicBool,
    thread: std::sync::OnceLock<Thread>,
}

impl Watchdog {
    /// Ends the watchdog's sleep, whether or not it thinks it is awake.
    pub(super) fn end_sleep(&self) {
        if let Some(thread) = self.thread.get() {
            thread.unpark();
        }
    }

    /// Something is busy: the watchdog must look.
    pub(super) fn wake(&self) {
        if !self.awake.load(Ordering::SeqCst) && !self.awake.swap(true, Ordering::SeqCst) {
            self.end_sleep();
        }
    }
}

/// What was seen of a lane.
struct Seen {
    lane: Arc<Lane>,
    steps: u64,
    ticks: u32,
}

/// Looks every few milliseconds while anything is busy; an idle server costs nothing.
pub(super) fn watch(engine: &Arc<Engine>) {
    let watchdog = &engine.watchdog;
    let _ = watchdog.thread.set(thread::current());
    let mut seen: Vec<Seen> = Vec::new();
    let mut quiet = 0;
    while !engine.tasks.is_closed() || engine.lanes.any_busy() {
        if engine.lanes.any_busy() || engine.tasks.is_waiting() {
            quiet = 0;
        } else {
            quiet += 1;
        }
        if quiet > IDLE_TICKS {
            seen.clear();
            watchdog.awake.store(false, Ordering::SeqCst);
            // Whoever became busy before the line above saw the watchdog awake.
            if !engine.lanes.any_busy() && !engine.tasks.is_waiting() {
                thread::park();
            }
            watchdog.awake.store(true, Ordering::SeqCst);
            quiet = 0;
            continue;
        }
        thread::park_timeout(TICK);
        look(engine, &mut seen);
    }
}

/// One look: hands the reading role on, starts another worker, and lets finished answers out
/// where a thread is held.
fn look(engine: &Arc<Engine>, seen: &mut Vec<Seen>) {
    let lanes = engine.lanes.all();
    let mut held = false;
    let mut next = Vec::with_capacity(lanes.len());
    for lane in lanes {
        let steps = lane.steps();
        let before = seen
            .iter()
            .find(|seen| Arc::ptr_eq(&seen.lane, &lane) && seen.steps == steps && steps % 2 == 1);
        let ticks = before.map_or(0, |seen| seen.ticks + 1);
        if ticks > 0 {
            held = true;
            engine.supersede(&lane);
        }
        if ticks == WARN_TICKS {
            warn(&lane);
        }
        next.push(Seen { lane, steps, ticks });
    }
    *seen = next;
    if held {
        engine.flush_elsewhere();
    }
    if held || engine.tasks.is_waiting() {
        engine.tasks.help(engine);
    }
}

fn warn(lane: &Lane) {
    if let Some(tool) = lane.tool() {
        tracing::warn!(
            tool = &*tool,
            "the tool `{tool}` holds its thread: it has not returned from one poll for {} ms. Other \
             calls are served meanwhile, but mark a plain function that blocks with \
             #[tool(blocking)], or move the blocking part to tokio::task::spawn_blocking",
            (TICK * WARN_TICKS).as_millis()
        );
    }
}
