//! The reading role: one thread at a time turns input into calls.

use std::sync::{Arc, PoisonError};

use super::engine::{End, Engine};
use super::lanes::Lane;
use super::lines::{Line, Lines};
use super::wire::Input;

/// What came of waiting for input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Filled {
    /// More bytes, perhaps none.
    Bytes,
    /// The end of input.
    End,
    /// The server is to stop.
    Stopped,
    /// Nobody reads the output any more.
    PeerGone,
}

/// The input, and the lines that have arrived of it.
#[derive(Debug)]
pub(super) struct Source {
    input: Input,
    lines: Lines,
    ended: Option<End>,
}

/// What the reading thread does next.
enum Next {
    Line(Line),
    Wait,
    End(End),
    /// Another thread has the reading role.
    Superseded,
}

impl Source {
    pub(super) fn new(input: Input, line_limit: usize) -> Self {
        Self {
            input,
            lines: Lines::new(line_limit),
            ended: None,
        }
    }

    fn next(&mut self) -> Next {
        if let Some(line) = self.lines.next_line() {
            return Next::Line(line);
        }
        match self.ended {
            None => Next::Wait,
            Some(end) => match self.lines.last_line() {
                Some(line) if end == End::Input => Next::Line(line),
                _ => Next::End(end),
            },
        }
    }

    fn fill(&mut self) {
        self.ended = match self.input.fill(&mut self.lines) {
            Filled::Bytes => None,
            Filled::End => Some(End::Input),
            Filled::Stopped => Some(End::Stopped),
            Filled::PeerGone => Some(End::PeerGone),
        };
    }
}

/// Reads until the input ends, or until another thread has taken over.
///
/// Answers that were ready at once go out together when the lines that arrived together are
/// through. While a tool holds this thread, or the peer does not read, the watchdog gives the
/// role to another thread: only the lines' lock is held while waiting for input, and it is never
/// held while a tool runs.
pub(super) fn read(engine: &Arc<Engine>, turn: u64) {
    let lane = engine.lanes.enter(Some(turn));
    let mut spare = None;
    loop {
        lane.busy();
        engine.watch();
        if engine.output.is_full() && !make_room(engine, &lane) {
            return engine.end(End::PeerGone);
        }
        match next(engine, turn) {
            Next::Line(arrived) => engine.handle(arrived, &lane, &mut spare),
            Next::Wait => {
                if !make_room(engine, &lane) {
                    return engine.end(End::PeerGone);
                }
                fill(engine, turn, &lane);
            }
            Next::End(end) => {
                engine.output.flush();
                return engine.end(end);
            }
            Next::Superseded => {
                engine.output.flush();
                return;
            }
        }
    }
}

/// Writes what is queued, and waits while the queue is full: a peer that does not read its answers
/// is not served further. `false` once it is gone.
fn make_room(engine: &Engine, lane: &Lane) -> bool {
    let open = engine.output.flush();
    lane.idle();
    open && engine.output.wait_for_room()
}

fn next(engine: &Engine, turn: u64) -> Next {
    let mut source = engine.source.lock().unwrap_or_else(PoisonError::into_inner);
    if engine.turn() == turn {
        source.next()
    } else {
        Next::Superseded
    }
}

fn fill(engine: &Engine, turn: u64, lane: &Lane) {
    let mut source = engine.source.lock().unwrap_or_else(PoisonError::into_inner);
    if engine.turn() == turn && source.ended.is_none() {
        lane.idle();
        source.fill();
    }
}
