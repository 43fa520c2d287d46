//! Calls on one connection, so many at a time, each answer checked.

use std::io;
use std::time::{Duration, Instant};

use crate::calls::{Ask, Era, FIRST_ID};
use crate::child::Server;
use crate::pattern::{Pattern, id_of};

/// When the next calls are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refill {
    /// As soon as any answer came: so many calls are always on their way.
    Rolling,
    /// When all answers came: the server finds whole batches in its input, the same in every run.
    Lockstep,
}

/// One stretch of calls.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    pub(crate) ask: Ask,
    pub(crate) era: Era,
    pub(crate) calls: u32,
    pub(crate) depth: u32,
    pub(crate) refill: Refill,
}

/// How it went.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) elapsed: Duration,
    /// In nanoseconds, ascending.
    pub(crate) latencies: Vec<u64>,
}

impl Load {
    /// Sends the calls and reads the answers.
    pub(crate) fn run(self, server: &mut Server) -> io::Result<Run> {
        let Self {
            ask,
            era,
            calls,
            depth,
            refill,
        } = self;
        let mut lines = Vec::new();
        let mut ends = Vec::with_capacity(calls as usize + 1);
        ends.push(0);
        for number in 0..calls {
            ask.write(era, FIRST_ID + number, &mut lines);
            ends.push(lines.len());
        }
        let mut sent_at: Vec<Option<Instant>> = vec![None; calls as usize];
        let mut latencies = Vec::with_capacity(calls as usize);
        let mut pattern: Option<Pattern> = None;
        let (mut sent, mut answered) = (0, 0);
        let start = Instant::now();
        while answered < calls {
            let on_the_way = sent - answered;
            if on_the_way < depth && (refill == Refill::Rolling || on_the_way == 0) {
                let until = calls.min(sent + depth - on_the_way);
                let batch = &lines[ends[sent as usize]..ends[until as usize]];
                server.queue().extend_from_slice(batch);
                let now = Instant::now();
                for number in sent..until {
                    sent_at[number as usize] = Some(now);
                }
                sent = until;
            }
            server.exchange()?;
            let now = Instant::now();
            let name = server.name();
            while let Some(line) = server.line() {
                let known = pattern.as_ref().and_then(|known| known.matches(ask, line));
                let id = match known {
                    Some(id) => id,
                    None => {
                        let Some(id) = id_of(line) else {
                            continue; // a notification
                        };
                        ask.check(era, id, line).map_err(|what| {
                            let shown = String::from_utf8_lossy(&line[..line.len().min(400)]);
                            io::Error::other(format!(
                                "{name}, {}, {}: {what}: {shown}",
                                ask.name(),
                                era.name()
                            ))
                        })?;
                        pattern = Pattern::learn(ask, id, line);
                        id
                    }
                };
                let slot = id
                    .checked_sub(FIRST_ID)
                    .and_then(|number| sent_at.get_mut(number as usize))
                    .and_then(Option::take)
                    .ok_or_else(|| {
                        io::Error::other(format!("{name} answered {id}, which nobody waits for"))
                    })?;
                latencies.push(u64::try_from((now - slot).as_nanos()).unwrap_or(u64::MAX));
                answered += 1;
            }
        }
        let elapsed = start.elapsed();
        latencies.sort_unstable();
        Ok(Run { elapsed, latencies })
    }
}

impl Run {
    pub(crate) fn per_second(&self) -> f64 {
        self.latencies.len() as f64 / self.elapsed.as_secs_f64()
    }

    /// The latency that so many per thousand of the calls stay within, in microseconds.
    pub(crate) fn latency(&self, per_mille: usize) -> f64 {
        let index = (self.latencies.len() * per_mille / 1000).min(self.latencies.len().max(1) - 1);
        self.latencies
            .get(index)
            .map_or(0.0, |&nanos| nanos as f64 / 1000.0)
    }
}
