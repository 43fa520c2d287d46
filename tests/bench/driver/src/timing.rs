//! What a clock shows: calls per second, latency, processor time, memory, start-up.
//!
//! Servers take turns within each round, every round starts another process, and the order turns
//! about, so that what else the machine does falls on all of them alike.

use std::fs;
use std::io;
use std::time::Instant;

use crate::book::Book;
use crate::calls::{Ask, Era, FIRST_ID};
use crate::child::{Program, Server};
use crate::http;
use crate::pipeline::{Load, Refill, Run};

/// How long one stretch of calls should take.
const STRETCH_SECONDS: f64 = 0.4;

/// The servers in this round's order.
fn turns(programs: &[Program], round: usize) -> Vec<&Program> {
    let mut turns: Vec<&Program> = programs.iter().collect();
    if !turns.is_empty() {
        let by = (round / 2) % turns.len();
        turns.rotate_left(by);
    }
    if round % 2 == 1 {
        turns.reverse();
    }
    turns
}

fn load(ask: Ask, era: Era, calls: u32, depth: u32) -> Load {
    Load {
        ask,
        era,
        calls,
        depth,
        refill: Refill::Rolling,
    }
}

/// So many calls at a time on one connection.
pub(crate) fn at_depth(
    book: &mut Book,
    programs: &[Program],
    (ask, era, depth): (Ask, Era, u32),
    rounds: usize,
) -> io::Result<()> {
    let key = |what: &str| format!("{what} {} {} {depth}", ask.name(), era.name());
    for round in 0..rounds {
        for program in turns(programs, round) {
            let mut server = program.start()?;
            server.greet(era)?;
            let warm = load(ask, era, 256.max(depth * 4), depth).run(&mut server)?;
            let fitting = (warm.per_second() * STRETCH_SECONDS) as u32;
            let calls = fitting.clamp(depth * 4, 400_000);
            let before = server.processor_time()?;
            let run = load(ask, era, calls, depth).run(&mut server)?;
            let spent = server.processor_time()? - before;
            book.add(&key("calls/s"), program.name, run.per_second());
            let each = spent as f64 / f64::from(calls) / 1000.0;
            book.add(&key("cpu us"), program.name, each);
            for (name, per_mille) in [("p50 us", 500), ("p99 us", 990), ("p99.9 us", 999)] {
                book.add(&key(name), program.name, run.latency(per_mille));
            }
            let peak = server.memory("VmHWM")? as f64 / 1024.0;
            book.add(&key("peak MiB"), program.name, peak);
            server.finish()?;
        }
    }
    Ok(())
}

/// Over HTTP, one call at a time on each of so many connections that are kept.
pub(crate) fn over_http(
    book: &mut Book,
    programs: &[Program],
    (ask, era, connections): (Ask, Era, usize),
    rounds: usize,
) -> io::Result<()> {
    let key = |what: &str| format!("http {what} {} {}", ask.name(), era.name());
    for round in 0..rounds {
        for program in turns(programs, round) {
            let mut server = http::Server::start(program, connections)?;
            server.greet(era)?;
            let warm = server.run(ask, era, 512)?;
            let calls = (warm.per_second() * STRETCH_SECONDS) as u32;
            let calls = calls.clamp(512, 200_000);
            let before = server.processor_time()?;
            let run = server.run(ask, era, calls)?;
            let spent = server.processor_time()? - before;
            book.add(&key("calls/s"), program.name, run.per_second());
            let each = spent as f64 / f64::from(calls) / 1000.0;
            book.add(&key("cpu us"), program.name, each);
            book.add(&key("p50 us"), program.name, run.latency(500));
            book.add(&key("p99 us"), program.name, run.latency(990));
            server.finish()?;
        }
    }
    Ok(())
}

/// From starting the process to its first answer.
pub(crate) fn start(book: &mut Book, programs: &[Program], rounds: usize) -> io::Result<()> {
    for era in Era::BOTH {
        for round in 0..rounds * 4 {
            for program in turns(programs, round) {
                let since = Instant::now();
                let mut server = program.start()?;
                match era {
                    Era::Legacy => server.greet(era)?,
                    Era::Modern => drop(load(Ask::Echo, era, 1, 1).run(&mut server)?),
                }
                let elapsed = since.elapsed().as_secs_f64() * 1e3;
                book.add(&format!("start ms {}", era.name()), program.name, elapsed);
                server.finish()?;
            }
        }
    }
    Ok(())
}

/// Ten thousand calls that all sleep at once.
pub(crate) fn sleepers(book: &mut Book, programs: &[Program], rounds: usize) -> io::Result<()> {
    const CALLS: u32 = 10_000;
    for round in 0..rounds {
        for program in turns(programs, round) {
            let mut server = program.start()?;
            server.greet(Era::Legacy)?;
            let ask = Ask::Sleep { ms: 100 };
            let run = load(ask, Era::Legacy, CALLS, CALLS).run(&mut server)?;
            let elapsed = run.elapsed.as_secs_f64() * 1e3;
            book.add("sleepers ms", program.name, elapsed);
            let peak = server.memory("VmHWM")? as f64 / 1024.0;
            book.add("sleepers MiB", program.name, peak);
            server.finish()?;
        }
    }
    Ok(())
}

/// A megabyte as argument, as result, and as both.
pub(crate) fn large(book: &mut Book, programs: &[Program], rounds: usize) -> io::Result<()> {
    const BYTES: usize = 1 << 20;
    let asks = [
        Ask::LargeEcho { bytes: BYTES },
        Ask::LargeArgument { bytes: BYTES },
        // With its text copy, a record takes about 330 bytes.
        Ask::LargeResult { records: 3200 },
    ];
    for ask in asks {
        for round in 0..rounds {
            for program in turns(programs, round) {
                let mut server = program.start()?;
                server.greet(Era::Legacy)?;
                let small = load(Ask::Echo, Era::Legacy, 64, 1).run(&mut server)?;
                drop(small);
                let before = server.memory("VmRSS")? as f64;
                let run = load(ask, Era::Legacy, 16, 1).run(&mut server)?;
                let grown = server.memory("VmHWM")? as f64 - before;
                let name = ask.name();
                book.add(&format!("{name} ms"), program.name, run.latency(500) / 1e3);
                book.add(
                    &format!("{name} memory"),
                    program.name,
                    grown * 1024.0 / BYTES as f64,
                );
                server.finish()?;
            }
        }
    }
    Ok(())
}

/// `tools/list`, one call at a time.
pub(crate) fn listing(
    book: &mut Book,
    programs: &[Program],
    tools: usize,
    rounds: usize,
) -> io::Result<()> {
    for round in 0..rounds {
        for program in turns(programs, round) {
            let mut server = program.start()?;
            server.greet(Era::Legacy)?;
            let run: Run = load(Ask::List { tools }, Era::Legacy, 64, 1).run(&mut server)?;
            book.add("list us", program.name, run.latency(500));
            book.add("list KiB", program.name, answer_size(&mut server)? / 1024.0);
            server.finish()?;
        }
    }
    Ok(())
}

fn answer_size(server: &mut Server) -> io::Result<f64> {
    Ask::List { tools: 0 }.write(Era::Legacy, FIRST_ID, server.queue());
    loop {
        server.exchange()?;
        if let Some(line) = server.line() {
            return Ok(line.len() as f64);
        }
    }
}

/// Whether an idle server uses the processor: milliseconds of it in two seconds.
pub(crate) fn idle(book: &mut Book, programs: &[Program]) -> io::Result<()> {
    for program in programs {
        let mut server = program.start()?;
        server.greet(Era::Legacy)?;
        load(Ask::Echo, Era::Legacy, 64, 1).run(&mut server)?;
        std::thread::sleep(std::time::Duration::from_millis(500));
        let before = server.processor_time()?;
        std::thread::sleep(std::time::Duration::from_secs(2));
        let spent = (server.processor_time()? - before) as f64 / 1e6;
        book.add("idle ms", program.name, spent);
        server.finish()?;
    }
    Ok(())
}

/// The machine, in one line.
pub(crate) fn machine() -> String {
    let model = fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|info| {
            let line = info.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(": ")?.1.to_owned())
        })
        .unwrap_or_else(|| "an unknown processor".into());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    format!("{model}, {cores} cores, Linux {}", kernel.trim())
}
