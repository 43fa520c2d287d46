//! Sees to it that a tool which holds its thread holds up nothing else.

use std::sync::Arc;

use crate::transport::sleeper::TICK;

use super::engine::Engine;
use super::lanes::Lane;

/// Ticks after which a warning names the tool that holds its thread.
const WARN_TICKS: u32 = 20;

/// What was seen of a lane.
struct Seen {
    lane: Arc<Lane>,
    steps: u64,
    ticks: u32,
}

/// Looks while anything is busy. A thread that made no step from one look to the next is held.
pub(super) fn watch(engine: &Arc<Engine>) {
    let mut seen: Vec<Seen> = Vec::new();
    engine.watchdog.run(
        || engine.tasks.is_closed() && !engine.lanes.any_busy(),
        || engine.lanes.any_busy() || engine.tasks.is_waiting(),
        || look(engine, &mut seen),
    );
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
